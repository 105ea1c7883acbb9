import {
  Reply,
  awaitListed,
  chooseReader,
  chooseSeller,
  learnFarmLocation,
  isObject,
  encodePath,
  type JsonObject,
} from '#client';
import type { CheckContext } from '../check/check-context.ts';
import { ensureWrites } from './ensure-writes.ts';
import type { Note, Visit } from './coverage-pass.ts';

/** Fields that show in another way than usual. */
const UNUSUAL_LISTINGS: Readonly<Record<string, JsonObject>> = {
  'a fraction of a cent': { target_price: { amount: 312.1234, firm: true } },
  'one measurement': { target_price: { amount: 301.75, firm: false }, quality: { protein: 12.5 } },
  'every measurement': {
    quality: { protein: 13.2, moisture: 12.9, test_weight: 79.5, dockage: 0.4, falling_number: 345 },
  },
  'no optional field': { variety: undefined, crop_year: undefined, target_price: undefined, quality: undefined },
  'a crop year before 2000': { crop_year: 1998 },
};

export const SELLER_VISITS: readonly Visit[] = [
  {
    name: "a seller's lists",
    visit: async (t, note) => {
      const seller = chooseSeller(t);
      note.success(await seller.get('/me/farms'));
      note.success(await seller.get('/me/inventory'));
      note.success(await seller.get('/me/inventory', { status: 'archived', limit: 2, offset: 1, units: 'MT' }));
      note.success(await seller.get('/me/bids-received'));
      note.success(await seller.get('/me/bids-received', { limit: 1, offset: 1 }));
      if (t.has('seller') && t.has('partner')) note.success(await t.partner.get('/me/inventory'));
    },
  },
  {
    name: 'farms',
    visit: async (t, note) => {
      ensureWrites(t);
      const seller = chooseSeller(t);
      const id = await t.arrange.farm(seller);
      const made = t.exchanges.findLast(({ operation }) => operation === 'createFarm');
      if (made !== undefined) note.success(new Reply(made));
      note.success(await seller.get(encodePath`/me/farms/${id}`));
      // The current place, because the target may validate that the city is in the province.
      const { nearest_city } = await learnFarmLocation(t, seller);
      note.success(await seller.patch(encodePath`/me/farms/${id}`, { nearest_city }));
      note.success(await seller.get('/me/farms'));
    },
  },
  {
    name: 'a listing',
    visit: async (t, note) => {
      ensureWrites(t);
      const lot = await t.arrange.lot();
      const { seller } = lot;
      note.success(lot.reply);
      note.success(await seller.get(encodePath`/me/inventory/${lot.id}`));
      note.success(await (t.has('buyer') ? t.buyer : seller).get(encodePath`/inventory/${lot.id}`));
      note.success(await seller.get(encodePath`/me/inventory/${lot.id}/bids`));
      note.success(await seller.patch(encodePath`/me/inventory/${lot.id}`, { target_price: { amount: 311 } }));
      note.success(await seller.patch(encodePath`/me/inventory/${lot.id}`, { listed: false }));
      note.success(await seller.delete(encodePath`/me/inventory/${lot.id}`));
    },
  },
  ...Object.entries(UNUSUAL_LISTINGS).map(([what, fields]): Visit => ({
    name: `a listing with ${what}`,
    visit: async (t) => visitListing(t, fields),
  })),
  { name: 'a listing, its bids and a trade', visit: visitBids },
  {
    name: 'a multi-grade bid',
    visit: async (t, note) => {
      ensureWrites(t);
      const bid = await t.arrange.multiGradeBid();
      note.success(bid.reply);
      note.success(await t.buyer.get(encodePath`/bids/${bid.id}`));
      note.success(await t.buyer.get('/bids', { status: 'pending' }));
      if (bid.lot === undefined) return;
      const { seller, id } = bid.lot;
      note.success(await seller.get(encodePath`/me/inventory/${id}/bids`));
      note.success(await seller.get('/me/bids-received'));
      note.refusal(await seller.post(encodePath`/bids/${bid.id}/accept`));
      note.success(await seller.post(encodePath`/bids/${bid.id}/accept`, { bid_items: [bid.grades[0]] }));
      note.success(await t.buyer.get(encodePath`/bids/${bid.id}`));
      const refused = await t.arrange.multiGradeBid();
      note.success(await seller.post(encodePath`/bids/${refused.id}/reject`));
    },
  },
  {
    name: 'the sandbox',
    visit: async (t, note) => {
      ensureWrites(t);
      const seller = chooseSeller(t, ['seller_sandbox', 'partner_sandbox']);
      const draft = await t.arrange.draft({}, seller);
      const body = { event: 'bid.received', inventory_id: draft.id };
      note.success(await seller.post('/sandbox/simulate-event', body));
      note.success(await seller.get(encodePath`/me/inventory/${draft.id}/bids`));
      note.refusal(await seller.post('/sandbox/simulate-event', {}));
    },
  },
  {
    name: 'test users of the sandbox',
    visit: async (t, note) => {
      ensureWrites(t);
      const seller = chooseSeller(t, ['seller_sandbox', 'partner_sandbox']);
      const user = t.run.settings.fixtures.sandbox_user_body;
      if (user === undefined)
        t.unverifiable('the document does not show the body of POST /sandbox/users', 'fixtures.sandbox_user_body');
      note.success(await seller.post('/sandbox/users', user));
    },
  },
  { name: 'a redelivery', visit: visitDeliveries },
];

/** Reads a new listing by its id and in the list. A target can reject its fields. */
async function visitListing(t: CheckContext, fields: JsonObject): Promise<void> {
  ensureWrites(t);
  const { id, quantity_mt } = await t.arrange.lot(fields);
  const reader = chooseReader(t);
  await awaitListed(async () => ((await reader.get(encodePath`/inventory/${id}`)).is_success ? true : undefined), t.signal);
  await reader.get('/inventory', { limit: 50, min_quantity: quantity_mt - 0.5, max_quantity: quantity_mt + 0.5 });
}

async function visitBids(t: CheckContext, note: Note): Promise<void> {
  ensureWrites(t);
  const lot = await t.arrange.lot();
  const { seller } = lot;
  const refused = await t.arrange.bid(lot, { additional_terms: 'Scale tickets with each load', expires_at: undefined });
  note.success(refused.reply);
  note.success(await t.buyer.get(encodePath`/bids/${refused.id}`));
  note.success(await seller.get(encodePath`/me/inventory/${lot.id}/bids`));
  note.success(await seller.get('/me/bids-received'));
  note.success(await seller.post(encodePath`/bids/${refused.id}/reject`));
  for (const verb of ['accept', 'reject'] as const) {
    note.refusal(await seller.post(encodePath`/bids/${refused.id}/${verb}`));
  }
  note.refusal(await seller.post(encodePath`/bids/${refused.id}/counter`, await t.arrange.bidBody()));
  const countered = await t.arrange.bid(lot);
  const counter = await t.arrange.counter(lot, countered);
  note.success(counter.reply);
  for (const { id } of [countered, counter]) note.success(await t.buyer.get(encodePath`/bids/${id}`));
  note.success(await seller.get(encodePath`/me/inventory/${lot.id}/bids`));
  note.success(await t.buyer.post(encodePath`/bids/${counter.id}/reject`));
  const trade = await t.arrange.trade({ lot });
  note.success(trade.reply);
  note.success(await t.buyer.get(encodePath`/trades/${trade.id}`));
  // Whether a seller without a team can read trades is open (TRD-9), so any reply is fine.
  await seller.get(encodePath`/trades/${trade.id}`);
  note.success(await t.buyer.get('/trades'));
  note.success(await t.buyer.get('/bids'));
  note.success(await seller.get(encodePath`/me/inventory/${lot.id}/bids`, { status: 'accepted', limit: 1 }));
}

async function visitDeliveries(t: CheckContext, note: Note): Promise<void> {
  ensureWrites(t);
  if (!t.run.receiver.is_reachable) t.unverifiable('the target cannot reach a receiver on this machine', 'target.receiver_url');
  const events = ['bid.rejected', 'bid.accepted', 'trade.created'];
  const inbox = await t.subscribe(t.buyer, events, (_n, json) => ({
    status: isObject(json) && json['type'] === 'bid.rejected' ? 400 : 200,
  }));
  const lot = await t.arrange.lot();
  const bid = await t.arrange.bid(lot);
  await lot.seller.post(encodePath`/bids/${bid.id}/reject`);
  await t.arrange.trade({ lot });
  await inbox.find({ type: 'bid.rejected' });
  const row = inbox.arrivals.length === 0 ? undefined : await inbox.findDeliveryRow(({ status }) => status === 'failed');
  if (inbox.arrivals.length > 0) {
    await inbox.find({ type: 'trade.created', within_ms: 2_000 });
    await inbox.findDeliveryRow(({ status }) => status === 'delivered', 1_000);
  }
  const path = encodePath`/webhooks/${inbox.subscription.id}/deliveries`;
  note.success(await t.buyer.get(path));
  note.success(await t.buyer.get(path, { limit: 1, offset: 1 }));
  if (row === undefined) return;
  const id = typeof row['id'] === 'string' ? row['id'] : '';
  note.success(await t.buyer.post(`${path}/${id}/redeliver`));
  note.refusal(await t.buyer.post(`${path}/whd_000000000000000000000000/redeliver`));
}
