import { mount } from 'svelte'
import '../lib/theme/fonts'
import '../lib/theme/theme.css'
import Demo from './Demo.svelte'

mount(Demo, { target: document.getElementById('app')! })
