/** What a different framework, gateway, or queue does to requests, responses, and deliveries that are otherwise the same. */
import { randomBytes } from 'node:crypto';
import { OPERATIONS, type Operation } from '#spec';
import {
  all,
  beforeAct,
  findRows,
  INVENTORY_READS,
  isJsonObject,
  onResponse,
  onError,
  onField,
  onLinks,
  onRequest,
  onWholeList,
  queryOf,
  readJson,
  RECEIVED_BIDS,
  refuse,
  withEnvelope,
  withError,
  withFields,
  withHeaders,
  type Seams,
} from '../violations/kit/index.ts';
import { mergeHeaders } from '../violations/kit/responses.ts';
import { translateIds } from './kit/translate-ids.ts';
import { onInstants } from './kit/instants.ts';
import { variants } from './kit/variant.ts';

/** The query parameters that the mock takes, although the document does not list them for the endpoint (PAGE-16). */
const ASSUMED_PARAMETERS: readonly (readonly [operations: readonly string[], parameters: readonly string[]])[] = [
  [
    [
      'listDeliveryLocations',
      'listMarketCommodities',
      'listMarketPrices',
      'getPriceHistory',
      'listTeams',
      'listWebhooks',
      'listGrades',
      'listFarms',
    ],
    ['limit', 'offset'],
  ],
  [RECEIVED_BIDS, ['units']],
];

function isListed(operation_id: string, parameter: string): boolean {
  const operations: Readonly<Record<string, Operation>> = OPERATIONS;
  const is_assumed = ASSUMED_PARAMETERS.some(([ids, parameters]) => ids.includes(operation_id) && parameters.includes(parameter));
  return !is_assumed && Object.hasOwn(operations[operation_id]?.query ?? {}, parameter);
}

function strictQueries(): Partial<Seams> {
  return {
    request: (incoming, context) => {
      // A missing token is 401, whatever else is wrong.
      if (incoming.authorization === undefined) return incoming;
      const unknown = [...queryOf(incoming).keys()].find((name) => !isListed(context.operation_id, name));
      return unknown === undefined
        ? incoming
        : refuse('invalid_filter', { errors: [{ field: unknown, message: 'is not a parameter' }] });
    },
  };
}

const IDS = /\b(inv|bid|trd|tm|cb|cbo|whk|whd|evt|farm|usr|line)_([0-9a-f]{16})\b/g;

function numberedIds(): Partial<Seams> {
  const outside = new Map<string, string>();
  const inside = new Map<string, string>();
  const counts = new Map<string, number>();
  const outward = (text: string): string =>
    text.replaceAll(IDS, (id, prefix: string) => {
      const known = outside.get(id);
      if (known !== undefined) return known;
      const count = (counts.get(prefix) ?? 0) + 1;
      counts.set(prefix, count);
      const made = `${prefix}_${count}`;
      outside.set(id, made);
      inside.set(made, id);
      return made;
    });
  const inward = (text: string): string =>
    text.replaceAll(IDS, (_id, prefix: string) => `${prefix}_none`).replaceAll(/\b[a-z]+_\d+\b/g, (id) => inside.get(id) ?? id);
  return translateIds(inward, outward);
}

const LINKED = [
  'listInventory',
  'listBids',
  'listTrades',
  'listCashBids',
  'listOffers',
  'listListings',
  'listReceivedBids',
] as const;
const fromCursor = (cursor: string | null): string => Buffer.from(cursor ?? '', 'base64url').toString();
const toCursor = (link: string): string => {
  // Not a URL: another variant can have made the link relative.
  const [path = '', text = ''] = link.split('?');
  const given = new URLSearchParams(text);
  // The mock copies the request's query to its links, and that query can contain a cursor.
  const query = new URLSearchParams(fromCursor(given.get('cursor')));
  for (const [name, value] of given) if (name !== 'cursor') query.set(name, value);
  return `${path}?cursor=${Buffer.from(query.toString()).toString('base64url')}`;
};

const BATCH_MS = 10_000;

function newestSecondFirst(one: { created_at: string }, other: { created_at: string }): number {
  const a = Date.parse(one.created_at);
  const b = Date.parse(other.created_at);
  return Math.floor(b / 1_000) - Math.floor(a / 1_000) || a - b;
}

export const TECHNOLOGY = variants({
  'request-ids-in-errors (ERR-1, ERR-7): Errors and headers have an id of the request.': onResponse('everywhere', (response) => {
    const request_id = randomBytes(8).toString('hex');
    const headers = mergeHeaders(response.headers, { 'X-Request-Id': request_id });
    const body = readJson(response.text);
    if (!isJsonObject(body) || !isJsonObject(body['error'])) return { ...response, headers };
    return { ...response, headers, text: JSON.stringify({ ...body, error: { ...body['error'], request_id } }) };
  }),
  'messages-with-a-time (ERR-1, ERR-7): Error messages end with the time and a number for support.': withError(
    'everywhere',
    'any',
    (error, { world }) => ({
      message: `${error.message} (${world.clock.now()}, no. ${randomBytes(4).toString('hex')})`,
    }),
  ),
  'errors-with-empty-members (ERR-1): Errors have null or empty members where they have no value.': onError(
    'everywhere',
    'any',
    (error) => ({ errors: [], details: null, type: 'about:blank', ...error }),
  ),
  'headers-of-a-gateway (CONV-5): Responses have cookies, ETags, CORS headers, and a Location, and close their connection.':
    withHeaders('everywhere', ({ status }, { incoming }) => ({
      'Set-Cookie': `SERVERID=${randomBytes(4).toString('hex')}; Path=/; HttpOnly`,
      ETag: `W/"${randomBytes(6).toString('hex')}"`,
      Vary: 'Accept-Encoding, Origin',
      'Access-Control-Allow-Origin': '*',
      'X-Runtime': String(process.hrtime.bigint() % 1000n),
      'Cf-Ray': randomBytes(8).toString('hex'),
      Connection: 'close',
      ...(status === 201 ? { Location: incoming.address } : {}),
    })),
  'servers-in-turn (ERR-7): Two servers respond in turn, and a header names them.': () => {
    let served = 0;
    return withHeaders('everywhere', () => {
      served += 1;
      return { 'X-Served-By': `web-${served % 2}` };
    });
  },
  'json-of-another-writer (CONV-5): JSON is indented, escapes slashes and letters beyond ASCII, and pads numbers with zeros.':
    onResponse('everywhere', (response) => ({
      ...response,
      text: `${JSON.stringify(readJson(response.text), null, 4)
        .replaceAll('/', String.raw`\/`)
        .replaceAll(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .replaceAll(/("(?:amount|quantity_mt|protein|moisture|latitude|longitude|target_price)": -?\d+)(,?)$/gm, '$1.00$2')}\n`,
    })),
  'queries-strict (CONV-7, PAGE-16): A query parameter that the document does not list for an endpoint returns 400.':
    strictQueries(),
  'nanoseconds (FMT-6, FMT-10): Timestamps have nine digits after the second.': onInstants((instant) =>
    instant.replace(/\.(\d+)Z$/, (_, ms: string) => `.${ms.padEnd(3, '0')}417263Z`),
  ),
  'events-sorted (WHK-2, WHK-12): Subscriptions show their event types in alphabetical order, backwards.': withFields(
    ['createWebhook', 'listWebhooks'],
    (one) => ({ events: one.events.toSorted().toReversed() }),
  ),
  'delivery-headers-in-lower-case (EVT-2): Deliveries have header names in lower case, and more headers.': {
    outgoing: (outgoing) => ({
      ...outgoing,
      headers: {
        ...Object.fromEntries(Object.entries(outgoing.headers).map(([name, value]) => [name.toLowerCase(), value])),
        'content-type': 'application/json; charset=UTF-8',
        connection: 'close',
        'user-agent': 'Java-http-client/21',
        'x-attempt': '1',
      },
    }),
  },
  'times-in-seconds (SBX-3, WHK-7): What was created in one second has no order: the older listing and delivery come first.': all(
    beforeAct('simulateEvent', async ({ db, caller, body }) => {
      if (body.inventory_id !== undefined) return;
      const own = await findRows(db, 'lots', { user_id: caller.user_id ?? '', livemode: 0 });
      const [newest] = own.toSorted(newestSecondFirst);
      if (newest !== undefined) Object.assign(body, { inventory_id: newest.id });
    }),
    onWholeList('listDeliveries', (items) => items.toSorted(newestSecondFirst)),
  ),
  'ids-of-numbers (CONV-2, CONV-10, PRIV-9): Ids have a number after the prefix.': numberedIds,
  'links-with-cursors (PAGE-5, PAGE-6, PAGE-12, PAGE-17): Page links have a cursor instead of the query.': all(
    onRequest(LINKED, (incoming) => {
      const cursor = queryOf(incoming).get('cursor');
      return cursor === null ? incoming : { ...incoming, search: fromCursor(cursor) };
    }),
    onLinks(LINKED, ['next', 'previous', 'href'], toCursor),
  ),
  'events-in-batches (EVT-19): Events are generated every ten seconds.': withEnvelope('all', (envelope) => ({
    created_at: new Date(Math.ceil(Date.parse(envelope.created_at) / BATCH_MS) * BATCH_MS).toISOString(),
  })),
  'quality-omitted (FMT-1, FMT-3): Members without a value are omitted where they can be, and firm is null.': all(
    onField('everywhere', 'quality', () => ({})),
    onField(INVENTORY_READS, 'asking_price', (price) => (isJsonObject(price) ? { ...price, firm: null } : price)),
  ),
});
