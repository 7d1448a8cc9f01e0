import { mount } from 'svelte'
import './lib/theme/fonts'
import './lib/theme/theme.css'
import App from './App.svelte'

mount(App, { target: document.getElementById('app')! })
