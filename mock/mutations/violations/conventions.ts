import {
  all,
  isJsonObject,
  isRefusal,
  mapObjects,
  onAnswer,
  onBody,
  onDelivery,
  onField,
  onResource,
  refusing,
  unwrapped,
  violations,
  withHeaders,
} from './kit/index.ts';

/** A number that an id might be. */
function toNumber(id: unknown): unknown {
  return typeof id === 'string' ? Number.parseInt(id.slice(-6).replaceAll(/\D/g, '7'), 10) : id;
}

const withoutPrefix = (id: unknown): unknown => (typeof id === 'string' ? id.replace(/^[a-z]+_/, '') : id);

export const CONVENTIONS = violations({
  'CONV-1/bare-resource: A bid, a listing or a trade is answered without `data` around it.': unwrapped([
    'getBid',
    'getInventory',
    'getTrade',
  ]),
  'CONV-1/bare-after-patch: A listing that was changed is answered without `data` around it.': unwrapped('updateListing'),
  'CONV-1/wrapped-twice: A team stands in `data.data`.': onBody('getTeam', (body) => ({ data: body })),
  'CONV-1/in-an-array: A deleted subscription is answered as an array of one.': onBody('deleteWebhook', ({ data }) => ({
    data: [data],
  })),
  'CONV-2/numbers-in-bids: Ids of bids are numbers in the list.': onField('listBids', 'id', toNumber),
  'CONV-2/numbers-in-trades: A trade tells the id of its bid as a number.': onField(
    ['getTrade', 'listTrades'],
    'bid_id',
    toNumber,
  ),
  'CONV-2/numbers-of-lines: Lines of a bid by grades have numbers for ids.': onField('everywhere', 'grades', (lines) =>
    Array.isArray(lines) ? lines.map((line: unknown, i) => (isJsonObject(line) ? { ...line, id: i + 1 } : line)) : lines,
  ),
  'CONV-2/numbers-in-the-inbox: The inbox tells listings by number.': onField('listBidsReceived', 'listing.id', toNumber),
  'CONV-2/number-of-event: The id of an event is a number.': onDelivery('all', (envelope) => ({
    ...envelope,
    id: toNumber(envelope.id),
  })),
  'CONV-3/text-in-bids: A bid tells its delivery location as text.': onField(
    ['placeBid', 'getBid', 'listBids', 'listReceivedBids'],
    'delivery_location_id',
    (id) => (typeof id === 'number' ? `${id}` : id),
  ),
  'CONV-3/prefixed: Ids of delivery locations have a prefix.': onField(
    'listDeliveryLocations',
    'id',
    (id) => `loc_${String(id)}`,
  ),
  'CONV-4/numeric-references: References are numbers.': onField('everywhere', 'reference', () => 4_711),
  'CONV-4/numeric-in-the-inbox: The inbox tells the reference of a listing as a number.': onField(
    'listBidsReceived',
    'listing.reference',
    () => 12,
  ),
  'CONV-5/plain-text: Answers say that they are plain text.': withHeaders('everywhere', {
    'Content-Type': 'text/plain; charset=utf-8',
  }),
  'CONV-5/errors-as-pages: A resource that is missing is a page of HTML.': onAnswer('everywhere', (answer, { refusal }) =>
    refusal?.refused === 'not_found'
      ? { ...answer, headers: { ...answer.headers, 'Content-Type': 'text/html' }, text: '<h1>Not Found</h1>' }
      : answer,
  ),
  'CONV-5/problem-json: What fails validation is application/problem+json.': onAnswer('everywhere', (answer, { refusal }) =>
    refusal?.refused === 'validation_failed'
      ? { ...answer, headers: { ...answer.headers, 'Content-Type': 'application/problem+json' } }
      : answer,
  ),
  'CONV-5/no-body: DELETE of a listing answers nothing.': onAnswer('archiveListing', (answer) => ({ ...answer, text: '' })),
  'CONV-5/escapes-refused: A body with escapes in it is not read.': refusing('everywhere', ({ incoming: { bytes } }) =>
    !isRefusal(bytes) && bytes.includes(String.raw`\u`) ? 'invalid_json' : undefined,
  ),
  'CONV-8/grades-elsewhere: There are no grades below /v1.': refusing('listGrades', () => 'not_found'),
  'CONV-8/no-counter: There is no counter below /v1.': refusing('counterBid', () => 'method_not_allowed'),
  'CONV-9/bare-farm: One farm is answered without `data` around it.': unwrapped(['createFarm', 'getFarm', 'updateFarm']),
  'CONV-9/bare-filters: The filters are answered without `data` around them.': unwrapped('getInventoryFilters'),
  'CONV-10/bare-team-ids: Ids of teams have no prefix.': onResource(['listTeams', 'getTeam'], (team) => ({
    ...team,
    id: withoutPrefix(team.id),
  })),
  'CONV-10/other-prefix-in-trades: Trades tell their bids by another prefix.': onField(
    ['getTrade', 'listTrades'],
    'bid_id',
    (id) => (typeof id === 'string' ? id.replace('bid_', 'offer_') : id),
  ),
  'CONV-10/numbered-simulator: The simulator has a number.': onField('simulateEvent', 'buyer.id', () => 7),
  'CONV-10/bare-event-ids: Ids of events have no prefix.': all(
    onDelivery('all', (envelope) => ({ ...envelope, id: withoutPrefix(envelope.id) })),
    onBody('listDeliveries', (page: unknown) =>
      mapObjects(page, (row) => ('event_id' in row ? { ...row, event_id: withoutPrefix(row['event_id']) } : row)),
    ),
  ),
});
