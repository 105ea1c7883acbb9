/** Writes a counterexample as a shell script that needs only sh, curl, and node. */
import { findClause } from '#spec/clauses/index';
import type { Shown, ShownAction } from '../findings/counterexample.ts';
import { nameResources, formatMessage, type ResourceNames, type NamedResource } from './names.ts';
import {
  type Substitutes,
  CONTROL_SETUP,
  DIRECT_SETUP,
  LIKE_FUNCTION,
  OPERATOR_SETUP,
  TOOLS,
  WORLD_SETUP,
  comment,
  hereText,
  pathBelow,
  quote,
  tokenDefault,
  variableOf,
  word,
  writeAction,
} from '#conformance';
import { symptomOf, type Symptom } from './symptom.ts';
import { findEvidence, actionAt, selectActions } from './select-actions.ts';

interface ScriptOptions {
  /** The default base URL. The first argument of the script overrides it. */
  readonly target: string;
  /** Whether the target is the Gristmill mock. The script then creates a world and uses developer tokens. */
  readonly is_mock: boolean;
  /** The gristmill command that replays the counterexample with all checks. */
  readonly replay: string;
}

/** The state while writing. */
interface Writing extends ScriptOptions {
  readonly shown: Shown;
  readonly names: ResourceNames;
  readonly selected: readonly number[];
  /** The variables of ids that are assigned so far. */
  readonly variables: Map<string, string>;
  readonly substitutes: Substitutes;
}

/**
 * Writes the script. It exits with 1 if it reproduces the finding, 0 if not, and 2 if it cannot run. Unnecessary reads are omitted. On the mock, the script counts sent events; it does not check delivery attempts.
 */
export function writeScript(shown: Shown, options: ScriptOptions): string {
  const names = nameResources(shown);
  const variables = new Map<string, string>();
  const substitutes = { variables, recorded_at_ms: timeOf(shown) };
  const writing: Writing = { ...options, shown, names, selected: selectActions(shown, names), variables, substitutes };
  const head = writeHead(writing);
  const story = writeStory(writing);
  return `${[...head, ...story, ...writeEnd(writing)].join('\n')}\n`;
}

/** The time of the first response with a Date header, in ms since 1970; NaN if there is none. */
function timeOf({ actions }: Shown): number {
  const times = actions.map((one) =>
    one.type === 'exchange' ? Date.parse(one.exchange.response_headers['date'] ?? '') : Number.NaN,
  );
  return times.find((time) => !Number.isNaN(time)) ?? Number.NaN;
}

function writeHead({ shown, names, selected, target, is_mock, replay }: Writing): readonly string[] {
  const { clause } = shown.finding;
  const message = formatMessage(shown, names);
  const used = selected.flatMap((at) => tokenOf(actionAt(shown, at)) ?? []);
  return [
    '#!/bin/sh',
    comment(`${clause}: ${message}`),
    comment(findClause(clause).statement),
    '#',
    '# Replays a finding of gristmill explore. Needs sh, curl, and node. Exits with 1 if it reproduces the finding, 0 if not, and 2 if it',
    '# cannot run. To use another target, pass its base URL as the first argument.',
    comment(replay),
    'set -u',
    `TARGET=\${1:-${target}}`,
    '',
    TOOLS,
    ...[...new Set(used)].map((token) => (is_mock && token.startsWith('TOKEN_') ? tokenDefault(token) : `need ${token}`)),
    LIKE_FUNCTION,
    ...(is_mock ? [CONTROL_SETUP, WORLD_SETUP] : [DIRECT_SETUP, OPERATOR_SETUP]),
    '',
  ];
}

/** The variable that replaces a token. */
function tokenOf(action: ShownAction): string | undefined {
  if (action.type === 'hook') return undefined;
  // A token of the configuration keeps the name of its environment variable.
  return /^Bearer \$(\w+)$/.exec(action.exchange.request_headers['authorization'] ?? '')?.[1];
}

function tokenWordOf(action: ShownAction): string {
  const token = tokenOf(action);
  return token === undefined ? "''" : `"$${token}"`;
}

function writeStory(writing: Writing): readonly string[] {
  const { shown, selected, substitutes } = writing;
  const lines = [quoteStep(0, 'Setup')];
  let step = 0;
  for (const at of selected) {
    const action = actionAt(shown, at);
    // Also print steps without requests, such as a change of receiver behavior.
    while (step < action.step) {
      step += 1;
      lines.push('', quoteStep(step, shown.steps[step - 1]?.text ?? ''));
    }
    const is_last = at === findEvidence(shown);
    const path = action.type === 'exchange' ? pathBelow(shown.base_url, action.exchange.url) : '';
    lines.push(
      ...writeAction(action, { path, is_mock: writing.is_mock, is_evidence: is_last, token: tokenWordOf(action), substitutes }),
    );
    lines.push(...assignIds(writing, at));
  }
  return lines;
}

function quoteStep(n: number, text: string): string {
  return `step ${n} ${quote(text)}`;
}

/** Assigns variables to the ids that this response returns and later actions need. */
function assignIds({ shown, names, selected, variables, is_mock }: Writing, at: number): readonly string[] {
  const assigned = [...names.values()].filter((named) => named.at === at && isWanted(shown, selected, named));
  const is_hook = actionAt(shown, at).type === 'hook';
  return assigned.map(({ id, name, pointer }) => {
    const variable = variableOf(name);
    variables.set(id, variable);
    const where = is_hook && !is_mock ? `/result${pointer}` : pointer;
    return `${variable}=$(pick ${where}) || stop 'the response has no ${where}'`;
  });
}

/** Whether an id needs a variable: it is a named resource, or a later action contains it. */
function isWanted(shown: Shown, selected: readonly number[], { id, name, at }: NamedResource): boolean {
  if (at === findEvidence(shown)) return false;
  if (!name.startsWith('id ')) return true;
  return selected.some((later) => {
    if (later <= at) return false;
    const action = actionAt(shown, later);
    return JSON.stringify(action.type === 'hook' ? action.params : [action.exchange.url, action.exchange.request_body]).includes(
      id,
    );
  });
}

function writeEnd({ shown, variables, names, substitutes, replay, is_mock }: Writing): readonly string[] {
  const { clause } = shown.finding;
  const message = formatMessage(shown, names);
  const symptom = symptomOf(shown, (id) => variables.has(id));
  const own = [...variables.values()].map((variable) => `"$${variable}"`).join(' ');
  const known = new Set([...variables.keys()].map((id) => names.get(id)?.name));
  // Only the mock's control plane reports sent events.
  const can_count = symptom.by === 'delivery' && is_mock && [symptom.to, ...symptom.about].every((name) => known.has(name));
  if (symptom.by === 'nothing' || (symptom.by === 'delivery' && !can_count)) {
    return [
      '',
      'echo "This script cannot check the finding, which is about delivery attempts or several responses together."',
      `echo ${quote(`To check it, run: ${replay}`)}`,
      'exit 2',
    ];
  }
  return [
    '',
    ...(symptom.by === 'delivery' ? [] : ['echo; cat "$WORK/response"; echo']),
    ...writeTest(symptom, own, substitutes),
    `  echo ${quote(`reproduced: ${clause}: ${message}`)}`,
    '  exit 1',
    'fi',
    `echo ${quote(`not reproduced: ${clause}: the last response does not show it`)}`,
    'exit 0',
  ];
}

type Seen = Exclude<Symptom, { by: 'nothing' }>;

/** The condition, through `then`. */
function writeTest(symptom: Seen, own: string, substitutes: Substitutes): readonly string[] {
  if (symptom.by === 'delivery') {
    const { event, to, about, delivered, is_missing } = symptom;
    const names = [to, event, ...about].map((name) => (name === event ? name : `"$${variableOf(name)}"`));
    return [`count ${names.join(' ')}`, `if [ "$COUNT" ${is_missing ? '-le' : '-gt'} ${delivered} ]; then`];
  }
  const { by, status } = symptom;
  if (by === 'status') return [`if [ "$STATUS" = ${status} ]; then`];
  if (by === 'text') {
    const text = word(symptom.text, substitutes);
    return [`if [ "$STATUS" = ${status} ] && cat "$WORK/response" "$WORK/headers" | grep -qF -- ${text}; then`];
  }
  const { pointer, value } = symptom;
  return [
    `if [ "$STATUS" = ${status} ] && like ${word(pointer, substitutes)}${own === '' ? '' : ` ${own}`} <<JSON`,
    hereText(value === undefined ? '' : JSON.stringify(value), substitutes),
    'JSON',
    'then',
  ];
}
