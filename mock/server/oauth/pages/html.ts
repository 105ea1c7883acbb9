/** Pages of plain HTML with one style sheet and no scripts. */
import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { STYLE } from './style.ts';

/** Text that needs no escaping. */
export interface Markup {
  markup: string;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Builds markup. Text values are escaped. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Markup | readonly Markup[])[]): Markup {
  const filled = values.map((value) => {
    if (typeof value === 'string') return escapeText(value);
    return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('\n');
  });
  return { markup: parts.map((part, index) => part + (filled[index] ?? '')).join('') };
}

export interface Page {
  status: number;
  title: string;
  body: Markup;
  /** The origin that the form's response can redirect to, besides the mock. */
  form_redirect_origin?: string | undefined;
}

const STYLE_HASH = hash('sha256', STYLE, 'base64');

/** RFC 9700, section 4.16: prevents framing and caching. */
const GUARD_HEADERS = { 'X-Frame-Options': 'DENY', 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' };

/**
 * Headers for the responses of oidc-provider: redirects, and the form that posts a code to the client (`form_post`). oidc-provider adds the
 * hash of its script to `script-src`. There is no `form-action`, because the client decides where its response to the form redirects.
 */
export const PROVIDER_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; script-src; frame-ancestors 'none'; base-uri 'none'",
  'Referrer-Policy': 'strict-origin',
  ...GUARD_HEADERS,
};

/** The page loads nothing but its style sheet. */
export function renderPage({ title, body, form_redirect_origin }: Page): { headers: Record<string, string>; text: string } {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Gristmill</title>
        <style>${{ markup: STYLE }}</style>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html> `;
  const forms = form_redirect_origin === undefined ? "'self'" : `'self' ${form_redirect_origin}`;
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${forms}; frame-ancestors 'none'; base-uri 'none'`,
    // Not no-referrer, because a browser would then send no Origin with the form.
    'Referrer-Policy': 'same-origin',
    ...GUARD_HEADERS,
  };
  return { headers, text: page.markup };
}

export function sendPage(response: ServerResponse, page: Page): void {
  const { headers, text } = renderPage(page);
  response.statusCode = page.status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(text);
}
