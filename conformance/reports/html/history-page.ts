/** The history of a target as one static page. It has no script. */
import type { ClauseVerdict, RunReport } from '../../check/verdicts.ts';
import type { CheckHistory, History } from '../history.ts';
import { CHECK_WORDS, CLAUSE_WORDS, RUN_WORDS, countOf } from '../text/wording.ts';
import { renderDocument } from './document.ts';
import { html, type Markup } from './markup.ts';
import { CHECK_COLORS } from './parts.ts';
import { STYLE } from './style.ts';

const OWN_STYLE = `${STYLE}
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
th, td { padding: .375rem .75rem; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
.trend { display: block; width: 100%; height: 8rem; }
.trend rect { fill: var(--ink); }
.strip { display: inline-flex; gap: .125rem; }
.strip .sign { min-width: 1.25em; background: var(--tint); color: var(--ink); border-radius: .25rem; }
`;

/** The parts of a bar of the trend, from the bottom. */
const PARTS: readonly ClauseVerdict[] = ['violated', 'warned', 'not_verified', 'verified'];
const [WIDTH, HEIGHT, GAP] = [1_000, 100, 0.15];

/** In the history of a target, an error of Gristmill or of the network counts like a check that did not run. */
const COLORS = { ...CHECK_COLORS, error: 'not_verified' } as const;

/** One bar per run. The table below contains the numbers. */
function drawTrend(runs: readonly RunReport[]): Markup {
  const most = Math.max(1, ...runs.map(({ counts }) => PARTS.reduce((sum, part) => sum + counts.clauses[part], 0)));
  const step = WIDTH / Math.max(1, runs.length);
  const bars = runs.flatMap(({ counts }, i) => {
    let y = HEIGHT;
    return PARTS.map((part) => {
      const height = (counts.clauses[part] / most) * HEIGHT;
      y -= height;
      return html`<rect class="${part}" x="${(i * step).toFixed(2)}" y="${y.toFixed(2)}" width="${(step * (1 - GAP)).toFixed(2)}" height="${height.toFixed(2)}"></rect>`;
    });
  });
  return html`<svg class="trend" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>`;
}

function drawRuns(runs: readonly RunReport[]): Markup {
  const heads = PARTS.map((part) => html`<th scope="col" class="number">${CLAUSE_WORDS[part].label}</th>`);
  const rows = runs.map(
    ({ started_at, verdict, counts, selection }) =>
      html`<tr>
        <th scope="row">${started_at}</th>
        <td>${RUN_WORDS[verdict]}</td>
        ${PARTS.map((part) => html`<td class="number">${counts.clauses[part]}</td>`)}
        <td class="number">${counts.checks.flaky}</td>
        <td>${selection.length === 0 ? 'everything' : selection.join(' ')}</td>
      </tr>`,
  );
  return html`<div class="scroll card">
    <table>
      <thead><tr><th scope="col">run</th><th scope="col">verdict</th>${heads}<th scope="col" class="number">flaky checks</th><th scope="col">selected</th></tr></thead>
      <tbody>${rows.toReversed()}</tbody>
    </table>
  </div>`;
}

function drawStrip({ verdicts }: CheckHistory, runs: readonly RunReport[]): Markup {
  const signs = verdicts.map((verdict, i) => {
    if (verdict === undefined) return html`<span class="sign" data-sign=" "></span>`;
    const { sign, label } = CHECK_WORDS[verdict];
    return html`<span class="sign ${COLORS[verdict]}" data-sign="${sign}" title="${runs[i]?.started_at ?? ''}: ${label}"></span>`;
  });
  const said = verdicts.map((verdict) => (verdict === undefined ? 'absent' : CHECK_WORDS[verdict].label)).join(', ');
  return html`<span class="strip" role="img" aria-label="${said}">${signs}</span>`;
}

function drawChecks({ runs, checks }: History): Markup {
  if (checks.length === 0) return html`<p class="card">No check failed, warned, or was flaky in these runs.</p>`;
  const rows = checks.map(
    (check) =>
      html`<tr>
        <th scope="row"><code>${check.id}</code><br /><span class="quiet">${check.title}</span></th>
        <td>${drawStrip(check, runs)}</td>
        <td class="number">${check.wrong}</td>
        <td class="number">${check.flaky}</td>
        <td class="number">${check.changes}</td>
        <td>${check.first_seen}</td>
        <td>${check.last_seen}</td>
      </tr>`,
  );
  const heads = ['check', 'runs, oldest first', 'failed or warned', 'flaky', 'changes', 'first seen', 'last seen'];
  return html`<div class="scroll card">
    <table>
      <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
      <tbody>${rows}</tbody>
    </table>
  </div>`;
}

export function renderHistory(history: History): string {
  const { runs } = history;
  const [first, last] = [runs[0], runs.at(-1)];
  const target = last?.target.base_url ?? '';
  const body = html`<header>
      <p class="brand">Gristmill history</p>
      <h1>${target}</h1>
      <p>${countOf(runs.length, 'run')}, from ${first?.started_at ?? ''} to ${last?.started_at ?? ''}</p>
    </header>
    <main>
      <section aria-labelledby="trend"><h2 id="trend">Clauses by run</h2>${drawTrend(runs)} ${drawRuns(runs)}</section>
      <section aria-labelledby="checks"><h2 id="checks">Checks that failed, warned, or were flaky</h2>${drawChecks(history)}</section>
    </main>
    <footer><p>If a check changes often and the deployment does not, one of the two is flaky.</p></footer>`;
  return renderDocument({ title: `History of ${target} · Gristmill`, style: OWN_STYLE, body });
}
