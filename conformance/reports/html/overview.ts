/** The top of the page: verdict, counts, and facts; and, below the matrix, what keeps the rest from being verified. */
import { CLAUSE_VERDICTS, type ClauseVerdict, type RunReport, type RunVerdict } from '../../check/verdicts.ts';
import { groupPartlyVerified, groupUnverified, type Group } from '../grouping.ts';
import { subjectOf } from '../subject.ts';
import { CLAUSE_WORDS, factsOf, headlineOf, shownVerdicts, verbFor, verdictOf } from '../text/wording.ts';
import { drawCauses, listUncovered } from './cause-list.ts';
import { html, type Markup } from './markup.ts';
import { drawPill, drawSign, hrefOf, linkAll, markCode } from './parts.ts';

/** The color and sign of the verdict: those of a clause verdict. */
const RUN_COLORS: Readonly<Record<RunVerdict, ClauseVerdict>> = {
  conformant: 'verified',
  partial: 'warned',
  non_conformant: 'violated',
  inconclusive: 'not_verified',
};

const BAR_WIDTH = 1_000;
const VIOLATED_MAX = 12;

/** Shares as a bar. The tiles below contain the numbers. */
function drawBar({ counts }: RunReport): Markup {
  const total = CLAUSE_VERDICTS.reduce((sum, verdict) => sum + counts.clauses[verdict], 0);
  let x = 0;
  const parts = CLAUSE_VERDICTS.map((verdict) => {
    const width = total === 0 ? 0 : (counts.clauses[verdict] / total) * BAR_WIDTH;
    const part = html`<rect class="${verdict}" x="${x.toFixed(2)}" y="0" width="${width.toFixed(2)}" height="10"></rect>`;
    x += width;
    return part;
  });
  return html`<svg class="bar" viewBox="0 0 ${BAR_WIDTH} 10" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>`;
}

function drawTiles(report: RunReport): Markup {
  const { counts } = report;
  const tiles = shownVerdicts(report).map((verdict) => {
    const { sign, label } = CLAUSE_WORDS[verdict];
    return html`<li>
      <button type="button" class="tile ${verdict}" data-verdict="${verdict}" aria-pressed="false" disabled>
        <strong>${counts.clauses[verdict]}</strong>${drawSign(sign)} ${label}
      </button>
    </li>`;
  });
  return html`<ul class="tiles" aria-label="Clauses by verdict: choose which to show">
    ${tiles}
  </ul>`;
}

function drawNotes(title: string, notes: readonly Markup[]): Markup {
  if (notes.length === 0) return html``;
  return html`<section aria-label="${title}">
    <h2>${title}</h2>
    <ul class="card notes">
      ${notes.map((note) => html`<li>${note}</li>`)}
    </ul>
  </section>`;
}

function drawUnverified({ cause, config_key, ids }: Group, what = ''): Markup {
  const links = linkAll(ids);
  if (config_key === undefined) return html`<strong>${cause}</strong>: ${links}`;
  return html`To verify ${what}${links}, ${verbFor(config_key)} <code>${config_key}</code> <span class="quiet">(${cause})</span>`;
}

export function drawHeader(report: RunReport): Markup {
  const color = RUN_COLORS[report.verdict];
  const { first, after } = verdictOf(report);
  const interrupted = report.is_interrupted ? ' The run was interrupted.' : '';
  return html`<header>
    <p class="brand">
      <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true">
        <circle cx="12" cy="12" r="10"></circle>
        <circle cx="12" cy="12" r="2.5"></circle>
        <path d="M12 9.5 V2.5 M14.2 13.2 L20.2 17 M9.8 13.2 L3.8 17 M14.2 10.8 L20 6.5 M9.8 10.8 L4 6.5 M12 14.5 V21.5"></path></svg
      >Gristmill ${subjectOf(report).title.toLowerCase()}
    </p>
    <h1>${report.target.base_url}</h1>
    <p class="outcome">
      ${drawPill(color, { sign: CLAUSE_WORDS[color].sign, label: first })}
      <strong>${headlineOf(report)}</strong> <span class="quiet">Exit code ${report.exit_code}${after === undefined ? '' : `, ${after}`}.${interrupted}</span>
    </p>
    ${drawBar(report)}
  </header>`;
}

function listViolated(report: RunReport): readonly Markup[] {
  const violated = listUncovered(report);
  const left = violated.length - VIOLATED_MAX;
  const notes = violated
    .slice(0, VIOLATED_MAX)
    .map(({ id, statement }) => html`<a href="${hrefOf(id)}"><strong>${id}</strong></a> ${markCode(statement)}`);
  return left > 0 ? [...notes, html`and ${left} more: choose <em>violated</em> above`] : notes;
}

/** The tiles, the problems, and the reasons for the verdict. */
export function drawOverview(report: RunReport): Markup {
  const write = (texts: readonly string[]): readonly Markup[] => texts.map((text) => html`${text}`);
  return html`${drawTiles(report)}${drawCauses(report)}${drawNotes('Violated', listViolated(report))}${drawNotes(
    'Why',
    write(report.reasons),
  )}${drawNotes('Notes', write(report.notices))}`;
}

/** What was not verified, what was left behind, and how the run was made. */
export function drawRun(report: RunReport): Markup {
  const facts = factsOf(report).map(
    ([label, text, remark]) =>
      html`<div>
        <dt>${label}</dt>
        <dd>${text}${remark === undefined ? '' : ` (${remark})`}</dd>
      </div>`,
  );
  return html`${drawNotes(
    'Not verified, and why',
    groupUnverified(report).map((group) => drawUnverified(group)),
  )}
    ${drawNotes(
      'Verified in part',
      groupPartlyVerified(report).map((group) => drawUnverified(group, 'all of ')),
    )}
    ${drawNotes(
      'Left behind',
      report.leftovers.map((text) => html`${text}`),
    )}
    <section aria-labelledby="run">
      <h2 id="run">The run</h2>
      <dl class="card facts">
        ${facts}
      </dl>
    </section>`;
}
