/** The HTML report: one self-contained file. */
import { hash } from 'node:crypto';
import type { RunReport } from '../../check/verdicts.ts';
import { isOfReceiver, subjectOf } from '../subject.ts';
import { describeTokens } from '../token-names.ts';
import { RUN_WORDS } from '../text/wording.ts';
import { drawClauses } from './clause-list.ts';
import { embedJson, html } from './markup.ts';
import { drawMatrix } from './matrix.ts';
import { drawHeader, drawOverview, drawRun } from './overview.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

/** The page loads nothing and runs only this script. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  `script-src 'sha256-${hash('sha256', SCRIPT, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Outside the template, because bundlers rewrite a tagged template that contains this tag, and then need a runtime library. */
const END_OF_SCRIPT = { markup: '</script>' };

/**
 * The report as a page: verdict and counts, the matrix of all clauses, filters, and the findings of each check. It contains the whole report as JSON,
 * under the id `report`. Addresses such as `#clause=WHK-2` and `#verdict=violated,warned` link into it.
 */
export function renderHtml(report: RunReport): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${RUN_WORDS[report.verdict]}: ${report.target.base_url} · Gristmill${isOfReceiver(report) ? ' receiver report' : ''}</title>
        <style>${{ markup: STYLE }}</style>
      </head>
      <body>
        <a class="skip" href="#clauses">Skip to the statements</a>
        ${drawHeader(report)}
        <main>${drawOverview(report)} ${drawMatrix(report)} ${drawClauses(report)} ${drawRun(report)}</main>
        <footer><p>Made by gristmill ${report.gristmill}. Secrets are redacted. ${describeTokens(report) ?? html`Set <code>${subjectOf(report).placeholder}</code> and the other variables before you run a command.`}</p></footer>
        <p id="said" class="visually-hidden" role="status"></p>
        <script type="application/json" id="report">${embedJson(report)}${END_OF_SCRIPT}
        <script>${{ markup: SCRIPT }}${END_OF_SCRIPT}
      </body>
    </html>`;
  return `${page.markup}\n`;
}
