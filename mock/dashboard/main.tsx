/** Starts the dashboard. */
import { render } from 'preact';
import { App } from './app.tsx';

const frame = document.querySelector('#app');
if (frame !== null) render(<App />, frame);
