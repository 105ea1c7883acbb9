import type { Markup, Page } from './html.ts';
import { html } from './html.ts';

/**
 * An error page of the sign-in, for errors that cannot or should not be returned to the client by a redirect (RFC 6749, section 4.1.2.1).
 * @param redirect_uris those of the client, if the request had another one
 */
export function makeErrorPage(
  status: number,
  error: string,
  description: string | undefined,
  redirect_uris: readonly string[] = [],
): Page {
  return {
    status,
    title: 'Sign-in failed',
    body: html`<h1>This sign-in cannot continue</h1>
      <p>${description ?? 'The authorization server gave no details.'}</p>
      ${redirect_uris.length === 0 ? [] : listUris(redirect_uris)}
      <p class="quiet">Error code: <code>${error}</code>. Go back to the application and start again.</p>`,
  };
}

function listUris(uris: readonly string[]): Markup {
  return html`<p>Registered for this client:</p>
    <ul>
      ${uris.map((uri) => html`<li><code>${uri}</code></li>`)}
    </ul>`;
}
