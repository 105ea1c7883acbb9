/** Selects the requests and hook calls that lead to a finding, and the values to carry from one to the next. */
import type { RunAction } from '#client';
import { ENDPOINTS, decodePart } from '#client';
import { isIdKey, membersOf, parseAnswer } from './json.ts';

/** A value of one response that a later request needs. */
export interface Capture {
  readonly value: string;
  /** `bid 2`, in the order of the steps. */
  readonly name: string;
  readonly at: RunAction;
  readonly pointer: string;
}

export interface Selected {
  /** In order; the evidence comes last. */
  readonly actions: readonly RunAction[];
  readonly captures: readonly Capture[];
}

interface Source {
  readonly value: string;
  readonly at: RunAction;
  readonly pointer: string;
  readonly key: string;
}

/**
 * Selects the actions to repeat: the evidence, what the same check changed before, what it read at the same address, and the
 * origins of all ids in them, also in preparations that several checks share.
 * @param actions all actions of the run
 * @param compared what the response of the evidence is compared with, as JSON
 */
export function selectSteps(actions: readonly RunAction[], evidence: RunAction, compared: unknown): Selected {
  const before = actions.filter(({ number }) => number < evidence.number).toSorted((one, other) => one.number - other.number);
  const own = before.filter(({ check, is_shared }) => check === evidence.check && !is_shared);
  const shared = before.filter(({ is_shared }) => is_shared);
  const search = evidence.is_shared ? shared : [...shared, ...own].toSorted((one, other) => one.number - other.number);
  const sources = new Map<string, Source | undefined>();
  const sourceOf = (value: string, number: number): Source | undefined => {
    const use = `${number} ${value}`;
    if (!sources.has(use)) sources.set(use, findSource(search, value, number));
    return sources.get(use);
  };
  const needsOf = (action: RunAction): readonly string[] => {
    const sent = valuesSent(action);
    // What is only compared matters if the check created it.
    const isCreated = (value: string): boolean => sent.includes(value) || isMade(sourceOf(value, action.number));
    return action === evidence ? [...sent, ...splitText(JSON.stringify(compared)).filter(isCreated)] : sent;
  };
  const kept = new Set<RunAction>([evidence, ...(evidence.is_shared ? [] : own.filter(isChange)), ...readsBefore(own, evidence)]);
  for (let size = -1; size !== kept.size;) {
    size = kept.size;
    for (const action of kept) {
      for (const value of needsOf(action)) {
        const source = sourceOf(value, action.number);
        if (source !== undefined) kept.add(source.at);
      }
    }
    const isKept = (value: string, number: number): boolean => {
      const source = sourceOf(value, number);
      return source !== undefined && kept.has(source.at) && isMade(source);
    };
    for (const action of shared) {
      // What it creates beside the selected resources is not needed.
      if (isChange(action) && valuesSent(action, 'path').some((value) => isKept(value, action.number))) kept.add(action);
    }
  }
  const ordered = [...kept].toSorted((one, other) => one.number - other.number);
  const uses = ordered.flatMap((action) => needsOf(action).map((value) => sourceOf(value, action.number)));
  const needed = uses.filter((one, i) => uses.findIndex((other) => other?.at === one?.at && other?.value === one?.value) === i);
  return { actions: ordered, captures: nameCaptures(ordered, needed) };
}

/** A hook call, or a write that succeeded or can be repeated under its key. */
function isChange(action: RunAction): boolean {
  if (action.type === 'hook') return true;
  const { method, status, request_headers } = action.exchange;
  return method !== 'GET' && (status < 300 || request_headers['idempotency-key'] !== undefined);
}

/** The first earlier read of the same address, if something changed in between: what it showed can be kept too long. */
function readsBefore(own: readonly RunAction[], evidence: RunAction): readonly RunAction[] {
  if (evidence.type !== 'exchange' || evidence.exchange.method !== 'GET') return [];
  const { url, actor } = evidence.exchange;
  const same = own.find((one) => one.type === 'exchange' && one.exchange.url === url && one.exchange.actor === actor);
  const has_changed = same !== undefined && own.some((one) => one.number > same.number && isChange(one));
  return has_changed ? [same] : [];
}

/** An id or an opaque token, and not a word, a number, or a date. */
function isOpaque(text: string): boolean {
  return text.length >= 6 && /\d/.test(text) && /[a-z]/i.test(text) && !/^\d{4}-\d\d-\d\d/.test(text);
}

/** The opaque values in a request, or only in its address, or in the parameters of a hook call. */
function valuesSent(action: RunAction, where: 'anywhere' | 'path' = 'anywhere'): readonly string[] {
  if (action.type === 'hook') return splitText(JSON.stringify(action.params));
  const { url, request_body = '', request_headers } = action.exchange;
  const rest =
    where === 'path'
      ? ''
      : `${request_body} ${Object.entries(request_headers)
          .map(([name, value]) => (name === 'traceparent' ? '' : value))
          .join(' ')}`;
  return [...splitText(`${url} ${rest}`), url];
}

function splitText(text: string): readonly string[] {
  return [...new Set(text.split(/[/?&=",:{}[\]\s]+/).map(decodePart))].filter(isOpaque);
}

/** The action that created a value, or else the first one of these that shows it. */
function findSource(actions: readonly RunAction[], value: string, before: number): Source | undefined {
  const showing = actions.filter((one) => one.number < before && answerOf(one).includes(value));
  const reads = showing.filter((one) => !isChange(one));
  // A shared read of a list below something created shows what came of it. Other shared reads show what was there before.
  const is_below = (one: RunAction): boolean => valuesSent(one, 'path').some((sent) => isOpaque(sent) && /_/.test(sent));
  const order = [...showing.filter(isChange), ...reads.filter((one) => !one.is_shared || is_below(one))];
  const found = order.flatMap((at): readonly Source[] => {
    const member = membersOf(jsonOf(at)).find((one) => one.value === value);
    if (member === undefined) return [];
    const source = { value, at, pointer: member.pointer, key: member.key };
    // Who sent a value did not get it from the response, unless a resource was created under it.
    return isCreation(source) || !valuesSent(at).includes(value) ? [source] : [];
  });
  return found.findLast(isCreation) ?? found[0];
}

/** Whether a value comes from a change, and not from something that was there before. */
function isMade(source: Source | undefined): boolean {
  return source !== undefined && isChange(source.at);
}

/** Whether a request that creates something gave the value as the id of what it created. */
function isCreation({ at, pointer }: Source): boolean {
  const operation = at.type === 'exchange' ? at.exchange.operation : undefined;
  return operation !== undefined && ENDPOINTS[operation].creates !== undefined && pointer === '/data/id';
}

function answerOf(action: RunAction): string {
  return action.type === 'hook' ? JSON.stringify(action.answer) : action.exchange.text;
}

function jsonOf(action: RunAction): unknown {
  return action.type === 'hook' ? action.answer : parseAnswer({ response_body: action.exchange.text });
}

function nameCaptures(ordered: readonly RunAction[], sources: readonly (Source | undefined)[]): readonly Capture[] {
  const counts = new Map<string, number>();
  return sources
    .filter((one) => one !== undefined)
    .toSorted((one, other) => ordered.indexOf(one.at) - ordered.indexOf(other.at))
    .map(({ key, ...source }) => {
      const noun = nounOf(source.at, key);
      const n = (counts.get(noun) ?? 0) + 1;
      counts.set(noun, n);
      return { ...source, name: `${noun} ${n}` };
    });
}

function nounOf(at: RunAction, key: string): string {
  if (key !== 'id') return isIdKey(key) ? key.slice(0, -'_id'.length).replaceAll('_', ' ') : key;
  const { operation } = at.type === 'exchange' ? at.exchange : { operation: undefined };
  const { creates, returns } = operation === undefined ? {} : ENDPOINTS[operation];
  return (creates ?? returns ?? 'id').replaceAll('_', ' ');
}
