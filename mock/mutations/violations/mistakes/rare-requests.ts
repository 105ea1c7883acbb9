/** Mistakes that show only with rare requests, values, or responses of a receiver. */
import {
  all,
  afterAct,
  GIVEN_UP,
  fieldsOf,
  findRow,
  findRows,
  idIn,
  ignoredIfGiven,
  isJsonObject,
  isReplay,
  mapQuery,
  onAnswer,
  onBody,
  onField,
  onKey,
  onLinks,
  onQuery,
  onQueryValue,
  onRecord,
  onRequestField,
  onSignature,
  queryOf,
  refuseFields,
  refusing,
  violations,
  withBodyFields,
  withDeliveryHeaders,
  withEnvelope,
  withError,
  withFields,
} from '../kit/index.ts';
import { comparingBodies } from '../idempotency.ts';
import { ALL_VIEWS, isByGrades } from '../bids/deviations.ts';

/** Drops a parameter from the links of pages. */
function without(link: string, name: string): string {
  return link.replace(new RegExp(`([?&])${name}=[^&]*&?`), '$1').replace(/[?&]$/, '');
}

const QUERIES = [
  ...ignoredIfGiven({
    'INV-7/dropped-by-units': ['listInventory', 'near', 'units'],
    'INV-8/year-dropped-by-grade': ['listInventory', 'crop_year', 'grade'],
    'INV-5/maximum-dropped-by-commodity': ['listInventory', 'max_quantity', 'commodity'],
    'INV-9/units-drop-sort': ['listInventory', 'sort', 'units'],
    'INV-9/offset-drops-sort': ['listInventory', 'sort', 'offset'],
    'TRD-1/to-drops-commodity': ['listTrades', 'commodity', 'to'],
    'CB-1/units-drop-commodity': ['listCashBids', 'commodity', 'units'],
    'CB-4/offset-drops-status': ['listOffers', 'status', 'offset'],
    'LST-11/offset-drops-status': ['listReceivedBids', 'status', 'offset'],
    'LST-1/limit-drops-status': ['listListings', 'status', 'limit'],
    'WHK-7/offset-drops-status': ['listDeliveries', 'status', 'offset'],
  }),
  ...violations({
    'INV-8/protein-as-text: `min_protein` compares as text.': onQueryValue('listInventory', 'min_protein', (value) =>
      Number(value) < 10 ? '99' : value,
    ),
    'INV-8/protein-whole: `min_protein` drops its fraction.': onQueryValue('listInventory', 'min_protein', (value) =>
      String(Math.trunc(Number(value))),
    ),
    'INV-7/near-on-the-first-page-only: `near` is ignored after the first page.': onQuery('listInventory', (query) => {
      if (Number(query.get('offset') ?? 0) > 0) query.delete('near');
    }),
    'PAGE-5/next-forgets-near: `next` of GET /inventory drops `near`.': onLinks('listInventory', ['next'], (link) =>
      without(link, 'near'),
    ),
    'PAGE-5/next-forgets-maximum: `next` of GET /inventory drops `max_quantity`.': onLinks('listInventory', ['next'], (link) =>
      without(link, 'max_quantity'),
    ),
    'PAGE-5/next-listings-forget-status: `next` of GET /me/inventory drops `status`.': onLinks('listListings', ['next'], (link) =>
      without(link, 'status'),
    ),
    'PAGE-5/next-cash-bids-forget-activity: `next` of GET /cash-bids drops `is_active`.': onLinks(
      'listCashBids',
      ['next'],
      (link) => without(link, 'is_active'),
    ),
    'PAGE-5/next-trades-forget-from: `next` of GET /trades drops `from`.': onLinks('listTrades', ['next'], (link) =>
      without(link, 'from'),
    ),
    'PAGE-12/previous-bids-forget-status: `previous` of GET /bids drops `status`.': onLinks('listBids', ['previous'], (link) =>
      without(link, 'status'),
    ),
    'PAGE-12/previous-forgets-sort: `previous` of GET /inventory drops `sort`.': onLinks('listInventory', ['previous'], (link) =>
      without(link, 'sort'),
    ),
    'PAGE-2/fifty-is-twenty: `limit=50` gives 20 items.': mapQuery(
      ['listInventory', 'listBids', 'listTrades', 'listListings'],
      'limit',
      { '50': undefined },
    ),
    'PAGE-2/capped-at-25: A `limit` above 25 gives 25 items.': onQueryValue('everywhere', 'limit', (value) =>
      Number(value) > 25 && Number(value) <= 50 ? '25' : value,
    ),
    'PAGE-11/limit-of-fifty-shown-as-twenty: `limit` in a page is 20 at most.': withBodyFields(
      ['listInventory', 'listBids', 'listTrades', 'listListings'],
      ({ limit }) => ({
        limit: Math.min(20, limit),
      }),
    ),
    'FMT-8/detail-of-drafts-in-tonnes: GET /me/inventory/{id} ignores `units` for a draft.': onQuery(
      'getListing',
      async (query, { db, incoming }) => {
        if ((await findRow(db, 'lots', { id: idIn(incoming.path) }))?.status === 'unlisted') query.delete('units');
      },
    ),
    'MKT-7/weekly-for-a-month: The price history without `interval` is weekly if it covers more than a month.': onQuery(
      'getPriceHistory',
      (query) => {
        const days = (Date.parse(query.get('to') ?? '') - Date.parse(query.get('from') ?? '')) / 86_400_000;
        if (!query.has('interval') && !(days <= 31)) query.set('interval', 'week');
      },
    ),
    'MKT-6/history-units-refused: The price history of a week rejects `units`.': refusing('getPriceHistory', ({ incoming }) =>
      queryOf(incoming).has('units') && queryOf(incoming).get('interval') === 'week' ? 'invalid_filter' : undefined,
    ),
    'INV-23/sandbox-by-grade: GET /inventory with `grade` also lists sandbox listings.': onBody(
      'listInventory',
      async (page, { db, incoming, caller }) => {
        if (!queryOf(incoming).has('grade') || caller?.livemode !== 1) return page;
        const lots = await findRows(db, 'lots', { livemode: 0, status: 'listed' });
        return { ...page, items: [...page.items, ...lots.map(({ id }) => ({ ...page.items[0], id }))] };
      },
    ),
  }),
];

const VALUES = violations({
  'INV-19/variety-cut: `variety` is cut to 20 characters.': onRequestField('createListing', 'variety', (variety) =>
    typeof variety === 'string' ? variety.slice(0, 20) : variety,
  ),
  'INV-19/variety-escaped: `variety` is stored with HTML escapes.': onRequestField('createListing', 'variety', (variety) =>
    typeof variety === 'string'
      ? variety.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;').replaceAll('<', '&lt;')
      : variety,
  ),
  'INV-19/percent-at-most: Measurements above 100 are stored as 100.': onRequestField('createListing', 'quality', (quality) =>
    isJsonObject(quality)
      ? Object.fromEntries(
          Object.entries(quality).map(([name, value]) => [name, typeof value === 'number' ? Math.min(100, value) : value]),
        )
      : quality,
  ),
  'INV-19/one-decimal: Measurements are rounded to one decimal.': onRequestField('createListing', 'quality', (quality) =>
    isJsonObject(quality)
      ? Object.fromEntries(
          Object.entries(quality).map(([name, value]) => [name, typeof value === 'number' ? Math.round(value * 10) / 10 : value]),
        )
      : quality,
  ),
  'FARM-3/name-cut: A name of a farm is cut to 20 characters.': onRequestField(['createFarm', 'updateFarm'], 'name', (name) =>
    typeof name === 'string' ? name.slice(0, 20) : name,
  ),
  'BID-37/long-terms-crash: `additional_terms` of more than 255 characters return 500.': refusing('placeBid', ({ incoming }) =>
    String(fieldsOf(incoming)['additional_terms'] ?? '').length > 255 ? 'internal_error' : undefined,
  ),
  'BID-37/line-breaks-refused: `additional_terms` with a line break are rejected.': refusing('placeBid', ({ incoming }) =>
    String(fieldsOf(incoming)['additional_terms'] ?? '').includes('\n')
      ? refuseFields({ field: 'additional_terms', message: 'is invalid' })
      : undefined,
  ),
  'BID-37/no-approval-by-false: A bid with `subject_to_sample_approval` false is rejected.': refusing(
    'placeBid',
    ({ incoming }) =>
      fieldsOf(incoming)['subject_to_sample_approval'] === false
        ? refuseFields({ field: 'subject_to_sample_approval', message: 'is required' })
        : undefined,
  ),
  'FMT-1/amounts-of-bids-as-text: Prices of bids with a fraction have a string `amount`.': onField(
    [...ALL_VIEWS],
    'price.amount',
    (amount) => (typeof amount === 'number' && !Number.isInteger(amount) ? amount.toFixed(2) : amount),
  ),
  'FMT-1/amounts-of-trades-as-text: Prices of trades with a fraction have a string `amount`.': onField(
    ['acceptBid', 'getTrade', 'listTrades'],
    'price.amount',
    (amount) => (typeof amount === 'number' && !Number.isInteger(amount) ? amount.toFixed(2) : amount),
  ),
  'IDEM-2/last-key-only: A team has one key: a new one replaces it.': () => {
    const generations = new Map<string, { key: string; n: number }>();
    return onKey(({ key }, { caller }) => {
      const team = caller?.team_id ?? '';
      const last = generations.get(team);
      const n = last === undefined ? 0 : last.key === key ? last.n : last.n + 1;
      generations.set(team, { key, n });
      return { key: `${key}#${n}` };
    });
  },
  'IDEM-2/cut-to-forty: Keys that begin with the same 40 characters count as the same key.': onKey(({ key }) => ({
    key: key.slice(0, 40),
  })),
  'IDEM-3/approval-not-compared: Bodies are compared without `subject_to_sample_approval`.': comparingBodies(
    ({ subject_to_sample_approval: _ignored, ...others }) => others,
  ),
  'IDEM-3/any-body-once-rejected: The key of a rejected bid accepts any body.': () => {
    const rejected = new Set<string>();
    return all(
      afterAct('rejectBid', ({ path }) => {
        rejected.add(idIn(path));
      }),
      onKey(async (use, { db }) => {
        const stored = await db.selectFrom('idempotency_keys').selectAll().where('key', '=', use.key).executeTakeFirst();
        const id = [...rejected].find((one) => stored?.response.includes(one) === true);
        return id === undefined || stored === undefined ? {} : { body_hash: stored.body_hash };
      }),
    );
  },
});

const PROTOCOL = violations({
  'ERR-3/odd-ids-crash: GET by an id with characters other than letters, digits, and _ returns 500.': refusing(
    ['getBid', 'getTrade', 'getInventory', 'getListing', 'getFarm', 'getTeam'],
    ({ incoming }) => (/[^\w-]/.test(idIn(incoming.path)) ? 'internal_error' : undefined),
  ),
  'ERR-3/long-ids-crash: GET by an id of more than 40 characters returns 500.': refusing(
    ['getBid', 'getTrade', 'getInventory', 'getListing', 'getFarm', 'getTeam'],
    ({ incoming }) => (idIn(incoming.path).length > 40 ? 'internal_error' : undefined),
  ),
  'ERR-3/other-prefix-is-400: GET by an id with the prefix of another resource returns 400.': refusing(
    ['getBid', 'getTrade', 'getInventory', 'getListing', 'getFarm', 'getTeam'],
    ({ incoming, operation_id }) => {
      const prefix = {
        getBid: 'bid_',
        getTrade: 'trd_',
        getInventory: 'inv_',
        getListing: 'inv_',
        getFarm: 'farm_',
        getTeam: 'tm_',
      }[String(operation_id)];
      return idIn(incoming.path).startsWith(prefix ?? '') ? undefined : 'invalid_filter';
    },
  ),
  'AUTH-1/basic-is-400: Another scheme than Bearer gets 400.': refusing('everywhere', ({ incoming }) =>
    incoming.authorization !== undefined && !/^bearer/i.test(incoming.authorization) ? 'invalid_json' : undefined,
  ),
  'AUTH-1/body-first: POST /webhooks without a token and with an invalid body returns 422.': refusing(
    'createWebhook',
    ({ incoming }) =>
      incoming.authorization === undefined && !('url' in fieldsOf(incoming))
        ? refuseFields({ field: 'url', message: 'is required' })
        : undefined,
  ),
  'ERR-6/counters-say-400: `error.status` of the 422 of a counter is 400.': withError('counterBid', 'validation_failed', {
    status: 400,
  }),
  'ERR-6/decided-say-409: `error.status` of the 422 of a decided bid is 409.': withError('everywhere', 'bid_not_pending', {
    status: 409,
  }),
  'ERR-6/forbidden-says-401: `error.status` of a missing scope is 401.': withError('everywhere', 'insufficient_scope', {
    status: 401,
  }),
  'ERR-1/decided-without-message: The 422 of a decided bid has no `message`.': withError('everywhere', 'bid_not_pending', {
    message: undefined,
  }),
  'ERR-1/decided-without-code: The 422 of a decided bid has no `code`.': withError('everywhere', 'bid_not_pending', {
    code: undefined,
  }),
  'ERR-1/conflict-of-offers-bare: The 409 of a decided offer is not in `error`.': onAnswer(
    ['acceptOffer', 'rejectOffer'],
    (answer, { refusal }) => {
      const body: unknown = JSON.parse(answer.text);
      return refusal?.refused === 'conflict' && isJsonObject(body) ? { ...answer, text: JSON.stringify(body['error']) } : answer;
    },
  ),
  'CONV-5/reject-as-text: POST /bids/{id}/reject returns text/plain.': onAnswer('rejectBid', (answer) => ({
    ...answer,
    headers: { ...answer.headers, 'content-type': 'text/plain', 'Content-Type': 'text/plain' },
  })),
  'BID-9/location-needed-when-fob: A bid with `fob_farm` true needs a delivery location.': refusing(
    'placeBid',
    ({ incoming }) => {
      const fields = fieldsOf(incoming);
      return fields['fob_farm'] === true && !('delivery_location_id' in fields)
        ? refuseFields({ field: 'delivery_location_id', message: 'is required' })
        : undefined;
    },
  ),
  'DLOC-3/refused-by-grades: A multi-grade bid with a delivery location is rejected.': refusing('placeBid', ({ incoming }) => {
    const fields = fieldsOf(incoming);
    return isByGrades(fields) && 'delivery_location_id' in fields
      ? refuseFields({ field: 'delivery_location_id', message: 'is unknown' })
      : undefined;
  }),
});

const DELIVERIES = violations({
  'EVT-3/id-of-the-second-replay: The second replay of an event has a new id.': () => {
    const replays = new Map<string, number>();
    return withEnvelope('all', async ({ id }, context) => {
      if (!(await isReplay(context))) return {};
      const n = (replays.get(id) ?? 0) + 1;
      replays.set(id, n);
      return n > 1 ? { id: `${id}r` } : {};
    });
  },
  'EVT-20/replays-as-sandbox: Replays of live events have `livemode: false`.': withEnvelope('all', async (_envelope, context) =>
    (await isReplay(context)) ? { livemode: false } : {},
  ),
  'EVT-2/retries-without-type: Retries have no SVC-Event.': withDeliveryHeaders('all', (_outgoing, { attempt }) =>
    attempt > 1 ? { 'SVC-Event': undefined } : {},
  ),
  'EVT-1/retries-without-alias: Retries have no `event`.': withEnvelope('all', (_envelope, { attempt }) =>
    attempt > 1 ? { event: undefined } : {},
  ),
  'EVT-14/replays-without-data: Replays have an empty `data`.': withEnvelope('all', async (_envelope, context) =>
    (await isReplay(context)) ? { data: {} } : {},
  ),
  'SIG-1/fraction-of-a-second: `t` has milliseconds after a dot.': onSignature('all', ({ header }) =>
    header.replace(/\bt=(\d+)/, 't=$1.123'),
  ),
  'RTY-7/response-status-of-failures-zero: Failed rows have a `response_status` of 0.': onRecord((delivery) =>
    delivery.status === 'failed' ? { response_status: 0 } : {},
  ),
  'WHK-7/total-of-events: `total` of deliveries counts events, not attempts.': onBody(
    'listDeliveries',
    async (page, { db, incoming }) => {
      const rows = await db
        .selectFrom('deliveries')
        .select('event_id')
        .where('subscription_id', '=', idIn(incoming.path))
        .execute();
      const status = queryOf(incoming).get('status');
      return status === null ? { ...page, total: new Set(rows.map(({ event_id }) => event_id)).size } : page;
    },
  ),
  'WHK-7/delivered-lists-all: `status=delivered` of deliveries lists all of them.': mapQuery('listDeliveries', 'status', {
    delivered: undefined,
  }),
  'WHK-7/retrying-lists-nothing: `status=retrying` of deliveries lists nothing.': onBody('listDeliveries', (page, { incoming }) =>
    queryOf(incoming).get('status') === 'retrying' ? { ...page, items: [], total: 0, next: null } : page,
  ),
  'RTY-1/first-success-only: A 2xx on the second attempt counts as a failure.': {
    verdict: (verdict, { attempt }) => (attempt === 2 && verdict.status === 'delivered' ? GIVEN_UP : verdict),
  },
  'WHK-12/events-in-capitals: GET /webhooks shows `events` in capitals.': withFields('listWebhooks', ({ events }) => ({
    events: events.map((type) => type.toUpperCase()),
  })),
  'WHK-2/url-changed: POST /webhooks drops the query of `url`.': withFields(['createWebhook', 'listWebhooks'], ({ url }) => ({
    url: url.split('?')[0],
  })),
});

export const RARE_REQUESTS = [...QUERIES, ...VALUES, ...PROTOCOL, ...DELIVERIES];
