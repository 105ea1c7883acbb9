/** Starts the dashboard. */
import { render } from 'preact';
import { App, onKey } from './app.tsx';
import { followWorld } from './state/journal.ts';

const frame = document.querySelector('#app');
if (frame !== null) render(<App />, frame);
addEventListener('keydown', onKey);
void followWorld();
