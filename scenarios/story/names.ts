/** Gives each id of a counterexample a readable name, and locates the response that first returned it. */
import { decodePart, parseJson } from '#client';
import { isIdKey, locateMembers, parseResponse, pathBelow } from '#conformance';
import type { Shown, ShownAction } from '../findings/counterexample.ts';

/** One resource of a counterexample. */
export interface NamedResource {
  readonly id: string;
  /** `trade 1`, as in the steps. */
  readonly name: string;
  /** The index of the action whose response first contained the id, and the JSON pointer in it. */
  readonly at: number;
  readonly pointer: string;
}

export type ResourceNames = ReadonlyMap<string, NamedResource>;

/** A POST that creates a resource. */
interface Creation {
  path: RegExp;
  noun: string;
  pointers: readonly string[];
}

const ID = ['/data/id'];
/** With the nouns that the model uses. */
const CREATIONS: readonly Creation[] = [
  { path: /^\/me\/inventory$/, noun: 'lot', pointers: ID },
  { path: /^\/me\/farms$/, noun: 'farm', pointers: ID },
  { path: /^\/inventory\/[^/]+\/bids$/, noun: 'bid', pointers: ID },
  { path: /^\/bids\/[^/]+\/counter$/, noun: 'bid', pointers: ID },
  { path: /^\/sandbox\/simulate-event$/, noun: 'bid', pointers: ['/data/bid_id'] },
  { path: /^\/(?:bids|cash-bid-offers)\/[^/]+\/accept$/, noun: 'trade', pointers: ['/data/id', '/data/trade_id'] },
  { path: /^\/cash-bids$/, noun: 'cash bid', pointers: ID },
  { path: /^\/webhooks$/, noun: 'subscription', pointers: ID },
];

/** Names all ids in responses. Created resources are named by noun, other ids are numbered. */
export function nameResources(shown: Shown): ResourceNames {
  const names = new Map<string, NamedResource>();
  const counts = new Map<string, number>();
  const addName = (noun: string, id: string, at: number, pointer: string): void => {
    if (names.has(id)) return;
    const n = (counts.get(noun) ?? 0) + 1;
    counts.set(noun, n);
    names.set(id, { id, name: `${noun} ${n}`, at, pointer });
  };
  for (const [at, action] of shown.actions.entries()) {
    const created = findCreated(shown, action);
    if (created !== undefined) addName(created.noun, created.id, at, created.pointer);
  }
  for (const [at, action] of shown.actions.entries()) {
    if (action.type !== 'exchange') continue;
    for (const { key, value, pointer } of locateMembers(parseResponse(action.exchange))) {
      if (typeof value === 'string' && value !== '' && isIdKey(key)) addName('id', value, at, pointer);
    }
  }
  return names;
}

interface Created {
  noun: string;
  id: string;
  pointer: string;
}

function findCreated(shown: Shown, action: ShownAction): Created | undefined {
  if (action.type === 'hook') {
    const id = action.ids['offer_id'];
    return id === undefined ? undefined : { noun: 'offer', id, pointer: '/offer_id' };
  }
  const { exchange } = action;
  const path = pathBelow(shown.base_url, exchange.url);
  const creation = CREATIONS.find((one) => one.path.test(path));
  if (creation === undefined || exchange.method !== 'POST' || exchange.status >= 300) return undefined;
  const members = locateMembers(parseResponse(exchange));
  for (const pointer of creation.pointers) {
    const value = members.find((one) => one.pointer === pointer)?.value;
    if (typeof value === 'string') return { noun: creation.noun, id: value, pointer };
  }
  return undefined;
}

/** The ids in the path and body of a request, or in the parameters of a hook call. */
export function idsNeeded(shown: Shown, action: ShownAction): readonly string[] {
  if (action.type === 'hook') return idsIn(action.params);
  const { exchange } = action;
  const [path = ''] = pathBelow(shown.base_url, exchange.url).split('?');
  return [...path.split('/').map(decodePart), ...idsIn(parseJson(exchange.request_body ?? ''))];
}

function idsIn(value: unknown): readonly string[] {
  return locateMembers(value).flatMap((member) =>
    isIdKey(member.key) && typeof member.value === 'string' ? [member.value] : [],
  );
}

/** The message of the finding, with names instead of ids and paths without the base path. */
export function formatMessage({ base_url, finding }: Shown, names: ResourceNames): string {
  const { pathname } = new URL(base_url);
  return nameIds(names, finding.message.replaceAll(`${pathname}/`, '/'));
}

export function nameIds(names: ResourceNames, text: string): string {
  return text.replaceAll(/[^/?&="'\s]+/g, (word) => {
    const named = names.get(word);
    return named === undefined || named.name.startsWith('id ') ? word : `{${named.name}}`;
  });
}
