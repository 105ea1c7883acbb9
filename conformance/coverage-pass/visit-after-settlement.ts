import {
  BUYER_NAMES,
  SELLER_NAMES,
  Unverifiable,
  chooseSeller,
  encodePath,
  type Actor,
  type ActorName,
  type Trade,
} from '#client';
import type { CheckContext } from '../check/check-context.ts';
import { ensureWrites } from './ensure-writes.ts';
import type { Note, Visit } from './coverage-pass.ts';

const BUYER_LISTS = [
  '/bids?limit=50',
  '/bids?status=accepted&limit=50',
  '/bids?limit=1',
  '/trades?limit=50',
  '/trades?status=Completed&limit=50',
  '/trades?limit=1',
  '/inventory?limit=50',
  '/webhooks',
];
const SELLER_LISTS = [
  '/me/inventory?limit=50',
  '/me/inventory?status=archived&limit=50',
  '/me/bids-received?limit=50',
  '/me/farms?limit=50',
  '/trades?limit=50',
];

/** After a settlement, every actor reads every list and the records of the deal, while others have bids, trades, and listings too. */
export const SETTLEMENT_VISITS: readonly Visit[] = [
  { name: 'a settled trade, and what each actor then sees', visit: visitAfterSettlement },
];

async function visitAfterSettlement(t: CheckContext, note: Note): Promise<void> {
  ensureWrites(t);
  const seller = chooseSeller(t);
  for (const actor of actorsOf(t, SELLER_NAMES)) await actor.get('/teams');
  await arrangeOthers(t, seller);
  const lot = await t.arrange.lot({}, seller);
  const trade = await t.arrange.trade({ lot });
  const unpaid = await settle(t, trade);
  const on_offer = await t.arrange.lot({}, seller);
  note.success(await t.buyer.get(encodePath`/trades/${trade.id}`));
  note.success(await t.buyer.get(encodePath`/bids/${trade.bid.id}`));
  const records = [
    encodePath`/trades/${trade.id}`,
    encodePath`/bids/${trade.bid.id}`,
    encodePath`/inventory/${on_offer.id}`,
    encodePath`/inventory/${lot.id}`,
  ];
  for (const actor of actorsOf(t, BUYER_NAMES)) {
    for (const path of [...BUYER_LISTS, ...records]) await actor.get(path);
    await actor.post(encodePath`/inventory/${on_offer.id}/bids`, {});
    await t.arrange.bid(on_offer, {}, actor);
  }
  for (const actor of actorsOf(t, SELLER_NAMES)) for (const path of [...SELLER_LISTS, ...records]) await actor.get(path);
  for (const path of records.slice(2)) await t.anonymous.get(path);
  await seller.patch(encodePath`/me/inventory/${on_offer.id}`, { listed: false });
  for (const actor of actorsOf(t, BUYER_NAMES))
    await actor.post(encodePath`/inventory/${on_offer.id}/bids`, await t.arrange.bidBody());
  if (unpaid !== undefined) throw unpaid;
}

/** Without a hook, nothing is settled, but the visits still show something. */
async function settle(t: CheckContext, trade: Trade): Promise<Unverifiable | undefined> {
  try {
    await t.arrange.settle(trade);
    return undefined;
  } catch (error) {
    if (!(error instanceof Unverifiable)) throw error;
    return error;
  }
}

/** An accepted and a pending bid of another buyer, an unpaid trade of the same buyer, and a listing of another seller with a bid. */
async function arrangeOthers(t: CheckContext, seller: Actor): Promise<void> {
  await t.arrange.trade({ lot: await t.arrange.lot({}, seller) });
  if (t.has('rival')) {
    const other_seller = t.has('partner') ? t.partner : seller;
    const trade = await t.arrange.trade({ lot: await t.arrange.lot({}, other_seller), by: t.rival });
    await settle(t, trade);
    await t.rival.get(encodePath`/trades/${trade.id}`);
    await t.arrange.bid(await t.arrange.lot({}, seller), {}, t.rival);
  }
  if (seller.name === 'partner' || !t.has('partner')) return;
  await t.arrange.bid(await t.arrange.lot({}, t.partner));
  const archived = await t.arrange.draft({}, t.partner);
  await t.partner.delete(encodePath`/me/inventory/${archived.id}`);
}

function actorsOf(t: CheckContext, names: readonly ActorName[]): readonly Actor[] {
  return names.filter((name) => t.has(name)).map((name) => t.actor(name));
}
