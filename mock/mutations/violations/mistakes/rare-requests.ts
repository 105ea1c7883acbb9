/** Mistakes that show only with rare requests and values. */
import {
  all,
  afterAct,
  fieldsOf,
  findRows,
  idIn,
  ignoredIfGiven,
  onBody,
  onKey,
  onLinks,
  onRequestField,
  queryOf,
  refuseFields,
  refusing,
  refusingField,
  violations,
} from '../kit/index.ts';
import { isByGrades } from '../bids/deviations.ts';

const READS = ['getBid', 'getTrade', 'getInventory', 'getListing', 'getFarm', 'getTeam'] as const;

/** The prefixes of the ids that `READS` take (CONV-10). */
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['getBid', 'bid_'],
  ['getTrade', 'trd_'],
  ['getInventory', 'inv_'],
  ['getListing', 'inv_'],
  ['getFarm', 'farm_'],
  ['getTeam', 'tm_'],
]);

const QUERIES = [
  ...ignoredIfGiven({
    'WHK-7/offset-drops-status': ['listDeliveries', 'status', 'offset'],
  }),
  ...violations({
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
    'PAGE-12/previous-forgets-sort: `previous` of GET /inventory drops `sort`.': onLinks('listInventory', ['previous'], (link) =>
      link.replace(/([?&])sort=[^&]*&?/, '$1'),
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

function termsIn(incoming: Parameters<typeof fieldsOf>[0]): string {
  const { additional_terms } = fieldsOf(incoming);
  return typeof additional_terms === 'string' ? additional_terms : '';
}

const VALUES = violations({
  'INV-19/variety-escaped: `variety` is stored with HTML escapes.': onRequestField('createListing', 'variety', (variety) =>
    typeof variety === 'string'
      ? variety.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;').replaceAll('<', '&lt;')
      : variety,
  ),
  'BID-37/long-terms-crash: `additional_terms` of more than 255 characters return 500.': refusing('placeBid', ({ incoming }) =>
    termsIn(incoming).length > 255 ? 'internal_error' : undefined,
  ),
  'BID-37/line-breaks-refused: `additional_terms` with a line break are rejected.': refusing('placeBid', ({ incoming }) =>
    termsIn(incoming).includes('\n') ? refuseFields({ field: 'additional_terms', message: 'is invalid' }) : undefined,
  ),
  'IDEM-2/cut-to-forty: Keys that begin with the same 40 characters count as the same key.': onKey(({ key }) => ({
    key: key.slice(0, 40),
  })),
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
  'BID-9/location-needed-when-fob: A bid with `fob_farm` true needs a delivery location.': refusingField(
    'placeBid',
    'delivery_location_id',
    'is required',
    (location, { fob_farm }) => fob_farm === true && location === undefined,
  ),
  'ERR-3/odd-ids-crash: GET by an id with characters other than letters, digits, and _ returns 500.': refusing(
    READS,
    ({ incoming }) => (/[^\w-]/.test(idIn(incoming.path)) ? 'internal_error' : undefined),
  ),
  'ERR-3/long-ids-crash: GET by an id of more than 40 characters returns 500.': refusing(READS, ({ incoming }) =>
    idIn(incoming.path).length > 40 ? 'internal_error' : undefined,
  ),
  'ERR-3/other-prefix-is-400: GET by an id with the prefix of another resource returns 400.': refusing(
    READS,
    ({ incoming, operation_id }) =>
      idIn(incoming.path).startsWith(PREFIXES.get(operation_id) ?? '') ? undefined : 'invalid_filter',
  ),
  'AUTH-1/body-first: POST /webhooks without a token and with an invalid body returns 422.': refusing(
    'createWebhook',
    ({ incoming }) =>
      incoming.authorization === undefined && !('url' in fieldsOf(incoming))
        ? refuseFields({ field: 'url', message: 'is required' })
        : undefined,
  ),
  'DLOC-3/refused-by-grades: A multi-grade bid with a delivery location is rejected.': refusingField(
    'placeBid',
    'delivery_location_id',
    'is unknown',
    (location, fields) => isByGrades(fields) && location !== undefined,
  ),
});

export const RARE_REQUESTS = [...QUERIES, ...VALUES, ...PROTOCOL];
