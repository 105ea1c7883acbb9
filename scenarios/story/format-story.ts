/** Formats a counterexample as text: steps, expected and actual result. */
import { findClause } from '#spec/clauses/index';
import { parseJson } from '#client';
import { joinLines, pathBelow, readPointer } from '#conformance';
import type { Counterexample, Shown, ShownAction } from '../findings/counterexample.ts';
import { nameResources, nameIds, formatMessage, type ResourceNames } from './names.ts';
import { findEvidence, actionAt } from './select-actions.ts';

/** One line of the text, and the part it belongs to. */
export interface StoryLine {
  readonly part: 'headline' | 'clause' | 'setup' | 'step' | 'finding' | 'replay';
  readonly text: string;
}

const LEVELS = { S: 'stated by the document', D: 'derived from it', A: 'assumed where the document is silent' } as const;

/** The maximum length of the actual value. The saved JSON has all of it. */
const OBSERVED_MAX = 300;

/**
 * Formats a counterexample.
 * @param commands_to_replay command lines that replay it
 * @returns lines without line breaks. Text from the target is not escaped
 */
export function formatStory(shown: Shown, commands_to_replay: readonly string[] = []): readonly StoryLine[] {
  const names = nameResources(shown);
  const { clause, expected, observed, pointer, likely_cause } = shown.finding;
  const message = formatMessage(shown, names);
  const { statement, level, section } = findClause(clause);
  const line = (part: StoryLine['part'], text: string): StoryLine => ({ part, text: joinLines(text) });
  const found: readonly (readonly [string, string | undefined])[] = [
    ['seen in', describeEvidence(shown)],
    ['at', pointer],
    ['expected', expected],
    ['actual', observed === undefined ? undefined : cut(observed)],
    ['cause', likely_cause],
  ];
  return [
    line('headline', `${clause} is violated: ${message}`),
    line('clause', `${clause}, ${LEVELS[level]} (${section}): ${statement}`),
    ...describeSetup(shown, names).map((text) => line('setup', text)),
    ...shown.steps.map(({ text }, i) => line('step', `${i + 1}. ${toSentence(text)}${describeResponse(shown, i + 1)}`)),
    line('finding', message),
    ...found.flatMap(([name, text]) =>
      text === undefined ? [] : [line('finding', `${name.padEnd(8)} ${nameIds(names, text)}`)],
    ),
    ...describeReproducibility(shown).map((text) => line('replay', text)),
    ...commands_to_replay.map((text) => line('replay', text)),
  ];
}

/** Headings of the parts. */
const HEADINGS: Partial<Record<StoryLine['part'], string>> = {
  setup: 'Setup',
  step: 'Steps',
  finding: 'Finding',
  replay: 'Replay',
};

/** Joins the lines to plain text, with one paragraph per part. */
export function renderStory(
  lines: readonly StoryLine[],
  paint: (part: StoryLine['part'], text: string) => string = (_, text) => text,
): string {
  const written: string[] = [];
  let last: StoryLine['part'] | undefined;
  for (const { part, text } of lines) {
    const heading = HEADINGS[part];
    if (part !== last && last !== undefined) written.push('');
    if (part !== last && heading !== undefined) written.push(heading);
    written.push(heading === undefined ? paint(part, text) : `  ${paint(part, text)}`);
    last = part;
  }
  return `${written.join('\n')}\n`;
}

function toSentence(text: string): string {
  return text === '' ? 'This step has no description.' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function cut(text: string): string {
  return text.length > OBSERVED_MAX ? `${text.slice(0, OBSERVED_MAX)}…` : text;
}

/** The lots that the steps mention, or all if none is mentioned. */
function describeSetup(shown: Shown, names: ResourceNames): readonly string[] {
  const all_text = [...shown.steps.map(({ text }) => text), shown.finding.message].join(' ');
  const all = shown.actions.flatMap((action, at) => {
    const named = [...names.values()].find((one) => one.at === at);
    return action.phase === 'setup' && action.type === 'exchange' && named?.name.startsWith('lot ') === true
      ? [{ name: named.name, text: describeLot(named.name, action) }]
      : [];
  });
  const mentioned = all.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(all_text));
  return (mentioned.length > 0 ? mentioned : all).map(({ text }) => text);
}

function describeLot(name: string, { exchange }: ShownAction & { type: 'exchange' }): string {
  const asked = parseJson(exchange.request_body ?? '');
  const [quantity_mt, commodity, grade] = ['/quantity_mt', '/commodity', '/grade'].map((key) => readPointer(asked, key));
  const of_grade = typeof grade === 'string' ? `, ${grade}` : ', ungraded';
  return `${toSentence(name).slice(0, -1)} is listed by ${exchange.actor}: ${String(quantity_mt)} t of ${String(commodity)}${of_grade}.`;
}

/** ` The response is 201.` */
function describeResponse({ actions }: Shown, step: number): string {
  const statuses = actions.flatMap((one) =>
    one.type === 'exchange' && one.step === step && one.phase === 'command' ? [one.exchange.status] : [],
  );
  return statuses.length === 0 ? '' : ` Response: ${statuses.join(', then ')}.`;
}

/** `GET /trades/{trade 1} as buyer, status 200` */
function describeEvidence(shown: Shown): string | undefined {
  const at = findEvidence(shown);
  const action = at === undefined ? undefined : actionAt(shown, at);
  if (action?.type !== 'exchange') return undefined;
  const { method, actor, status } = action.exchange;
  return `${method} ${pathBelow(shown.base_url, action.exchange.url)} as ${actor}, status ${status}`;
}

function describeReproducibility(shown: Shown): readonly string[] {
  if (!isConfirmed(shown)) return [];
  const { found, of } = shown.replays;
  const word = shown.determinism === 'deterministic' ? 'Deterministic' : 'Flaky';
  return [`${word}: ${found} of ${of} replays reproduced the finding.`];
}

function isConfirmed(shown: Shown): shown is Counterexample {
  return 'determinism' in shown;
}
