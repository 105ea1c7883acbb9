import { Reply } from '../target/reply.ts';
import { anySeller } from '../stage/lots.ts';
import type { Trial } from '../trial.ts';
import type { Stop } from './tour.ts';

/** What sellers do, and what buyers do with it. */
export const sellersTour: readonly Stop[] = [
  {
    name: 'farms',
    visit: async (t, note) => {
      const seller = anySeller(t);
      note.success('listFarms', await seller.get('/me/farms'));
      ensureWrites(t);
      const id = await t.stage.farm(seller);
      const made = t.exchanges.findLast(({ operation }) => operation === 'createFarm');
      if (made !== undefined) note.success('createFarm', new Reply(made));
      note.success('getFarm', await seller.get(`/me/farms/${id}`));
      note.success('updateFarm', await seller.patch(`/me/farms/${id}`, { nearest_city: 'Regina' }));
    },
  },
  {
    name: 'a listing, a bid and a trade',
    visit: async (t, note) => {
      ensureWrites(t);
      const lot = await t.stage.lot();
      const { seller } = lot;
      note.success('createListing', lot.reply);
      note.success('listListings', await seller.get('/me/inventory'));
      note.success('getListing', await seller.get(`/me/inventory/${lot.id}`));
      note.success('updateListing', await seller.patch(`/me/inventory/${lot.id}`, { target_price: { amount: 311 } }));
      const refused = await t.stage.bid(lot);
      note.success('placeBid', refused.reply);
      note.success('getBid', await t.buyer.get(`/bids/${refused.id}`));
      note.success('listReceivedBids', await seller.get(`/me/inventory/${lot.id}/bids`));
      note.success('listBidsReceived', await seller.get('/me/bids-received'));
      note.success('rejectBid', await seller.post(`/bids/${refused.id}/reject`));
      const countered = await t.stage.bid(lot);
      note.success('counterBid', (await t.stage.counter(lot, countered)).reply);
      const trade = await t.stage.trade({ lot });
      note.success('acceptBid', trade.reply);
      note.success('getTrade', await t.buyer.get(`/trades/${trade.id}`));
      note.success('listTrades', await t.buyer.get('/trades'));
      note.success('listBids', await t.buyer.get('/bids'));
      note.success('archiveListing', await seller.delete(`/me/inventory/${lot.id}`));
    },
  },
  {
    name: 'the sandbox',
    visit: async (t, note) => {
      ensureWrites(t);
      const seller = anySeller(t, ['seller_sandbox', 'partner_sandbox']);
      const draft = await t.stage.draft({}, seller);
      const body = { event: 'bid.received', inventory_id: draft.id };
      note.success('simulateEvent', await seller.post('/sandbox/simulate-event', body));
      const user = t.run.settings.fixtures.sandbox_user_body;
      if (user !== undefined) note.success('createSandboxUser', await seller.post('/sandbox/users', user));
    },
  },
  {
    name: 'a failed delivery, sent again',
    visit: async (t, note) => {
      ensureWrites(t);
      if (!t.run.has_receiver) return;
      const inbox = await t.subscribe(t.buyer, ['bid.rejected'], () => ({ status: 400 }));
      const lot = await t.stage.lot();
      const bid = await t.stage.bid(lot);
      await lot.seller.post(`/bids/${bid.id}/reject`);
      await inbox.next({ type: 'bid.rejected' });
      const row = await t.deliveryRow(inbox, ({ status }) => status === 'failed');
      if (row === undefined) return;
      note.success('listDeliveries', await t.buyer.get(`/webhooks/${inbox.subscription.id}/deliveries`));
      const id = typeof row['id'] === 'string' ? row['id'] : '';
      note.success('redeliver', await t.buyer.post(`/webhooks/${inbox.subscription.id}/deliveries/${id}/redeliver`));
    },
  },
];

function ensureWrites(t: Trial): void {
  const reason = t.run.settings.read_only_reason;
  if (reason !== undefined) t.unverifiable(reason, '--allow-writes');
}
