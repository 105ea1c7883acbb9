/** A set of lots with unusual quantities, so that a query can select exactly these lots. */
import { randomInt } from 'node:crypto';
import { poll } from '../clock.ts';
import { Blocked } from '../replies/findings.ts';
import type { Actor, Query } from '../session/actor.ts';
import type { Reply } from '../replies/reply.ts';
import type { RunContext } from '../session/run-context.ts';
import { readItems } from '../replies/read-items.ts';
import { chooseSeller, type Lot } from './create-listing.ts';
import { chooseReader } from './read-market.ts';
import type { JsonObject } from '../json.ts';

export interface ListingSet {
  lots: readonly Lot[];
  /** Quantity bounds that select only these lots. */
  window: { min_quantity: number; max_quantity: number };
  reader: Actor;
}

interface ListingSetOptions {
  seller?: Actor;
  reader?: Actor;
  /** The quantity of the first lot, in 0.01 t. */
  hundredths?: number;
}

interface ListingSetSearch {
  reply: Reply;
  /** The indexes of the lots that were found, in the order of the response. */
  found: readonly number[];
}

/**
 * Publishes one lot per override, each 0.01 t heavier than the previous one unless the override has a quantity.
 * @throws Blocked if GET /inventory does not find them by quantity
 */
export async function createListingSet(
  t: RunContext,
  overrides: readonly JsonObject[],
  { seller = chooseSeller(t), reader = chooseReader(t), hundredths }: ListingSetOptions = {},
): Promise<ListingSet> {
  const base = hundredths ?? (await findGap(reader, overrides.length));
  const quantityOf = (i: number): number => (base + i) / 100;
  const lots: Lot[] = [];
  for (const [i, one] of overrides.entries()) {
    lots.push(await t.arrange.lot({ quantity_mt: quantityOf(i), ...one }, seller));
  }
  const listing_set = { lots, reader, window: windowOf(base, lots.length) };
  await ensureFindable(t, listing_set);
  return listing_set;
}

/** The bounds of `count` quantities with steps of 0.01 t. */
function windowOf(hundredths: number, count: number): ListingSet['window'] {
  return { min_quantity: (hundredths - 0.5) / 100, max_quantity: (hundredths + count - 0.5) / 100 };
}

/** Finds a range of quantities without other lots. */
async function findGap(reader: Actor, count: number): Promise<number> {
  let hundredths = 0;
  for (let tries = 0; tries < GAP_TRIES; tries += 1) {
    hundredths = randomInt(2_000, 300_000);
    const taken = readItems(await reader.get('/inventory', { ...windowOf(hundredths, count), limit: 1 }));
    if (taken.length === 0) return hundredths;
  }
  // The target might ignore the bounds, which other checks cover.
  return hundredths;
}

const GAP_TRIES = 3;

/** Reads the inventory within the bounds of a listing set. @param query additional filters */
export async function searchListingSet({ lots, window, reader }: ListingSet, query: Query = {}): Promise<ListingSetSearch> {
  const reply = await reader.get('/inventory', { ...window, limit: 50, ...query });
  const ids = readItems(reply).map(({ id }) => id);
  const found = ids.map((id) => lots.findIndex((lot) => lot.id === id)).filter((i) => i >= 0);
  return { reply, found };
}

/** @throws Blocked if its bounds do not select exactly its lots */
async function ensureFindable(t: RunContext, listing_set: ListingSet): Promise<void> {
  let last: ListingSetSearch | undefined;
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

/** How long a new listing can take to appear. */
const LISTED_WITHIN_MS = 2_000;
