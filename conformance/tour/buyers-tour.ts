import { tolerantItems } from '../stage/crop.ts';
import type { Stop } from './tour.ts';

/** What buyers do. */
export const buyersTour: readonly Stop[] = [
  {
    name: "the buyer's lists",
    visit: async (t, note) => {
      note.success('listBids', await t.buyer.get('/bids'));
      const trades = note.success('listTrades', await t.buyer.get('/trades'));
      const trade = tolerantItems(trades)[0];
      const trade_id = trade?.['id'] ?? trade?.['trade_id'];
      if (typeof trade_id === 'string') note.success('getTrade', await t.buyer.get(`/trades/${trade_id}`));
      const teams = note.success('listTeams', await t.buyer.get('/teams'));
      const team_id = tolerantItems(teams)[0]?.['id'];
      if (typeof team_id === 'string') note.success('getTeam', await t.buyer.get(`/teams/${team_id}`));
    },
  },
  {
    name: 'subscriptions',
    visit: async (t, note) => {
      if (t.run.settings.read_only_reason !== undefined) {
        note.success('listWebhooks', await t.buyer.get('/webhooks'));
        return;
      }
      const made = note.success(
        'createWebhook',
        await t.buyer.post('/webhooks', { url: 'https://receiver.example/gristmill', events: ['bid.accepted'] }),
      );
      note.success('listWebhooks', await t.buyer.get('/webhooks'));
      const id = made.data.get('id').string();
      const secret = made.data.get('secret').string();
      t.run.redactor.hide(secret, 'WEBHOOK_SECRET');
      note.success('listDeliveries', await t.buyer.get(`/webhooks/${id}/deliveries`));
      note.success('deleteWebhook', await t.buyer.delete(`/webhooks/${id}`));
    },
  },
  {
    name: 'delivery locations and cash bids',
    visit: async (t, note) => {
      note.success('listDeliveryLocations', await t.elevator.get('/delivery-locations'));
      const page = note.success('listCashBids', await t.elevator.get('/cash-bids'));
      const known = tolerantItems(page)[0]?.['id'];
      if (typeof known === 'string') note.success('listOffers', await t.elevator.get(`/cash-bids/${known}/offers`));
      if (t.run.settings.read_only_reason !== undefined) return;
      const made = await t.stage.cashBid();
      note.success('createCashBid', made.reply);
      note.success('updateCashBid', await t.elevator.patch(`/cash-bids/${made.id}`));
      const taken = await t.stage.offer(made.id);
      const refused = await t.stage.offer(made.id);
      note.success('listOffers', await t.elevator.get(`/cash-bids/${made.id}/offers`));
      note.success('rejectOffer', await t.elevator.post(`/cash-bid-offers/${refused}/reject`));
      note.success('acceptOffer', await t.elevator.post(`/cash-bid-offers/${taken}/accept`));
    },
  },
];
