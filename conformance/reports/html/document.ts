/** The frame of every HTML report: one self-contained file that loads nothing. */
import { hash } from 'node:crypto';
import { html, type Markup } from './markup.ts';

interface HtmlDocument {
  title: string;
  style: string;
  /** The only script that the page may run. */
  script?: string;
  body: Markup;
}

function hashOf(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}

export function renderDocument({ title, style, script, body }: HtmlDocument): string {
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${title}</title>
        <style>${{ markup: style }}</style>
      </head>
      <body>
        ${body}
      </body>
    </html>`;
  return `${page.markup}\n`;
}
