/** A counterexample as a shell script that plays it again: whoever reads it needs curl, node and no Gristmill. */
import { findClause } from '#spec/clauses/index';
import type { Shown, ShownHappening } from '../findings/counterexample.ts';
import type { Cast, Named } from './names.ts';
import { castOf, pathOf, tellMessage } from './names.ts';
import { writeDeed } from './write-action.ts';
import { LIKE, MOCK_GROUND, OPERATOR_GROUND, TOOLS } from './script-tools.ts';
import type { Substitutes } from './shell.ts';
import { comment, hereText, quote, variableOf, word } from './shell.ts';
import type { Likeness } from './symptom.ts';
import { likenessOf } from './symptom.ts';
import { findShowing, happeningAt, plotOf } from './select-actions.ts';

export interface ScriptOptions {
  /** The base URL that the script is for, unless another is its first argument. */
  readonly target: string;
  /** Whether that is Gristmill's mock: then it plays in a world of its own, with the developer tokens. */
  readonly is_mock: boolean;
  /** The command that plays it again with all its judgements. */
  readonly replay: string;
}

/** What is known while the lines are written one after the other. */
interface Writing extends ScriptOptions {
  readonly shown: Shown;
  readonly cast: Cast;
  readonly plot: readonly number[];
  /** Ids that have a variable by now. */
  readonly taken: Set<string>;
  readonly substitutes: Substitutes;
}

/**
 * Writes the script. It ends with 1 where the same is shown again, with 0 where it is not, with 2 where it could not be played.
 * Reads that were made on the way are left out. On the mock it counts what was sent; attempts, which depend on a receiver, it does not judge.
 */
export function writeScript(shown: Shown, options: ScriptOptions): string {
  const cast = castOf(shown);
  const taken = new Set<string>();
  const substitutes = { cast, isTaken: (id: string) => taken.has(id), today: dayOf(shown) };
  const writing: Writing = { ...options, shown, cast, plot: plotOf(shown, cast), taken, substitutes };
  const head = writeHead(writing);
  const story = writeStory(writing);
  return `${[...head, ...story, ...writeEnd(writing)].join('\n')}\n`;
}

/** The date of the first answer that has one. */
function dayOf({ happenings }: Shown): string | undefined {
  for (const happening of happenings) {
    const date = happening.type === 'exchange' ? Date.parse(happening.exchange.response_headers['date'] ?? '') : Number.NaN;
    if (!Number.isNaN(date)) return new Date(date).toISOString().slice(0, 10);
  }
  return undefined;
}

function writeHead({ shown, cast, plot, target, is_mock, replay }: Writing): readonly string[] {
  const { clause } = shown.finding;
  const message = tellMessage(shown, cast);
  const used = plot.flatMap((at) => tokenOf(happeningAt(shown, at)) ?? []);
  return [
    '#!/bin/sh',
    comment(`${clause}: ${message}`),
    comment(findClause(clause).statement),
    '#',
    '# Plays the story that gristmill explore has found. It takes sh, curl and node, and ends with 1 where the same is shown again, with 0 where it',
    '# is not, and with 2 where it could not be played. An address as the first argument is played against instead.',
    comment(replay),
    'set -u',
    `TARGET=\${1:-${target}}`,
    ...[...new Set(used)].map((token) =>
      is_mock
        ? `: "\${${token}:=dev_${token.slice('TOKEN_'.length).toLowerCase()}}"`
        : `: "\${${token}:?is not set: the token of that actor}"`,
    ),
    '',
    TOOLS,
    LIKE,
    is_mock ? MOCK_GROUND : OPERATOR_GROUND,
    '',
  ];
}

/** The variable that stands where a token was. */
export function tokenOf(happening: ShownHappening): string | undefined {
  if (happening.type === 'hook') return undefined;
  return /\$(TOKEN_\w+)/.exec(happening.exchange.request_headers['authorization'] ?? '')?.[1];
}

function writeStory(writing: Writing): readonly string[] {
  const { shown, plot, substitutes } = writing;
  const lines = [quoteStep(0, 'The ground is laid.')];
  let step = 0;
  for (const at of plot) {
    const happening = happeningAt(shown, at);
    // A step that sends nothing, as a receiver that answers otherwise, is told all the same.
    for (; step < happening.step;) {
      step += 1;
      lines.push('', quoteStep(step, shown.steps[step - 1]?.said ?? ''));
    }
    const is_last = at === findShowing(shown);
    const path = happening.type === 'exchange' ? pathOf(shown, happening.exchange) : '';
    lines.push(
      ...writeDeed(happening, { path, is_mock: writing.is_mock, is_judged: is_last, token: tokenOf(happening), substitutes }),
    );
    lines.push(...takeIds(writing, at));
  }
  return lines;
}

function quoteStep(n: number, said: string): string {
  return `step ${n} ${quote(said)}`;
}

/** The ids that this answer tells first, and that are needed later. */
function takeIds({ shown, cast, plot, taken, is_mock }: Writing, at: number): readonly string[] {
  const told = [...cast.values()].filter((named) => named.at === at && isWanted(shown, plot, named));
  const is_hook = happeningAt(shown, at).type === 'hook';
  return told.map(({ id, name, pointer }) => {
    taken.add(id);
    const where = is_hook && !is_mock ? `/result${pointer}` : pointer;
    return `${variableOf(name)}=$(pick ${where}) || otherwise 'the answer has no ${where}'`;
  });
}

/** Whether a later line speaks of it: what has a name of the story is worth a variable in any case. */
function isWanted(shown: Shown, plot: readonly number[], { id, name, at }: Named): boolean {
  if (at === findShowing(shown)) return false;
  if (!name.startsWith('id ')) return true;
  return plot.some((later) => {
    if (later <= at) return false;
    const happening = happeningAt(shown, later);
    return JSON.stringify(
      happening.type === 'hook' ? happening.params : [happening.exchange.url, happening.exchange.request_body],
    ).includes(id);
  });
}

function writeEnd({ shown, taken, cast, substitutes, replay, is_mock }: Writing): readonly string[] {
  const { clause } = shown.finding;
  const message = tellMessage(shown, cast);
  const likeness = likenessOf(shown, (id) => taken.has(id));
  const own = [...taken].map((id) => `"$${variableOf(cast.get(id)?.name ?? '')}"`).join(' ');
  const known = new Set([...taken].map((id) => cast.get(id)?.name));
  // What was sent is told by the control plane of the mock alone.
  const can_count = likeness.by === 'delivery' && is_mock && [likeness.to, ...likeness.about].every((name) => known.has(name));
  if (likeness.by === 'nothing' || (likeness.by === 'delivery' && !can_count)) {
    return [
      '',
      'echo "This is as far as curl comes: what is wrong is seen in attempts at a delivery, or in several answers together."',
      `echo ${quote(`It is judged by: ${replay}`)}`,
      'exit 2',
    ];
  }
  return [
    '',
    ...(likeness.by === 'delivery' ? [] : ['echo; cat "$WORK/answer"; echo']),
    ...writeTest(likeness, own, substitutes),
    `  echo ${quote(`reproduced: ${clause}: ${message}`)}`,
    '  exit 1',
    'fi',
    `echo ${quote(`not reproduced: ${clause}: it is not shown by what came last`)}`,
    'exit 0',
  ];
}

type Seen = Exclude<Likeness, { by: 'nothing' }>;

/** The condition, up to `then`. */
function writeTest(likeness: Seen, own: string, substitutes: Substitutes): readonly string[] {
  if (likeness.by === 'delivery') {
    const { event, to, about, come, is_missing } = likeness;
    const names = [to, event, ...about].map((name) => (name === event ? name : `"$${variableOf(name)}"`));
    return [`count ${names.join(' ')}`, `if [ "$COUNT" ${is_missing ? '-le' : '-gt'} ${come} ]; then`];
  }
  const { by, status } = likeness;
  if (by === 'status') return [`if [ "$STATUS" = ${status} ]; then`];
  if (by === 'text') {
    const text = word(likeness.text, substitutes);
    return [`if [ "$STATUS" = ${status} ] && cat "$WORK/answer" "$WORK/headers" | grep -qF -- ${text}; then`];
  }
  const { pointer, value } = likeness;
  return [
    `if [ "$STATUS" = ${status} ] && like ${word(pointer, substitutes)}${own === '' ? '' : ` ${own}`} <<JSON`,
    hereText(value === undefined ? '' : JSON.stringify(value), substitutes),
    'JSON',
    'then',
  ];
}
