/** The list of clauses with its filters. The script adds the checks and their evidence when a clause is opened. */
import { LEVELS, type Level } from '#spec/clauses/index';
import type { ClauseResult, RunReport } from '../../check/verdicts.ts';
import { areaOf, groupAreas } from '../grouping.ts';
import { subjectOf } from '../subject.ts';
import { CLAUSE_WORDS, countOf, verbFor } from '../text/wording.ts';
import { html, type Markup } from './markup.ts';
import { drawPill, markCode } from './parts.ts';

const LEVEL_WORDS: Readonly<Record<Level, string>> = {
  S: 'stated in the API document',
  D: 'derived from the API document',
  A: 'assumed: the API document is silent',
};

function drawReason({ reason, config_key }: ClauseResult): readonly Markup[] {
  return [
    ...(reason === undefined ? [] : [html`<p>${reason}</p>`]),
    ...(config_key === undefined ? [] : [html`<p>To verify this clause, ${verbFor(config_key)} <code>${config_key}</code>.</p>`]),
  ];
}

function drawClause(clause: ClauseResult): Markup {
  const { id, level, verdict, statement, section } = clause;
  return html`<li
    class="clause ${verdict}"
    id="clause=${id}"
    data-id="${id}"
    data-verdict="${verdict}"
    data-area="${areaOf(id)}"
    data-level="${level}"
  >
    <details>
      <summary>
        ${drawPill(verdict, CLAUSE_WORDS[verdict])} <span class="id">${id}</span>
        <span class="statement">${markCode(statement)}</span>
      </summary>
      <div class="body">
        <p class="quiet">${level}, ${LEVEL_WORDS[level]}. Section: ${section}</p>
        ${drawReason(clause)}
      </div>
    </details>
  </li>`;
}

function drawOptions(first: string, options: readonly (readonly [value: string, text: string])[]): readonly Markup[] {
  return [
    html`<option value="">${first}</option>`,
    ...options.map(([value, text]) => html`<option value="${value}">${text}</option>`),
  ];
}

function drawFilters(report: RunReport): Markup {
  const areas = groupAreas(report).map(({ word, title }) => [word, `${word} ${title}`] as const);
  const levels = LEVELS.map((level) => [level, `${level}: ${LEVEL_WORDS[level]}`] as const);
  return html`<div id="controls" hidden>
    <div class="filters" role="search" aria-label="Filter clauses">
      <label class="wide">Text <input id="filter-text" type="search" autocomplete="off" placeholder="id, statement, ${subjectOf(report).noun}, finding" /></label>
      <label>Area <select id="filter-area">${drawOptions('all areas', areas)}</select></label>
      <label>Level <select id="filter-level">${drawOptions('all levels', levels)}</select></label>
      <button type="button" id="clear">Clear filters</button>
    </div>
    <p id="shown" role="status">${countOf(report.clauses.length, 'clause')}</p>
    <p id="nothing" hidden>No clause matches these filters.</p>
  </div>`;
}

export function drawClauses(report: RunReport): Markup {
  const areas = groupAreas(report).map(
    ({ word, title, clauses }) =>
      html`<div class="area">
        <h3>${word} <span class="quiet">${title}</span></h3>
        <ul>
          ${clauses.map(drawClause)}
        </ul>
      </div>`,
  );
  return html`<section aria-labelledby="clauses">
    <h2 id="clauses" tabindex="-1">Statements and evidence</h2>
    ${drawFilters(report)}
    <noscript><p>Without JavaScript, this list has no filters and no evidence. The evidence is in the JSON report.</p></noscript>
    ${areas}
  </section>`;
}
