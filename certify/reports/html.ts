/** The HTML report: one file without scripts, which loads nothing else. */
import { renderDocument } from '#conformance/reports/html/document';
import type { Markup } from '#conformance/reports/html/markup';
import { html } from '#conformance/reports/html/markup';
import type { CertifyReport, LoggedExchange, StageResult, TimelineEntry } from '../verdict/verdict.ts';
import { describeExchange } from './terminal.ts';
import { RUN_WORDS, VERDICT_WORDS, countsOf } from './wording.ts';

const STYLE = `
:root { color-scheme: light dark; --text: #1d2320; --quiet: #545b56; --ground: #f6f4ee; --card: #fff; --line: #d6d3c9;
  --ready: #1b6b3a; --not_ready: #a3170f; --not_shown: #7a5200; --not_applicable: #545b56; --error: #5b4a86; --inconclusive: #7a5200; }
@media (prefers-color-scheme: dark) { :root { --text: #eceee9; --quiet: #b3bab5; --ground: #121617; --card: #1b2123; --line: #363e40;
  --ready: #8fdba8; --not_ready: #ffb0a8; --not_shown: #f3cd7a; --not_applicable: #b3bab5; --error: #cdbef5; --inconclusive: #f3cd7a; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.75rem; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 .5rem; font-size: 1.125rem; }
section { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; margin: .5rem 0; }
h3 { margin: 0; font-size: 1rem; overflow-wrap: anywhere; }
p, ul { margin: .25rem 0; }
.quiet { color: var(--quiet); font-size: .875rem; }
.ready { color: var(--ready); } .not_ready { color: var(--not_ready); } .not_shown { color: var(--not_shown); }
.not_applicable { color: var(--not_applicable); } .error { color: var(--error); } .inconclusive { color: var(--inconclusive); }
code, pre { font: .8125rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; white-space: pre-wrap; margin: 0; }
table { border-collapse: collapse; width: 100%; } td { vertical-align: top; padding: .125rem .5rem .125rem 0; border-top: 1px solid var(--line); }
td:first-child { white-space: nowrap; text-align: right; }
`;
const NOTHING = html``;

function renderExchange(exchange: LoggedExchange): Markup {
  const headers = Object.entries(exchange.request_headers).map(([name, value]) => `${name}: ${value}`);
  const text = [
    ...headers,
    exchange.request_body,
    `→ ${exchange.status === 0 ? 'connection closed' : exchange.status}`,
    exchange.response_body,
  ];
  return html`<tr><td><code>${exchange.at_ms} ms</code></td><td><details><summary><code>${describeExchange(exchange)}</code></summary><pre>${text.filter((line) => line !== '').join('\n')}</pre></details></td></tr>`;
}

function renderEntry({ at_ms, text }: TimelineEntry): Markup {
  return html`<tr><td><code>${at_ms} ms</code></td><td>${text}</td></tr>`;
}

/** What happened around the client and what it sent, in order of time. */
function renderLog({ exchanges, timeline, requests }: StageResult): Markup {
  if (exchanges.length + timeline.length === 0) return NOTHING;
  const rows = [
    ...timeline.map((entry) => ({ at_ms: entry.at_ms, row: renderEntry(entry) })),
    ...exchanges.map((exchange) => ({ at_ms: exchange.at_ms, row: renderExchange(exchange) })),
  ].toSorted((a, b) => a.at_ms - b.at_ms);
  const note = requests > exchanges.length ? html`<p>The first 20 and the last 20 of ${requests} requests.</p>` : NOTHING;
  return html`<details><summary>What happened</summary>${note}<table>${rows.map(({ row }) => row)}</table></details>`;
}

function renderStage(stage: StageResult): Markup {
  const findings = stage.findings.map((finding) => html`<li>${finding}</li>`);
  return html`<section id="${stage.id}">
    <h3><span class="${stage.verdict}">${VERDICT_WORDS[stage.verdict]}</span> · ${stage.title}</h3>
    <p class="quiet"><code>${stage.id}</code> · ${stage.level} · ${stage.cites.join('; ')}</p>
    ${findings.length === 0 ? NOTHING : html`<ul>${findings}</ul>`}
    ${stage.reason === null ? NOTHING : html`<p>${stage.reason}</p>`}
    ${stage.output.length === 0 ? NOTHING : html`<pre>${stage.output.join('\n')}</pre>`}
    ${stage.verdict === 'not_ready' ? html`<p><strong>Fix:</strong> ${stage.advice}</p>` : NOTHING}
    <p class="quiet">${stage.setup} ${stage.stimulus}</p>
    ${renderLog(stage)}
  </section>`;
}

export function renderHtml(report: CertifyReport): string {
  const groups = Map.groupBy(report.stages, ({ verdict }) => verdict);
  const order = ['not_ready', 'error', 'not_shown', 'ready', 'not_applicable'] as const;
  const title = `${RUN_WORDS[report.verdict]}: ${report.client}`;
  const lists = order.flatMap((verdict) => {
    const stages = groups.get(verdict) ?? [];
    return stages.length === 0 ? [] : [html`<h2>${stages.length} ${VERDICT_WORDS[verdict]}</h2>${stages.map(renderStage)}`];
  });
  const body = html`<header>
      <h1><span class="${report.verdict}">${RUN_WORDS[report.verdict]}</span></h1>
      <p><code>${report.client}</code></p>
      <p>must: ${countsOf(report, 'must')}<br />should: ${countsOf(report, 'should')}</p>
      <ul>${report.reasons.map((reason) => html`<li>${reason}</li>`)}</ul>
      <p class="quiet">gristmill ${report.gristmill}, API ${report.api}, seed ${report.seed}, ${report.started_at}, ${report.requests} requests. Secrets are redacted.</p>
    </header>
    <main>${lists}</main>`;
  return renderDocument({ title: `${title} · gristmill certify`, style: STYLE, body });
}
