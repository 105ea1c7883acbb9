import type { Verdict } from './results.ts';
import type { Verification } from './verify.ts';

/** The outcomes in the headline, in order. */
const WORDS: readonly (readonly [Verdict['kind'], string])[] = [
  ['verified', 'verified'],
  ['failed', 'failed'],
  ['not_run', 'not run'],
  ['pending', 'pending'],
];

/** The outcome as text: one line per pact, then every interaction that is not verified, with its differences. */
export function renderVerification({ verdicts }: Verification): string {
  const by_pact = Map.groupBy(verdicts, ({ consumer, provider }) => `${consumer} → ${provider}`);
  const lines = [...by_pact].map(([pact, own]) => `${pact}: ${count(own)}`);
  const bad = verdicts.filter(({ kind }) => kind !== 'verified');
  return [...lines, ...bad.flatMap((verdict) => ['', ...describe(verdict)])].join('\n');
}

function count(verdicts: readonly Verdict[]): string {
  return WORDS.map(([kind, word]) => ({ word, n: verdicts.filter((verdict) => verdict.kind === kind).length }))
    .filter(({ n, word }) => n > 0 || word === 'verified')
    .map(({ n, word }) => `${n} ${word}`)
    .join(', ');
}

function describe({ kind, consumer, interaction, states, sent, differences, reason }: Verdict): readonly string[] {
  const word = WORDS.find(([known]) => known === kind)?.[1] ?? kind;
  return [
    `${word.toUpperCase()}  ${consumer}: ${interaction}`,
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
