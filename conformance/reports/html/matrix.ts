/** The clause matrix: one cell per clause, by area. */
import type { ClauseResult, RunReport } from '../../check/verdicts.ts';
import { groupAreas } from '../grouping.ts';
import { CLAUSE_WORDS, countOf, shownVerdicts } from '../text/wording.ts';
import { html, type Markup } from './markup.ts';
import { drawPill, drawSign, hrefOf } from './parts.ts';

function drawCell({ id, verdict, level }: ClauseResult): Markup {
  const { sign, label } = CLAUSE_WORDS[verdict];
  const number = id.replace(/^.*-/s, '');
  return html`<li>
    <a class="cell ${verdict}" href="${hrefOf(id)}" title="${id}, ${level}: ${label}"
      ><span class="visually-hidden">${id} ${label}</span><span aria-hidden="true">${number}</span
      >${drawSign(sign)}</a
    >
  </li>`;
}

function drawLegend(report: RunReport): Markup {
  const rows = shownVerdicts(report).map((verdict) => {
    const words = CLAUSE_WORDS[verdict];
    return html`<li>${drawPill(verdict, words)}<span class="quiet">${words.meaning}</span></li>`;
  });
  return html`<ul class="legend" aria-label="Legend">
    ${rows}
  </ul>`;
}

/** A grid by area. Each cell links to its clause. */
export function drawMatrix(report: RunReport): Markup {
  const areas = groupAreas(report).map(
    ({ word, title, clauses }) =>
      html`<section aria-label="${word}: ${title}">
        <h3>
          <span>${word} <span class="quiet">${title}</span></span
          ><span class="quiet">${clauses.length}</span>
        </h3>
        <ul class="cells">
          ${clauses.map(drawCell)}
        </ul>
      </section>`,
  );
  return html`<section aria-labelledby="matrix">
    <h2 id="matrix">Clause by clause</h2>
    ${drawLegend(report)}
    <p class="skip-cells"><a class="skip here" href="#clauses">Skip ${countOf(report.clauses.length, 'cell')}</a></p>
    <div class="card matrix">${areas}</div>
  </section>`;
}
