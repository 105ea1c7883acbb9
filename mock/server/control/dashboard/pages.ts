/** The files of the dashboard, and the two HTML pages around them. */
import { readFile } from 'node:fs/promises';
import { PACKAGE_ROOT } from '../../../package-root.ts';

/** File names by purpose, and the text of each file by its name. */
export interface Pages {
  script: string;
  reference_script: string;
  style: string;
  icon: string;
  scalar: string;
  files: Readonly<Record<string, string>>;
}

/** In the published package. `npm run build` writes it. */
const BUILT = new URL('dashboard/pages.json', PACKAGE_ROOT);
/** Only in a clone. Not a literal import, so that the published package does not include the bundler. */
const BUNDLER = 'mock/server/control/dashboard/bundle-pages.ts';

export async function loadPages(): Promise<Pages> {
  const built = await readFile(BUILT, 'utf8').catch(() => undefined);
  // `npm run build` wrote what `bundlePages` returned.
  if (built !== undefined) return JSON.parse(built) as Pages;
  // That file exports this function.
  const bundler = (await import(new URL(BUNDLER, PACKAGE_ROOT).href)) as { bundlePages: () => Promise<Pages> };
  return bundler.bundlePages();
}

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

export function contentTypeOf(file_name: string): string {
  return TYPES[file_name.slice(file_name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

const SHARED_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** Allows only files of the mock, and no frame on a page of another origin. */
export const DASHBOARD_HEADERS: Readonly<Record<string, string>> = {
  ...SHARED_HEADERS,
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; " +
    "form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
};

/** Allows inline styles, which Scalar uses, and the dashboard as the frame's parent. Scalar also loads nothing from elsewhere. */
export const REFERENCE_HEADERS: Readonly<Record<string, string>> = {
  ...SHARED_HEADERS,
  'X-Frame-Options': 'SAMEORIGIN',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
    "connect-src 'self'; form-action 'none'; frame-ancestors 'self'; base-uri 'none'",
};

/** Addresses are relative to the page, so that they work for every world and behind every proxy. */
export function renderDashboard({ script, style, icon }: Pages): string {
  return renderPage('Gristmill', [
    `<link rel="icon" href="dashboard/${icon}" />`,
    `<link rel="stylesheet" href="dashboard/${style}" />`,
    `<script type="module" src="dashboard/${script}"></script>`,
  ]);
}

export function renderReference({ reference_script, scalar }: Pages): string {
  return renderPage('API reference · Gristmill', [
    `<script defer src="${scalar}"></script>`,
    `<script type="module" src="${reference_script}"></script>`,
  ]);
}

function renderPage(title: string, head: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${title}</title>
${head.join('\n')}
</head>
<body>
<div id="app"></div>
<noscript><p>The dashboard needs JavaScript. Programs get the addresses as JSON: send Accept: application/json.</p></noscript>
</body>
</html>
`;
}
