import type { Verdict } from './results.ts';

/** The outcomes in the headline, in order. */
const KINDS = ['verified', 'failed', 'not_run', 'pending'] as const;

/** The outcome as text: one line per pact, then every interaction that is not verified, with its differences. */
export function renderVerdicts(verdicts: readonly Verdict[]): string {
  const by_pact = Map.groupBy(verdicts, ({ consumer, provider }) => `${consumer} → ${provider}`);
  const lines = [...by_pact].map(([pact, own]) => `${pact}: ${count(own)}`);
  const bad = verdicts.filter(({ kind }) => kind !== 'verified');
  return [...lines, ...bad.flatMap((verdict) => ['', ...describe(verdict)])].join('\n');
}

function count(verdicts: readonly Verdict[]): string {
  return KINDS.map((kind) => ({ kind, n: verdicts.filter((verdict) => verdict.kind === kind).length }))
    .filter(({ n, kind }) => n > 0 || kind === 'verified')
    .map(({ n, kind }) => `${n} ${nameOf(kind)}`)
    .join(', ');
}

function nameOf(kind: Verdict['kind']): string {
  return kind.replace('_', ' ');
}

function describe({ kind, consumer, interaction, states, sent, differences, reason }: Verdict): readonly string[] {
  return [
    `${nameOf(kind).toUpperCase()}  ${consumer}: ${interaction}`,
    ...states.map((state, i) => `  ${i === 0 ? 'given' : 'and  '}     ${state}`),
    ...(sent === undefined ? [] : [`  sent      ${sent.method} ${sent.path} as ${sent.actor}: ${sent.status}`]),
    ...differences.flatMap(({ where, expected, actual, rule }) => [
      `  ${where}`,
      `    expected  ${expected}`,
      `    actual    ${actual}`,
      ...(rule === '' ? [] : [`    rule      ${rule}`]),
    ]),
    ...(reason === undefined ? [] : [`  why       ${reason}`]),
  ];
}
