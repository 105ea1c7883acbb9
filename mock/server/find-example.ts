import { personas } from '#fixtures/personas';
import { later } from '../ports/clock.ts';
import type { World } from './world/world.ts';

/** A lot that the developer buyer can bid on at once, and what to bid. */
export interface Example {
  lot_id: string;
  quantity_mt: number;
  price_per_tonne: number;
  delivery: { from: string; to: string };
}

const DAY_SECONDS = 86_400;
/** Used if the lot has no asking price. */
const PRICE_DEFAULT = 300;
const QUANTITY_MAX_MT = 25;

/** Undefined if the developer seller has no listed graded lot. */
export async function findExample(world: World): Promise<Example | undefined> {
  const now = world.clock.now();
  const lot = await world.store.reader
    .selectFrom('lots')
    .selectAll()
    .where('user_id', '=', personas.seller.user_id)
    .where('livemode', '=', 1)
    .where('status', '=', 'listed')
    .where('grade', 'is not', null)
    .where('quantity_mt', '>=', 1)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', later(now, DAY_SECONDS))]))
    .orderBy('listed_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (lot === undefined) return undefined;
  return {
    lot_id: lot.id,
    quantity_mt: Math.min(QUANTITY_MAX_MT, Math.floor(lot.quantity_mt)),
    price_per_tonne: lot.price_amount ?? PRICE_DEFAULT,
    delivery: { from: later(now, 14 * DAY_SECONDS).slice(0, 10), to: later(now, 44 * DAY_SECONDS).slice(0, 10) },
  };
}
