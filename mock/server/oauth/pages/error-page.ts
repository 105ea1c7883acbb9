import type { Page } from './html.ts';
import { html } from './html.ts';

/** RFC 6749, section 4.1.2.1: shown when a redirect to the client would not be safe. */
export function makeErrorPage(status: number, error: string, description: string | undefined): Page {
  return {
    status,
    title: 'Sign-in failed',
    body: html`<h1>This sign-in cannot continue</h1>
      <p>${description ?? 'The authorization server could not read the request.'}</p>
      <p class="quiet">Error code: <code>${error}</code>. Go back to the application and start again.</p>`,
  };
}
