import { mount } from 'svelte'
import './lib/theme/fonts'
import './lib/theme/theme.css'
import App from './App.svelte'
import { home } from './lib/connection/home'

mount(App, { target: document.getElementById('app')! })

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => void navigator.serviceWorker.register(`${home}/sw.js`).catch(() => {}))
}
