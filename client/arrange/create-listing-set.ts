/** Lots that a query finds among all others: they have quantities that nobody else is likely to have. */
import { randomInt } from 'node:crypto';
import { poll } from '../clock.ts';
import { Blocked } from '../replies/findings.ts';
import type { Actor, Query } from '../session/actor.ts';
import type { Reply } from '../replies/reply.ts';
import type { RunContext } from '../session/run-context.ts';
import { readItems } from '../replies/read-items.ts';
import type { Lot } from './create-listing.ts';
import { chooseSeller } from './create-listing.ts';

export interface ListingSet {
  lots: readonly Lot[];
  /** The bounds that only these lots lie between. */
  window: { min_quantity: number; max_quantity: number };
  reader: Actor;
}

export interface ListingSetOptions {
  seller?: Actor;
  reader?: Actor;
  /** The quantity of the first lot, in hundredths of a tonne. */
  hundredths?: number;
}

export interface Sought {
  reply: Reply;
  /** The lots of the listing_set that were found, by their place on the listing_set, in the order of the answer. */
  found: readonly number[];
}

/** Whoever can read the inventory. */
export function chooseReader(t: RunContext): Actor {
  return t.has('buyer') ? t.buyer : t.reader;
}

/**
 * Publishes a lot for each of these overrides, each a hundredth of a tonne heavier than the one before, unless they say a quantity of their own.
 * @throws Blocked where GET /inventory does not find them by their quantity
 */
export async function createListingSet(
  t: RunContext,
  overrides: readonly Readonly<Record<string, unknown>>[],
  { seller = chooseSeller(t), reader = chooseReader(t), hundredths }: ListingSetOptions = {},
): Promise<ListingSet> {
  const base = hundredths ?? (await findGap(reader, overrides.length));
  const quantityOf = (i: number): number => (base + i) / 100;
  const lots: Lot[] = [];
  for (const [i, one] of overrides.entries()) {
    lots.push(await t.arrange.lot({ quantity_mt: quantityOf(i), ...one }, seller));
  }
  const listing_set = { lots, reader, window: windowOf(base, lots.length) };
  await control(t, listing_set);
  return listing_set;
}

/** The bounds of so many quantities, a hundredth of a tonne apart. */
function windowOf(hundredths: number, count: number): ListingSet['window'] {
  return { min_quantity: (hundredths - 0.5) / 100, max_quantity: (hundredths + count - 0.5) / 100 };
}

/** Where nobody else's quantities lie. */
async function findGap(reader: Actor, count: number): Promise<number> {
  let hundredths = 0;
  for (let tries = 0; tries < GAP_TRIES; tries += 1) {
    hundredths = randomInt(2_000, 300_000);
    const taken = readItems(await reader.get('/inventory', { ...windowOf(hundredths, count), limit: 1 }));
    if (taken.length === 0) return hundredths;
  }
  // Perhaps the bounds are ignored: that is another clause's matter.
  return hundredths;
}

const GAP_TRIES = 3;

/** Reads the inventory between the bounds of a listing_set. @param query more of it */
export async function searchListingSet({ lots, window, reader }: ListingSet, query: Query = {}): Promise<Sought> {
  const reply = await reader.get('/inventory', { ...window, limit: 50, ...query });
  const ids = readItems(reply).map(({ id }) => id);
  const found = ids.map((id) => lots.findIndex((lot) => lot.id === id)).filter((i) => i >= 0);
  return { reply, found };
}

async function control(t: RunContext, listing_set: ListingSet): Promise<void> {
  let last: Sought | undefined;
  const is_found = await poll(
    async () => {
      last = await searchListingSet(listing_set);
      return last.found.length === listing_set.lots.length ? true : undefined;
    },
    { within_ms: LISTED_WITHIN_MS, signal: t.signal },
  );
  if (is_found === true) return;
  throw new Blocked(
    `GET /inventory with min_quantity and max_quantity does not find listings of that quantity (status ${last?.reply.status ?? 0})`,
    last?.reply.exchange,
  );
}

/** How long a new listing may take to be among the others. */
const LISTED_WITHIN_MS = 2_000;
