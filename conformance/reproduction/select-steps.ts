/** Selects the requests and hook calls that lead to a finding, and the values to carry from one to the next. */
import { ENDPOINTS, decodePart, idempotencyKeyOf, parseJson, type RunAction } from '#client';
import { isIdKey, locateMembers, type LocatedMember } from './json.ts';

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
  /** Whether a change showed the value, so that it is not something that was there before. */
  readonly is_made: boolean;
}

/**
 * Selects the actions to repeat: the evidence, what the same check changed before, what it read at the same URL, and the
 * origins of all ids in them, including those in preparations that several checks share.
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
    // A compared value matters if it was also sent, or if the run created it.
    const isRelevant = (value: string): boolean => sent.includes(value) || sourceOf(value, action.number)?.is_made === true;
    return action === evidence ? [...sent, ...splitText(JSON.stringify(compared)).filter(isRelevant)] : sent;
  };
  const kept = new Set<RunAction>([
    evidence,
    ...(evidence.is_shared ? [] : own.filter(isAttempt)),
    ...firstReadBefore(own, evidence),
  ]);
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
      return source?.is_made === true && kept.has(source.at);
    };
    for (const action of shared) {
      // What it creates in addition to the selected resources is not needed.
      if (isChange(action) && valuesSent(action, 'url').some((value) => isKept(value, action.number))) kept.add(action);
      if (movesClock(action) && [...kept].some(({ number }) => number < action.number)) kept.add(action);
    }
  }
  const ordered = [...kept].toSorted((one, other) => one.number - other.number);
  const uses = ordered.flatMap((action) => needsOf(action).map((value) => sourceOf(value, action.number)));
  const needed = uses.filter((one, i) => uses.findIndex((other) => other?.at === one?.at && other?.value === one?.value) === i);
  return { actions: ordered, captures: nameCaptures(ordered, needed) };
}

/**
 * A hook call or a write, also one rejected with 4xx, which can have an effect anyway. Writes with a 5xx are left out: the script stops
 * if a step gets another status than in the run, and a 5xx seldom repeats.
 */
function isAttempt(action: RunAction): boolean {
  return action.type === 'hook' || (action.exchange.method !== 'GET' && action.exchange.status < 500);
}

/** A hook call, or a write that succeeded or can be repeated under its key. */
function isChange(action: RunAction): boolean {
  if (action.type === 'hook') return true;
  const { method, status } = action.exchange;
  return method !== 'GET' && (status < 300 || idempotencyKeyOf(action.exchange) !== undefined);
}

function movesClock(action: RunAction): boolean {
  return action.type === 'hook' && action.hook === 'advance_clock';
}

/** The first earlier read of the same URL, if something changed in between: the deployment may have cached its response. */
function firstReadBefore(own: readonly RunAction[], evidence: RunAction): readonly RunAction[] {
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

/**
 * The opaque values in a request or only in its URL, and the URL itself, which can be a link from a response. Of a hook call, the values in
 * its parameters.
 */
function valuesSent(action: RunAction, where: 'anywhere' | 'url' = 'anywhere'): readonly string[] {
  if (action.type === 'hook') return splitText(JSON.stringify(action.params));
  const { url, request_body = '', request_headers } = action.exchange;
  const rest =
    where === 'url'
      ? ''
      : `${request_body} ${Object.entries(request_headers)
          .map(([name, value]) => (name === 'traceparent' ? '' : value))
          .join(' ')}`;
  return [...splitText(`${url} ${rest}`), url];
}

function splitText(text: string): readonly string[] {
  return [...new Set(text.split(/[/?&=",:{}[\]\s]+/).map(decodePart))].filter(isOpaque);
}

/**
 * The action that created a value; otherwise, the first of these actions that shows it. If that is an action of the check itself, the source is instead the
 * last action that shows it in a record, because the check sent what it had read last: the line ids of a counter, for example, and not those of the countered
 * bid.
 */
function findSource(actions: readonly RunAction[], value: string, before: number): Source | undefined {
  const showing = actions.filter((one) => one.number < before && valuesShown(one).has(value));
  const reads = showing.filter((one) => !isChange(one));
  // A shared read below a resource can show what the run created. Other shared reads show what was there before.
  const order = [...showing.filter(isChange), ...reads.filter((one) => !one.is_shared || isBelowResource(one))];
  const found = order.flatMap((at): readonly Source[] => {
    const member = valuesShown(at).get(value);
    if (member === undefined) return [];
    const source = { value, at, pointer: member.pointer, key: member.key, is_made: showing.some(isChange) };
    // A request that sent a value is not its source, unless the value is the id of the resource that the request created.
    return isCreation(source) || !valuesSent(at).includes(value) ? [source] : [];
  });
  const created = found.findLast(isCreation);
  const [first] = found;
  if (created !== undefined || first === undefined || first.at.is_shared) return created ?? first;
  // In another run, the position in a list can differ.
  const of_records = found.filter(({ at, pointer }) => !at.is_shared && !pointer.startsWith('/items/'));
  return of_records.toSorted((one, other) => one.at.number - other.at.number).at(-1) ?? first;
}

/** Whether the path of a request contains the id of a resource. */
function isBelowResource(action: RunAction): boolean {
  const operation = action.type === 'exchange' ? action.exchange.operation : undefined;
  return operation !== undefined && ENDPOINTS[operation].path.includes('{id}');
}

/** Whether a request that creates something gave the value as the id of what it created. */
function isCreation({ at, pointer }: Pick<Source, 'at' | 'pointer'>): boolean {
  const operation = at.type === 'exchange' ? at.exchange.operation : undefined;
  return operation !== undefined && ENDPOINTS[operation].creates !== undefined && pointer === '/data/id';
}

const shown = new WeakMap<RunAction, ReadonlyMap<string, LocatedMember>>();

/** The opaque values and links in a response, each with the outermost member that has it. Every finding of a run asks for them again. */
function valuesShown(action: RunAction): ReadonlyMap<string, LocatedMember> {
  const known = shown.get(action);
  if (known !== undefined) return known;
  const values = new Map<string, LocatedMember>();
  for (const member of locateMembers(jsonOf(action))) {
    const { value } = member;
    if (typeof value === 'string' && (isOpaque(value) || URL.canParse(value)) && !values.has(value)) values.set(value, member);
  }
  shown.set(action, values);
  return values;
}

function jsonOf(action: RunAction): unknown {
  return action.type === 'hook' ? action.reply : parseJson(action.exchange.text);
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
