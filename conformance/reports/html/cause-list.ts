/** What went wrong, one entry per cause, for readers who read no further. */
import type { ClauseResult, Evidence, RunReport, TestNoun } from '../../check/verdicts.ts';
import { groupByCause, describeCauses, nameCause, weightOf, type Cause } from '../causes.ts';
import { clausesOf, groupBlocked } from '../grouping.ts';
import { subjectOf } from '../subject.ts';
import { cut } from '../text/safe-text.ts';
import { responseOf } from '../text/evidence-text.ts';
import { CHECK_WORDS, countOf } from '../text/wording.ts';
import { html, type Markup } from './markup.ts';
import { drawPill, hrefOf, linkAll, markCode } from './parts.ts';

const CAUSES_MAX = 30;
/** How many clauses are described, and how many are listed before the rest is folded. */
const STATEMENTS_MAX = 3;
const CLAUSES_MAX = 12;
const CHECKS_MAX = 100;
/** Longer texts can be read in full below, with the clause. */
const TEXT_MAX = 600;
const COMPARED_MAX = 300;
/** How many causes show their evidence at once, so that the others stay in sight. */
const OPEN_MAX = 2;

function drawBrokenClauses(ids: readonly string[], clauses: ReadonlyMap<string, ClauseResult>): Markup {
  if (ids.length === 0) return html``;
  if (ids.length <= STATEMENTS_MAX) {
    return html`<ul class="broken">
      ${ids.map((id) => html`<li>${linkAll([id])} ${markCode(clauses.get(id)?.statement ?? '')}</li>`)}
    </ul>`;
  }
  const left = ids.slice(CLAUSES_MAX);
  const links = html`<p>Clauses: ${linkAll(ids.slice(0, CLAUSES_MAX))}${left.length === 0 ? '' : ' …'}</p>`;
  if (left.length === 0) return links;
  return html`${links}
    <details class="rest">
      <summary>${countOf(left.length, 'more clause')}</summary>
      <p>${linkAll(left)}</p>
    </details>`;
}

function drawChecks({ checks, is_explained, noun }: Cause): Markup {
  if (checks.length === 1) return html``;
  const left = checks.length - CHECKS_MAX;
  const rows = checks.slice(0, CHECKS_MAX).map(({ id, title }) => html`<li><code>${id}</code> ${cut(title, TEXT_MAX)}</li>`);
  return html`<details class="rest">
    <summary>All ${countOf(checks.length, noun)} ${is_explained ? 'with this possible cause' : 'that failed in this way'}</summary>
    <ul>
      ${rows} ${left > 0 ? [html`<li>and ${left} more: choose <em>violated</em> above</li>`] : []}
    </ul>
  </details>`;
}

function drawSide(label: string, class_name: string, text: string | undefined): Markup {
  if (text === undefined) return html``;
  return html`<div class="${class_name}">
    <h4>${label}</h4>
    <pre>${cut(text, COMPARED_MAX)}</pre>
  </div>`;
}

function drawEvidence(
  { message, pointer, expected, observed, exchanges, rerun }: Evidence,
  noun: TestNoun,
  is_message_shown: boolean,
): Markup {
  const shown = exchanges.at(-1);
  return html`${is_message_shown ? [] : [html`<p>${cut(message, TEXT_MAX)}</p>`]}
    ${
      shown === undefined
        ? []
        : [
            html`<p><code>${cut(`${shown.method} ${shown.url}`, TEXT_MAX)}</code> as ${shown.actor}: <strong>${responseOf(shown)}</strong></p>`,
          ]
    }
    ${pointer === undefined || pointer === '' ? [] : [html`<p>At <code>${cut(pointer, TEXT_MAX)}</code></p>`]}
    <div class="compare">${drawSide('Expected', 'verified', expected)} ${drawSide('Observed', 'violated', observed)}</div>
    <h4>Run this ${noun} alone</h4>
    <pre>${rerun}</pre>`;
}

function drawFirst({ checks: [first, ...others], evidence, sentence, noun }: Cause, is_open: boolean): Markup {
  const [clause] = first.clauses;
  return html`<details class="first" ${is_open ? html`open` : ''}>
    <summary>
      ${others.length === 0 ? '' : 'Example: '}${drawPill('violated', CHECK_WORDS[first.verdict])}
      <code>${first.id}</code>
    </summary>
    <p>${cut(first.title, TEXT_MAX)}</p>
    ${evidence === undefined ? html`<p>${first.reason ?? ''}</p>` : drawEvidence(evidence, noun, sentence.startsWith(evidence.message))}
    ${clause === undefined ? [] : [html`<p><a href="${hrefOf(clause)}">All evidence for ${clause}</a></p>`]}
  </details>`;
}

function drawCause(cause: Cause, number: number, clauses: ReadonlyMap<string, ClauseResult>): Markup {
  const { clause_ids } = cause;
  return html`<li class="card cause violated" id="cause=${number}">
    <h3>${cut(nameCause(cause), TEXT_MAX)}</h3>
    <p class="quiet">${weightOf(cause)}</p>
    ${drawBrokenClauses(clause_ids, clauses)} ${drawChecks(cause)} ${drawFirst(cause, number <= OPEN_MAX)}
  </li>`;
}

/** The blocked checks. They are part of what went wrong, and often the larger part. */
function drawBlocked(report: RunReport): Markup {
  const groups = groupBlocked(report);
  if (groups.length === 0) return html``;
  const rows = groups.map(
    ({ cause, ids }) =>
      html`<li>
        <strong>${cut(cause, TEXT_MAX)}</strong>: ${countOf(ids.length, subjectOf(report).noun)} could not run
        <details class="rest">
          <summary>Which</summary>
          <p>${ids.slice(0, CHECKS_MAX).join(', ')}${ids.length > CHECKS_MAX ? ` and ${ids.length - CHECKS_MAX} more` : ''}</p>
        </details>
      </li>`,
  );
  return html`<section aria-labelledby="blocked">
    <h2 id="blocked">Blocked</h2>
    <ul class="card notes">
      ${rows}
    </ul>
  </section>`;
}

/** Each cause once, the one with the most failures first; then what could not be checked because of another failure. */
export function drawCauses(report: RunReport): Markup {
  const causes = groupByCause(report);
  const described = describeCauses(report, causes);
  if (described === undefined) return drawBlocked(report);
  const clauses = new Map<string, ClauseResult>(report.clauses.map((clause) => [clause.id, clause]));
  const left = causes.length - CAUSES_MAX;
  return html`<section aria-labelledby="causes">
      <h2 id="causes">What went wrong</h2>
      <p>${described}</p>
      <ol class="causes">
        ${causes.slice(0, CAUSES_MAX).map((cause, index) => drawCause(cause, index + 1, clauses))}
      </ol>
      ${left > 0 ? [html`<p>and ${countOf(left, 'more group')}: choose <em>violated</em> above</p>`] : []}
    </section>
    ${drawBlocked(report)}`;
}

/** Violated clauses that no failure in the report covers. */
export function listUncovered(report: RunReport): readonly ClauseResult[] {
  const described = new Set(groupByCause(report).flatMap(({ checks }) => checks.flatMap((check) => clausesOf(report, check))));
  return report.clauses.filter((clause) => clause.verdict === 'violated' && !described.has(clause));
}
