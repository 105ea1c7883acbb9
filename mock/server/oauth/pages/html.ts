/** Pages of plain HTML and one style sheet: nothing on them runs. */
import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { STYLE } from './style.ts';

/** Text that is markup already. */
export interface Markup {
  markup: string;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** Puts values into markup: text is escaped, markup and lists of it are not. */
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
  /** Where its form may lead, besides here: the browser follows the redirect of an answered form only there. */
  leads_to?: string | undefined;
}

const STYLE_HASH = hash('sha256', STYLE, 'base64');

/** RFC 9700, section 4.16: no other site can frame a page, and no cache keeps it. */
const GUARD_HEADERS = { 'X-Frame-Options': 'DENY', 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' };

/**
 * For what oidc-provider writes by itself: redirects, and the form that posts a code back to the client (`form_post`). It adds the hash of its
 * script to `script-src`, and only where that is there. Without `form-action`, since the client answers the form as it likes. Its origin is
 * told, so that the client sees where the form comes from.
 */
export const PROVIDER_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; script-src; frame-ancestors 'none'; base-uri 'none'",
  'Referrer-Policy': 'strict-origin',
  ...GUARD_HEADERS,
};

/** Nothing but its own style sheet is loaded. */
export function drawPage({ title, body, leads_to }: Page): { headers: Record<string, string>; text: string } {
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
  const forms = leads_to === undefined ? "'self'" : `'self' ${leads_to}`;
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${forms}; frame-ancestors 'none'; base-uri 'none'`,
    // Not no-referrer: a browser would then keep the Origin of the form to itself, by which we know it.
    'Referrer-Policy': 'same-origin',
    ...GUARD_HEADERS,
  };
  return { headers, text: page.markup };
}

export function sendPage(response: ServerResponse, page: Page): void {
  const { headers, text } = drawPage(page);
  response.statusCode = page.status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(text);
}
