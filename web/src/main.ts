import '@fontsource-variable/fraunces/index.css';
import '@fontsource-variable/source-sans-3/index.css';
import './lib/motion';
import './lib/textSize';
import './tokens.css';
import './pieces.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { HERE } from './lib/base';

mount(App, { target: document.getElementById('app')! });

// A page that is its own house opens without a network from the second visit on.
if (HERE && 'serviceWorker' in navigator)
  void navigator.serviceWorker.register('./sw.js').catch(console.warn);
