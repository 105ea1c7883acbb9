/** Tokens, scopes, and modes: endpoints that forget a check, or interpret a mode or scope too generously. */
import {
  afterAct,
  all,
  findOwner,
  findRow,
  findRows,
  holderOf,
  idIn,
  inMode,
  isGrant,
  isRefusal,
  lettingIn,
  onCaller,
  onFind,
  onResponse,
  onTokenResponse,
  onOauthForm,
  onQuery,
  onRequestFields,
  openTo,
  queryOf,
  setRows,
  violations,
  withBodyFields,
  withFields,
  withoutTeam,
  withToken,
  type Seams,
} from '../kit/index.ts';
import { steadyEpochMs } from '../../../ports/clock.ts';
import type { OutgoingResponse } from '../../../server/http/respond.ts';
import type { Where } from '../kit/where.ts';
import { BUYER_TOKEN } from '../auth/oauth.ts';
import { alsoAccepting } from '../auth/scopes.ts';
import { ANSWERS } from '../bids/deviations.ts';

/** How long a response is cached. */
const CACHED_MS = 1_000;

/** A cache in front of the API whose key is the URL alone, so that each caller gets what another one was sent. */
function cachedForAll(where: Where): () => Partial<Seams> {
  return () => {
    const cached = new Map<string, { until_ms: number; response: OutgoingResponse }>();
    return onResponse(where, (response, { incoming: { address, search } }) => {
      const known = cached.get(`${address}?${search}`);
      if (known !== undefined && known.until_ms > steadyEpochMs()) return known.response;
      if (response.status === 200) cached.set(`${address}?${search}`, { until_ms: steadyEpochMs() + CACHED_MS, response });
      return response;
    });
  };
}

const TOKENS = violations({
  'TEAM-1/cached-for-all: GET /teams is cached for a second, for all callers.': cachedForAll('listTeams'),
  'BID-16/cached-for-all: GET /bids/{id} is cached for a second, for all callers.': cachedForAll('getBid'),
  'AUTH-1/token-in-the-query: A token in the query parameter `access_token` is accepted.': lettingIn(
    'everywhere',
    ({ db, incoming }) =>
      incoming.authorization === undefined ? holderOf(db, `Bearer ${queryOf(incoming).get('access_token') ?? ''}`) : undefined,
  ),
  'AUTH-1/offers-open: GET /cash-bids/{id}/offers requires no token.': openTo('listOffers'),
  'AUTH-1/locations-open: GET /delivery-locations requires no token.': openTo('listDeliveryLocations'),
  'AUTH-1/bearer-optional: A token is accepted without the word Bearer.': lettingIn('everywhere', ({ db, incoming }) =>
    holderOf(db, `Bearer ${incoming.authorization ?? ''}`),
  ),
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
  'AUTH-3/verifier-optional: The token endpoint accepts a code without `code_verifier`.': onTokenResponse((response, { form }) =>
    isGrant(form, 'authorization_code') && !form.has('code_verifier') && response.status !== 200
      ? { status: 200, text: BUYER_TOKEN }
      : response,
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

/** Lets tokens of the other mode respond to bids of this mode. */
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
  'AUTH-2/cash-bids-change-farms': ['updateFarm', 'cashbids.write'],
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
  'INV-23/inactive-cash-bids-of-both: GET /cash-bids?is_active= shows live cash bids to a sandbox token.': onCaller(
    'listCashBids',
    (_caller, { incoming }) => (queryOf(incoming).has('is_active') ? { livemode: 1 } : {}),
  ),
  'INV-23/later-cash-bids-of-both: Later pages of GET /cash-bids show live cash bids to a sandbox token.': all(
    onQuery('listCashBids', (query) => {
      if (Number(query.get('offset')) === 0) return;
      query.set('offset', '0');
      query.set('is_later', '1');
    }),
    onCaller('listCashBids', (_caller, { incoming }) => (queryOf(incoming).has('is_later') ? { livemode: 1 } : {})),
    withBodyFields('listCashBids', ({ total, limit }, { caller }) => (caller?.livemode === 0 ? { total: total + limit } : {})),
  ),
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
  'SBX-8/by-grades-stay: A new simulation keeps the previous simulated multi-grade bid.': () => {
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
  "ERR-3/sandbox-farms-open: GET /me/farms/{id} returns another seller's sandbox farm.": onCaller(
    'getFarm',
    async (caller, context) => (caller.livemode === 0 ? ((await findOwner(caller, context)) ?? caller) : caller),
  ),
});

export const MISTAKEN_ACCESS = [...TOKENS, ...SCOPES, ...MODES];
