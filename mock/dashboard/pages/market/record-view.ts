/** Compares a record as a caller sees it through the API with the stored record. */
import { callApi, type ApiResponse } from '../../state/control.ts';
import type { Persona, Truth } from '../../state/wire.ts';
import { isSandbox, textOf } from '../../state/wire.ts';
import { personas, tokenOf } from '../../state/world.ts';

interface Seen {
  /** The status of the response. Also 404 if the list (200) does not contain the record. */
  status: number;
  /** The response, or the record in it. */
  body: unknown;
  /** What was requested. */
  path: string;
}

/** A record is searched for in the first 1,000 items of a list: 20 pages of 50. */
const PAGES_MAX = 20;

/** The path under which the API shows a record of each kind. Owners of lots, and sellers who got a bid, use different paths from buyers. */
const PATHS: Readonly<Record<string, (truth: Truth, user_id: string) => string>> = {
  lot: (truth, user_id) => `${textOf(truth, 'user_id') === user_id ? '/me' : ''}/inventory/${truth.id}`,
  bid: (truth, user_id) =>
    textOf(truth, 'seller_user_id') === user_id ? `/me/inventory/${textOf(truth, 'lot_id')}/bids?limit=50` : `/bids/${truth.id}`,
  trade: ({ id }) => `/trades/${id}`,
  cash_bid: () => '/cash-bids?limit=50',
  offer: (truth) => `/cash-bids/${textOf(truth, 'cash_bid_id')}/offers?limit=50`,
  delivery_location: () => '/delivery-locations?limit=50',
};

/** The object with this id anywhere in a response. */
function findById(body: unknown, id: string): object | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  if ('id' in body && String(body.id) === id) return body;
  for (const inner of Object.values(body)) {
    const found = findById(inner, id);
    if (found !== undefined) return found;
  }
  return undefined;
}

export async function readAsSeen(truth: Truth, persona: string): Promise<Seen> {
  const token = await tokenOf(persona, isSandbox(truth));
  const user_id = personas.value.find(({ name }) => name === persona)?.user_id ?? '';
  const path = PATHS[truth.kind]?.(truth, user_id) ?? '';
  return findRecord((page) => callApi(token, 'GET', page), path, truth.id);
}

/**
 * Reads a record, or the pages of a list up to the one with the record. If it is not in the first pages of the list, the status is reported as
 * 404.
 */
export async function findRecord(read: (path: string) => Promise<ApiResponse>, path: string, id: string): Promise<Seen> {
  let page = path;
  for (let pages = 1; ; pages += 1) {
    const { status, body } = await read(page);
    if (status !== 200) return { status, body, path: page };
    const found = findById(body, id);
    if (found !== undefined) return { status, body: found, path: page };
    const next = nextOf(body);
    if (next === undefined || pages === PAGES_MAX) return { status: 404, body, path: page };
    // Uses only the query of the link, because the link can be absolute or relative, and the path below /v1 is the same on every page.
    page = `${path.split('?')[0] ?? ''}${new URL(next, 'http://localhost').search}`;
  }
}

function nextOf(body: unknown): string | undefined {
  return typeof body === 'object' && body !== null && 'next' in body && typeof body.next === 'string' ? body.next : undefined;
}

export interface Fact {
  name: string;
  /** The value in the store, as text. */
  truth: string;
  /** The value that the caller sees: 'null' if the field is null, undefined if the field is missing. */
  seen: string | undefined;
  /** The clause that withholds it, if the caller does not see it and it is about another party. */
  clause: string | undefined;
}

/**
 * The clause that withholds a fact from some or all callers, by the kind of record and the name of the fact. If there are several, the one
 * that names the fact.
 */
const WITHHELD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  lot: {
    user_id: 'PRIV-16',
    farm_id: 'PRIV-16',
    city_id: 'PRIV-2',
    'seller.name': 'PRIV-1',
    'seller.email': 'PRIV-1',
    'farm.name': 'PRIV-1',
    'farm.latitude': 'PRIV-1',
    'farm.longitude': 'PRIV-1',
  },
  bid: {
    buyer_team_id: 'PRIV-7',
    buyer_user_id: 'PRIV-7',
    seller_user_id: 'PRIV-6',
    'seller.name': 'PRIV-4',
    'seller.email': 'PRIV-6',
    'buyer_team.name': 'PRIV-4',
    'buyer.name': 'PRIV-7',
    'buyer.email': 'PRIV-7',
    'farm.name': 'PRIV-6',
    'farm.latitude': 'PRIV-6',
    'farm.longitude': 'PRIV-6',
  },
  trade: {
    buyer_team_id: 'PRIV-4',
    seller_user_id: 'PRIV-6',
    'seller.name': 'PRIV-4',
    'seller.email': 'PRIV-6',
    'buyer_team.name': 'PRIV-4',
    'farm.name': 'PRIV-6',
    'farm.latitude': 'PRIV-6',
    'farm.longitude': 'PRIV-6',
  },
  offer: { seller_user_id: 'PRIV-5', 'seller.name': 'PRIV-5', 'seller.email': 'PRIV-5' },
};

/** The related records that the comparison shows, and which of their fields. */
const RELATIONS_SHOWN = ['seller', 'buyer_team', 'buyer', 'farm'];
const FIELDS_SHOWN = ['name', 'email', 'latitude', 'longitude'];

function listValues(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.values(value).flatMap(listValues);
}

/** The API fields that can contain a fact of the store, where the two have different names. */
const API_FIELDS: Readonly<Record<string, readonly string[]>> = {
  lot_id: ['inventory_id', 'listing_id'],
  price_amount: ['price', 'asking_price', 'target_price'],
  price_firm: ['asking_price', 'target_price'],
  price_unit: ['price'],
  nearest_city: ['location'],
  province: ['location'],
  protein: ['quality'],
  moisture: ['quality'],
  test_weight: ['quality'],
  dockage: ['quality'],
  falling_number: ['quality'],
  delivery_from: ['delivery'],
  delivery_to: ['delivery'],
  farm_id: ['farm'],
  'farm.name': ['farm'],
  'farm.latitude': ['farm'],
  'farm.longitude': ['farm'],
  'seller.name': ['counterparty'],
  'buyer_team.name': ['counterparty', 'buyer_label'],
};

function findSeen(body: Readonly<Record<string, unknown>>, name: string, truth: unknown): string | undefined {
  if (Object.hasOwn(body, name) && (typeof body[name] !== 'object' || body[name] === null)) return String(body[name]);
  for (const place of [...(API_FIELDS[name] ?? []), name]) {
    if (!Object.hasOwn(body, place)) continue;
    const value = body[place];
    if (value !== null && listValues(value).includes(String(truth))) return String(truth);
  }
  return undefined;
}

type Caller = Pick<Persona, 'user_id' | 'team_id'> | undefined;

/** Whether a withheld fact is about the caller. Facts about the buyer start with `buyer`; the others are about the seller. */
function isAboutCaller(name: string, record: Truth['record'], caller: Caller): boolean {
  if (caller === undefined) return false;
  if (name.startsWith('buyer')) return record['buyer_team_id'] === caller.team_id;
  return (record['seller_user_id'] ?? record['user_id']) === caller.user_id;
}

/** Lists each fact of a record with the stored value and the value that the caller sees. */
export function compareFacts({ kind, record, relations }: Truth, seen: Seen, caller: Caller): readonly Fact[] {
  // With status 200, `readAsSeen` has found the record, which is an object.
  const body = (seen.status === 200 ? seen.body : {}) as Readonly<Record<string, unknown>>;
  const facts: (readonly [name: string, value: unknown])[] = Object.entries(record);
  for (const relation of RELATIONS_SHOWN) {
    const related = relations[relation];
    if (typeof related !== 'object' || related === null) continue;
    for (const [field, value] of Object.entries(related))
      if (FIELDS_SHOWN.includes(field)) facts.push([`${relation}.${field}`, value]);
  }
  const compared = facts
    .filter(([, value]) => value !== null && typeof value !== 'object')
    .map(([name, value]) => {
      const visible = findSeen(body, name, value);
      // The field exists and is null.
      const is_hidden = visible === undefined || visible === 'null';
      const clause = is_hidden && !isAboutCaller(name, record, caller) ? WITHHELD[kind]?.[name] : undefined;
      return { name, truth: String(value), seen: visible, clause };
    });
  // Withheld facts come first, because people look for them here.
  return [...compared.filter(({ clause }) => clause !== undefined), ...compared.filter(({ clause }) => clause === undefined)];
}
