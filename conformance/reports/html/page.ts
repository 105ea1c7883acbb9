/** The HTML report: one self-contained file. */
import type { RunReport } from '../../check/verdicts.ts';
import { isOfReceiver, subjectOf } from '../subject.ts';
import { prepareCommands } from '../prepare-commands.ts';
import { RUN_WORDS } from '../text/wording.ts';
import { drawClauses } from './clause-list.ts';
import { renderDocument } from './document.ts';
import { embedJson, html, type Markup } from './markup.ts';
import { drawMatrix } from './matrix.ts';
import { drawHeader, drawOverview, drawRun } from './overview.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

function drawPreparations(report: RunReport): Markup {
  const preparations = prepareCommands(report);
  if (preparations.length === 0)
    return html`<p>Set <code>${subjectOf(report).placeholder}</code> and the other variables before you run a command.</p>`;
  const drawn = preparations.map(({ text, commands }) =>
    commands.length === 0 ? html`<p>${text}</p>` : html`<p>${text}</p><pre>${commands.join('\n')}</pre>`,
  );
  return html`${drawn}`;
}

/** Kept out of the template: bundlers rewrite a tagged template that contains this tag to code that needs a runtime helper. */
const END_OF_SCRIPT = { markup: '</script>' };

/**
 * The report as a page: verdict and counts, the matrix of all clauses, filters, and the findings of each check. It contains the whole report as JSON,
 * under the id `report`. Addresses such as `#clause=WHK-2` and `#verdict=violated,warned` link into it.
 */
export function renderHtml(report: RunReport): string {
  const title = `${RUN_WORDS[report.verdict]}: ${report.target.base_url} · Gristmill${isOfReceiver(report) ? ' receiver report' : ''}`;
  const body = html`<a class="skip" href="#clauses">Skip to the clauses</a>
    ${drawHeader(report)}
    <main>${drawOverview(report)} ${drawMatrix(report)} ${drawClauses(report)} ${drawRun(report)}</main>
    <footer><p>Made by gristmill ${report.gristmill}. Secrets are redacted.</p>${drawPreparations(report)}</footer>
    <p id="said" class="visually-hidden" role="status"></p>
    <script type="application/json" id="report">${embedJson(report)}${END_OF_SCRIPT}
    <script>${{ markup: SCRIPT }}${END_OF_SCRIPT}`;
  return renderDocument({ title, style: STYLE, script: SCRIPT, body });
}
