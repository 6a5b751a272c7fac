import '@fontsource-variable/fraunces/index.css';
import '@fontsource-variable/source-sans-3/index.css';
import './lib/motion';
import './lib/textSize';
import './tokens.css';
import './pieces.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { file } from './lib/base';

mount(App, { target: document.getElementById('app')! });

// From the second visit on the pages open without a network; what is played at a server still needs it.
if ('serviceWorker' in navigator) void navigator.serviceWorker.register(file('/sw.js')).catch(console.warn);
