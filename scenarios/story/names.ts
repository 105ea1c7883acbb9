/** Who is who in a counterexample: each id with the name that the story has for it, and where it was told first. */
import type { EvidenceExchange } from '#conformance';
import { decodePart } from '#client';
import type { Shown, ShownAction } from '../findings/counterexample.ts';
import { isIdKey, membersOf, parseAnswer } from './json.ts';

/** One resource of the story. */
export interface NamedResource {
  readonly id: string;
  /** `trade 1`, as the steps of the story have it. */
  readonly name: string;
  /** The place of the happening whose answer told it first, and where in that. */
  readonly at: number;
  readonly pointer: string;
}

export type ResourceNames = ReadonlyMap<string, NamedResource>;

interface Maker {
  path: RegExp;
  noun: string;
  pointers: readonly string[];
}

const ID = ['/data/id'];
/** What makes something, in the nouns that the model counts by. */
const MAKERS: readonly Maker[] = [
  { path: /^\/me\/inventory$/, noun: 'lot', pointers: ID },
  { path: /^\/me\/farms$/, noun: 'farm', pointers: ID },
  { path: /^\/inventory\/[^/]+\/bids$/, noun: 'bid', pointers: ID },
  { path: /^\/bids\/[^/]+\/counter$/, noun: 'bid', pointers: ID },
  { path: /^\/sandbox\/simulate-event$/, noun: 'bid', pointers: ['/data/bid_id'] },
  { path: /^\/(?:bids|cash-bid-offers)\/[^/]+\/accept$/, noun: 'trade', pointers: ['/data/id', '/data/trade_id'] },
  { path: /^\/cash-bids$/, noun: 'cash bid', pointers: ID },
  { path: /^\/webhooks$/, noun: 'subscription', pointers: ID },
];

/** Below the base URL, with its query. */
export function pathOf({ base_url }: Shown, { url }: EvidenceExchange): string {
  return url.startsWith(`${base_url}/`) ? url.slice(base_url.length) : url;
}

/** Everybody whom an answer tells by an id; whoever a request has made has a name, the others are numbered. */
export function nameResources(shown: Shown): ResourceNames {
  const names = new Map<string, NamedResource>();
  const counts = new Map<string, number>();
  const admit = (noun: string, id: string, at: number, pointer: string): void => {
    if (names.has(id)) return;
    const n = (counts.get(noun) ?? 0) + 1;
    counts.set(noun, n);
    names.set(id, { id, name: `${noun} ${n}`, at, pointer });
  };
  for (const [at, action] of shown.actions.entries()) {
    const made = findMade(shown, action);
    if (made !== undefined) admit(made.noun, made.id, at, made.pointer);
  }
  for (const [at, action] of shown.actions.entries()) {
    if (action.type !== 'exchange') continue;
    for (const { key, value, pointer } of membersOf(parseAnswer(action.exchange))) {
      if (typeof value === 'string' && value !== '' && isIdKey(key)) admit('id', value, at, pointer);
    }
  }
  return names;
}

interface Made {
  noun: string;
  id: string;
  pointer: string;
}

function findMade(shown: Shown, action: ShownAction): Made | undefined {
  if (action.type === 'hook') {
    const id = action.ids['offer_id'];
    return id === undefined ? undefined : { noun: 'offer', id, pointer: '/offer_id' };
  }
  const { exchange } = action;
  const path = pathOf(shown, exchange);
  const maker = MAKERS.find((one) => one.path.test(path));
  if (maker === undefined || exchange.method !== 'POST' || exchange.status >= 300) return undefined;
  const members = membersOf(parseAnswer(exchange));
  for (const pointer of maker.pointers) {
    const value = members.find((one) => one.pointer === pointer)?.value;
    if (typeof value === 'string') return { noun: maker.noun, id: value, pointer };
  }
  return undefined;
}

/** The ids that a request, or the operator's deed, cannot be sent without. */
export function idsNeeded(shown: Shown, action: ShownAction): readonly string[] {
  if (action.type === 'hook') return idsIn(action.params);
  const { exchange } = action;
  const [path = ''] = pathOf(shown, exchange).split('?');
  return [...path.split('/').map(decodePart), ...idsIn(parseJsonText(exchange.request_body))];
}

function idsIn(value: unknown): readonly string[] {
  return membersOf(value).flatMap((member) => (isIdKey(member.key) && typeof member.value === 'string' ? [member.value] : []));
}

function parseJsonText(text: string | undefined): unknown {
  return text === undefined ? undefined : parseAnswer({ response_body: text });
}

/** What was found, with the names of the story, and paths as the document has them. */
export function formatMessage({ base_url, finding }: Shown, names: ResourceNames): string {
  const { pathname } = new URL(base_url);
  return nameIds(names, finding.message.replaceAll(`${pathname}/`, '/'));
}

/** A text with the names of the story in place of its ids. */
export function nameIds(names: ResourceNames, text: string): string {
  return text.replaceAll(/[^/?&="'\s]+/g, (word) => {
    const named = names.get(word);
    return named === undefined || named.name.startsWith('id ') ? word : `{${named.name}}`;
  });
}
