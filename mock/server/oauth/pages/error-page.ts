import type { Page } from './html.ts';
import { html } from './html.ts';

/** RFC 6749, section 4.1.2.1: whoever cannot be sent back safely is told here what is wrong. */
export function makeErrorPage(status: number, error: string, description: string | undefined): Page {
  return {
    status,
    title: 'Sign-in failed',
    body: html`<h1>This sign-in cannot go on</h1>
      <p>${description ?? 'The authorization server could not read the request.'}</p>
      <p class="quiet">Error code: <code>${error}</code>. Go back to the application that sent you here, and begin again.</p>`,
  };
}
