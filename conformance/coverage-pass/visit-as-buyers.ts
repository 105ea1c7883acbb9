import { BUYER_NAMES, idOfRecord, postSubscription, readItems, type Reply, encodePath } from '#client';
import type { CheckContext } from '../check/check-context.ts';
import type { Note, Visit } from './coverage-pass.ts';
import { ensureWrites } from './ensure-writes.ts';

export const BUYER_VISITS: readonly Visit[] = [
  ...BUYER_NAMES.map((name): Visit => ({
    name: `the lists of the actor ${name}`,
    visit: async (t, note) => {
      const actor = t.actor(name);
      const bids = note.success(await actor.get('/bids'));
      const bid_id = readItems(bids)[0]?.['id'];
      if (typeof bid_id === 'string') note.success(await actor.get(encodePath`/bids/${bid_id}`));
      note.success(await actor.get('/bids', { status: 'pending', limit: 3, offset: 1, units: 'MT' }));
      const trades = note.success(await actor.get('/trades'));
      note.success(await actor.get('/trades', { limit: 1, offset: 1 }));
      const trade_id = idOfRecord(readItems(trades)[0] ?? {});
      if (typeof trade_id === 'string') note.success(await actor.get(encodePath`/trades/${trade_id}`));
      const teams = note.success(await actor.get('/teams'));
      const team_id = readItems(teams)[0]?.['id'];
      if (typeof team_id === 'string') note.success(await actor.get(encodePath`/teams/${team_id}`));
    },
  })),
  {
    name: 'subscriptions',
    visit: async (t, note) => {
      if (t.run.settings.read_only_reason !== undefined) {
        note.success(await t.buyer.get('/webhooks'));
        return;
      }
      const made = note.success(await subscribeSomewhere(t));
      note.success(await t.buyer.get('/webhooks'));
      const id = made.data.get('id').string();
      t.run.redactor.hide(made.data.get('secret').string(), 'WEBHOOK_SECRET');
      note.success(await t.buyer.get(encodePath`/webhooks/${id}/deliveries`));
      note.success(await t.buyer.delete(encodePath`/webhooks/${id}`));
    },
  },
  {
    name: 'delivery locations',
    visit: async (t, note) => {
      note.success(await t.elevator.get('/delivery-locations'));
      ensureWrites(t);
      const delivery_location_id = await t.arrange.deliveryLocation();
      const lot = await t.arrange.lot();
      const bid = await t.arrange.bid(lot, { fob_farm: false, delivery_location_id }, t.elevator);
      note.success(bid.reply);
      note.success(await t.elevator.get(encodePath`/bids/${bid.id}`));
      note.success(await lot.seller.get(encodePath`/me/inventory/${lot.id}/bids`));
    },
  },
  {
    name: 'cash bids',
    visit: async (t, note) => {
      const page = note.success(await t.elevator.get('/cash-bids'));
      note.success(await t.elevator.get('/cash-bids', { limit: 1, offset: 1, is_active: true }));
      for (const { id } of readItems(page).slice(0, 3)) {
        if (typeof id === 'string') note.success(await t.elevator.get(encodePath`/cash-bids/${id}/offers`));
      }
    },
  },
  { name: 'a cash bid and its offers', visit: visitCashBid },
];

/** The URL of the run's receiver, or a public one: the target may reject plain http and private addresses (WHK-3). */
async function subscribeSomewhere(t: CheckContext): Promise<Reply> {
  const events = ['bid.accepted'];
  const reply = await postSubscription(t, t.buyer, { url: await t.hookUrl(), events });
  if (reply.status !== 422) return reply;
  return postSubscription(t, t.buyer, { url: `https://example.com/gristmill/${t.unique()}`, events });
}

async function visitCashBid(t: CheckContext, note: Note): Promise<void> {
  ensureWrites(t);
  const made = await t.arrange.cashBid();
  note.success(made.reply);
  const patch = t.run.settings.fixtures.cash_bid_patch;
  if (patch !== undefined) note.success(await t.elevator.patch(encodePath`/cash-bids/${made.id}`, patch));
  note.success(await t.elevator.get(encodePath`/cash-bids/${made.id}/offers`));
  const taken = await t.arrange.offer(made.id);
  const refused = await t.arrange.offer((await t.arrange.cashBid()).id);
  note.success(await t.elevator.get(encodePath`/cash-bids/${made.id}/offers`));
  note.success(await t.elevator.post(encodePath`/cash-bid-offers/${refused}/reject`));
  note.success(await t.elevator.post(encodePath`/cash-bid-offers/${taken}/accept`));
  note.refusal(await t.elevator.post(encodePath`/cash-bid-offers/${taken}/accept`));
  note.refusal(await t.elevator.post(encodePath`/cash-bid-offers/${refused}/reject`));
  note.success(await t.elevator.get(encodePath`/cash-bids/${made.id}/offers`));
  note.success(await t.elevator.get('/trades', { limit: 5 }));
}
