import {
  all,
  isRefusal,
  onResponse,
  onBody,
  onField,
  onLines,
  refusing,
  unwrapped,
  violations,
  withBodyFields,
  withEnvelope,
  withFields,
  withHeaders,
} from './kit/index.ts';

/** A number derived from an id. */
function toNumber(id: unknown): unknown {
  return typeof id === 'string' ? Number.parseInt(id.slice(-6).replaceAll(/\D/g, '7'), 10) : id;
}

const withoutPrefix = (id: unknown): unknown => (typeof id === 'string' ? id.replace(/^[a-z]+_/, '') : id);

export const CONVENTIONS = violations({
  'CONV-1/bare-resource: GET of one bid, listing, or trade omits the `data` envelope.': unwrapped([
    'getBid',
    'getInventory',
    'getTrade',
  ]),
  'CONV-1/bare-after-patch: PATCH /me/inventory/{id} omits the `data` envelope.': unwrapped('updateListing'),
  'CONV-1/wrapped-twice: GET /teams/{id} returns the team in `data.data`.': onBody('getTeam', (body) => ({ data: body })),
  'CONV-1/in-an-array: DELETE /webhooks/{id} returns an array in `data`.': withBodyFields('deleteWebhook', ({ data }) => ({
    data: [data],
  })),
  'CONV-2/numbers-in-bids: GET /bids returns numeric ids.': onField('listBids', 'id', toNumber),
  'CONV-2/numbers-in-trades: Trades have a numeric `bid_id`.': onField(['getTrade', 'listTrades'], 'bid_id', toNumber),
  'CONV-2/numbers-of-lines: The lines of multi-grade bids have numeric ids.': onLines('everywhere', (line, index) => ({
    ...line,
    id: index + 1,
  })),
  'CONV-2/numbers-in-the-inbox: GET /me/bids-received returns numeric listing ids.': onField(
    'listBidsReceived',
    'listing.id',
    toNumber,
  ),
  'CONV-2/number-of-event: Event envelopes have a numeric id.': withEnvelope('all', (envelope) => ({
    id: toNumber(envelope.id),
  })),
  'CONV-3/text-in-bids: Bids have a string `delivery_location_id`.': onField(
    ['placeBid', 'getBid', 'listBids', 'listReceivedBids'],
    'delivery_location_id',
    (id) => (typeof id === 'number' ? `${id}` : id),
  ),
  'CONV-3/prefixed: Delivery location ids are strings with a prefix.': onField(
    'listDeliveryLocations',
    'id',
    (id) => `loc_${String(id)}`,
  ),
  'CONV-4/numeric-references: Every `reference` is a number.': onField('everywhere', 'reference', () => 4_711),
  'CONV-4/numeric-in-the-inbox: GET /me/bids-received returns a numeric listing reference.': onField(
    'listBidsReceived',
    'listing.reference',
    () => 12,
  ),
  'CONV-5/plain-text: Responses have the content type text/plain.': withHeaders('everywhere', {
    'Content-Type': 'text/plain; charset=utf-8',
  }),
  'CONV-5/errors-as-pages: A 404 has an HTML body.': onResponse('everywhere', (response, { refusal }) =>
    refusal?.refused === 'not_found'
      ? { ...response, headers: { ...response.headers, 'Content-Type': 'text/html' }, text: '<h1>Not Found</h1>' }
      : response,
  ),
  'CONV-5/problem-json: Validation errors have the content type application/problem+json.': withHeaders(
    'everywhere',
    (_response, { refusal }) => (refusal?.refused === 'validation_failed' ? { 'Content-Type': 'application/problem+json' } : {}),
  ),
  'CONV-5/no-body: DELETE /me/inventory/{id} returns an empty body.': onResponse('archiveListing', (response) => ({
    ...response,
    text: '',
  })),
  'CONV-5/escapes-refused: JSON bodies with Unicode escapes are rejected.': refusing('everywhere', ({ incoming: { bytes } }) =>
    !isRefusal(bytes) && bytes.includes(String.raw`\u`) ? 'invalid_json' : undefined,
  ),
  'CONV-5/charset-refused: A Content-Type with a charset is rejected.': refusing('everywhere', ({ incoming: { content_type } }) =>
    content_type?.includes('charset') === true ? 'invalid_json' : undefined,
  ),
  'CONV-8/grades-elsewhere: GET /v1/grades returns 404.': refusing('listGrades', () => 'not_found'),
  'CONV-8/no-counter: POST /v1/bids/{id}/counter returns 405.': refusing('counterBid', () => 'method_not_allowed'),
  'CONV-9/bare-farm: Responses with one farm omit the `data` envelope.': unwrapped(['createFarm', 'getFarm', 'updateFarm']),
  'CONV-9/bare-filters: GET /inventory/filters omits the `data` envelope.': unwrapped('getInventoryFilters'),
  'CONV-10/bare-team-ids: Team ids have no prefix.': withFields(['listTeams', 'getTeam'], (team) => ({
    id: withoutPrefix(team.id),
  })),
  'CONV-10/other-prefix-in-trades: Trades show `bid_id` with a different prefix from that of the bid.': onField(
    ['getTrade', 'listTrades'],
    'bid_id',
    (id) => (typeof id === 'string' ? id.replace('bid_', 'offer_') : id),
  ),
  'CONV-10/numbered-simulator: POST /sandbox/simulate-event returns a numeric buyer id.': onField(
    'simulateEvent',
    'buyer.id',
    () => 7,
  ),
  'CONV-10/bare-event-ids: Event ids have no prefix.': all(
    withEnvelope('all', ({ id }) => ({ id: withoutPrefix(id) })),
    onField('listDeliveries', 'event_id', withoutPrefix),
  ),
});
