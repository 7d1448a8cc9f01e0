import { mount } from 'svelte'
import '../lib/theme/fonts'
import { followLayout } from '../lib/theme/layout'
import '../lib/theme/theme.css'
import Demo from './Demo.svelte'

followLayout()
mount(Demo, { target: document.getElementById('app')! })
