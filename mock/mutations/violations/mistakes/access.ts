/** Access: one endpoint that forgets a check, a mode or scope that is read too generously, and views of money, units, and the sandbox. */
import {
  afterAct,
  all,
  findRow,
  findRows,
  holderOf,
  idIn,
  inMode,
  isGrant,
  isRefusal,
  lettingIn,
  onAnswer,
  onCaller,
  onFind,
  onOauthAnswer,
  onOauthForm,
  onRequestFields,
  onResource,
  openTo,
  queryOf,
  setRows,
  violations,
  withBodyFields,
  withFields,
  withHeaders,
  withoutTeam,
  withToken,
  type Seams,
} from '../kit/index.ts';
import { BUYER_TOKEN } from '../auth/oauth.ts';
import { alsoAccepting } from '../auth/scopes.ts';
import { ANSWERS } from '../bids/deviations.ts';

const TOKENS = violations({
  'AUTH-1/token-in-the-query: A token in the query parameter `access_token` is accepted.': lettingIn(
    'everywhere',
    ({ db, incoming }) =>
      incoming.authorization === undefined ? holderOf(db, `Bearer ${queryOf(incoming).get('access_token') ?? ''}`) : undefined,
  ),
  'AUTH-1/offers-open: GET /cash-bids/{id}/offers requires no token.': openTo('listOffers'),
  'AUTH-1/locations-open: GET /delivery-locations requires no token.': openTo('listDeliveryLocations'),
  'AUTH-16/case-ignored: Tokens are compared without regard to case.': lettingIn('everywhere', async ({ db, incoming }) => {
    const asked = incoming.authorization?.slice('Bearer '.length).toLowerCase();
    const row = (await findRows(db, 'tokens', { expires_at: null })).find(({ token }) => token.toLowerCase() === asked);
    return row === undefined ? undefined : holderOf(db, `Bearer ${row.token}`);
  }),
  'AUTH-16/rest-ignored: What follows a token after a comma or dot is ignored.': lettingIn(
    'everywhere',
    async ({ db, incoming }) => {
      const token = incoming.authorization?.slice('Bearer '.length).split(/[,.]/)[0] ?? '';
      const row = await findRow(db, 'tokens', { token, expires_at: null });
      return row === undefined ? undefined : holderOf(db, `Bearer ${token}`);
    },
  ),
  'AUTH-3/verifier-optional: The token endpoint accepts a code without `code_verifier`.': onOauthAnswer(
    '/oauth/token',
    (answer, { form }) =>
      isGrant(form, 'authorization_code') && !form.has('code_verifier') && answer.status !== 200
        ? { status: 200, text: BUYER_TOKEN }
        : answer,
  ),
  'AUTH-6/refresh-widens: A refresh can ask for the partner scopes.': () => {
    let widened: string | undefined;
    return all(
      onOauthForm('/oauth/token', (form) => {
        const scope = form.get('scope') ?? '';
        widened = isGrant(form, 'refresh_token') && /listings|farms/.test(scope) ? scope : undefined;
        if (widened !== undefined) form.delete('scope');
      }),
      withToken('any', () => (widened === undefined ? {} : { scope: widened })),
    );
  },
  'AUTH-4/refresh-drops-scopes: A refreshed token has inventory.read only.': withToken('refresh_token', {
    scope: 'inventory.read',
  }),
  'AUTH-4/refresh-loses-team: A refreshed token has no team.': () => {
    const refreshed = new Set<unknown>();
    return all(
      withToken('refresh_token', (token) => {
        refreshed.add(token['access_token']);
        return {};
      }),
      onCaller('everywhere', (caller) => (refreshed.has(caller.token) ? { team_id: null } : {})),
    );
  },
  'AUTH-7/redelivery-without-team: Redelivery requires no team.': withoutTeam('redeliver'),
});

/** Answers to bids of this mode need no token of it. */
function answeredAcross(livemode: 0 | 1): Partial<Seams> {
  return onCaller(ANSWERS, async (_caller, { db, incoming }) => {
    const bid = await findRow(db, 'bids', { id: idIn(incoming.path), livemode });
    return bid === undefined ? {} : { livemode };
  });
}

const SCOPES = alsoAccepting({
  'AUTH-2/write-reads-offers': ['listOffers', 'cashbids.write'],
  'AUTH-2/write-reads-listings': ['getListing', 'listings.write'],
  'AUTH-2/trades-by-bids-read': ['getTrade', 'bids.read'],
  'AUTH-2/redelivery-by-read': ['redeliver', 'webhooks.read'],
});

const MODES = violations({
  'INV-23/inbox-of-both: GET /me/bids-received of a sandbox token shows live bids.': inMode('listBidsReceived', 1),
  'INV-23/listings-of-both: GET /me/inventory/{id} of a live token finds sandbox listings.': onFind(
    'getListing',
    async (found, { db, caller, path }) => {
      if (!isRefusal(found)) return found;
      const lot = await findRow(db, 'lots', { id: idIn(path), user_id: caller.user_id ?? '' });
      const farm = await findRow(db, 'farms', { id: lot?.farm_id ?? '' });
      return lot === undefined || farm === undefined ? found : { lot, farm };
    },
  ),
  'INV-23/bids-accepted-across: A live token can read and accept bids of the sandbox.': onCaller(
    ['getBid', 'acceptBid'],
    async (_caller, { db, incoming }) => {
      const bid = await findRow(db, 'bids', { id: idIn(incoming.path) });
      return bid === undefined ? {} : { livemode: bid.livemode };
    },
  ),
  'INV-23/bids-placed-across: A live token can bid on the listings of the sandbox.': onCaller(
    'placeBid',
    async (_caller, { db, incoming }) => {
      const lot = await findRow(db, 'lots', { id: idIn(incoming.path) });
      return lot?.livemode === 0 ? { livemode: 0 } : {};
    },
  ),
  'INV-23/live-bids-answered-across: A sandbox token can accept, reject, and counter live bids.': answeredAcross(1),
  'INV-23/sandbox-bids-answered-across: A live token can accept, reject, and counter bids of the sandbox.': answeredAcross(0),
  'INV-23/offers-accepted-across: A sandbox token can accept and reject offers on live cash bids.': inMode(
    ['acceptOffer', 'rejectOffer'],
    1,
  ),
  'INV-23/cash-bids-of-both: GET /cash-bids shows live cash bids to a sandbox token.': inMode('listCashBids', 1),
  'INV-23/cash-bids-changed-across: A live token can change the cash bids of the sandbox.': inMode('updateCashBid', 0),
  'SBX-3/latest-change-by-default: A simulation without `inventory_id` uses the listing that was changed last.': () => {
    let changed: string | undefined;
    return all(
      afterAct('updateListing', (_call, { data }) => void (changed = data.id)),
      afterAct('createListing', () => void (changed = undefined)),
      onRequestFields('simulateEvent', (fields) => (changed === undefined ? fields : { inventory_id: changed, ...fields })),
    );
  },
  'SBX-4/drafts-at-250: The default price of a simulated bid on a draft is 250.00.': afterAct(
    'simulateEvent',
    async ({ db, body }, { data }) => {
      const lot = await findRow(db, 'lots', { id: data.inventory_id });
      if (body.price !== undefined || lot?.status !== 'unlisted') return;
      await setRows(db, 'bids', { id: data.bid_id }, { price_amount: 250 });
    },
  ),
  'SBX-8/by-grades-stay: A new simulation keeps the previous simulated bid by grades.': () => {
    const last = new Map<string, string>();
    return afterAct('simulateEvent', async ({ db }, { data }) => {
      const before = last.get(data.inventory_id) ?? '';
      last.set(data.inventory_id, data.bid_id);
      await setRows(db, 'bids', { id: before, type: 'multi_grade', status: 'expired' }, { status: 'pending' });
    });
  },
  'SBX-9/queued-is-one: `webhook_deliveries_queued` is at least 1.': withFields('simulateEvent', (simulated) => ({
    webhook_deliveries_queued: Math.max(1, simulated.webhook_deliveries_queued),
    warning: null,
  })),
});

const VIEWS = violations({
  'TRD-10/price-of-the-listing: Trades have the price of the listing.': withFields(
    ['getTrade', 'listTrades', 'acceptBid'],
    async ({ inventory_id, price }, { db }) => {
      const lot = await findRow(db, 'lots', { id: inventory_id ?? '' });
      return { price: { ...price, amount: lot?.price_amount ?? price.amount } };
    },
  ),
  'TRD-10/cents-in-the-list: GET /trades shows prices in cents.': withFields('listTrades', (trade) => ({
    price: { ...trade.price, amount: Math.round(trade.price.amount * 100) },
  })),
  'TRD-10/whole-tonnes: Trades round `quantity_mt` to whole tonnes.': withFields(
    ['getTrade', 'listTrades', 'acceptBid'],
    (trade) => ({ quantity_mt: Math.round(trade.quantity_mt) }),
  ),
  'FMT-8/converted-twice: GET /inventory/{id} converts `quantity` twice.': onResource('getInventory', (lot, { incoming }) => {
    if ((queryOf(incoming).get('units') ?? 'MT') === 'MT' || lot.quantity_mt === 0) return lot;
    const { amount } = lot.quantity;
    return { ...lot, quantity: { ...lot.quantity, amount: (amount * amount) / lot.quantity_mt } };
  }),
  'FMT-8/own-list-in-tonnes: GET /inventory shows `quantity` in tonnes after the first page.': withBodyFields(
    'listInventory',
    (page) =>
      page.offset === 0
        ? {}
        : { items: page.items.map((lot) => ({ ...lot, quantity: { amount: lot.quantity_mt, unit: 'MT' } })) },
  ),
  'LST-12/one-bid-per-team: GET /me/bids-received shows the best bid of each team on a listing.': withFields(
    'listBidsReceived',
    ({ bids }) => ({
      bids: [...Map.groupBy(bids, ({ buyer_label, status }) => `${buyer_label} ${status}`).values()].flatMap(
        ([best]) => best ?? [],
      ),
    }),
  ),
  'LST-11/answers-missing: GET /me/inventory/{id}/bids omits counters.': onResource('listReceivedBids', async (bid, { db }) => {
    const row = await findRow(db, 'bids', { id: bid.id });
    return typeof row?.counter_to === 'string' && row.author === 'buyer' ? undefined : bid;
  }),
  'CONV-5/plain-404: The 404 of GET /trades/{id} has the content type text/html.': withHeaders('getTrade', ({ status }) =>
    status === 404 ? { 'Content-Type': 'text/html; charset=utf-8' } : {},
  ),
  'ERR-6/conflict-says-422: `error.status` of a conflict is 422.': onAnswer('everywhere', (answer) =>
    answer.status === 409 ? { ...answer, text: answer.text.replace('"status":409', '"status":422') } : answer,
  ),
});

export const MISTAKEN_ACCESS = [...TOKENS, ...SCOPES, ...MODES, ...VIEWS];
