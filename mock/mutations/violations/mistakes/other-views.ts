/** Responses that show a record with other values than the record has. Generated changes of responses got past the gate like this. */
import { isJsonObject, onField, onLines, violations } from '../kit/index.ts';

const DAY_MS = 86_400_000;

const nextDay = (date: unknown): unknown =>
  typeof date === 'string' ? new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, date.length) : date;
const oneMore = (value: unknown): unknown => (typeof value === 'number' ? value + 1 : value);
const rounded = (value: unknown): unknown => (typeof value === 'number' ? Math.round(value) : value);
const another = (value: unknown): unknown => (typeof value === 'string' ? `${value} B` : value);

export const OTHER_VIEWS = violations({
  'BID-1/expires-a-day-later: POST /inventory/{id}/bids returns an expires_at a day later.': onField(
    'placeBid',
    'expires_at',
    nextDay,
  ),
  'LST-1/quality-in-the-list: GET /me/inventory shows rounded measurements.': onField(
    'listListings',
    'quality.test_weight',
    rounded,
  ),
  'BID-14/window-when-rejected: The response of reject shows a delivery that begins a day later.': onField(
    'rejectBid',
    'delivery.from',
    nextDay,
  ),
  'BID-14/line-ids-of-the-inbox: GET /me/bids-received gives the lines of bids by grades other ids.': onLines(
    'listBidsReceived',
    (line) => ({ ...line, id: `${String(line['id'])}0` }),
  ),
  'TRD-2/commodity-when-accepted: The response of accept names the commodity by its slug.': onField(
    'acceptBid',
    'commodity',
    (commodity) => (isJsonObject(commodity) ? { ...commodity, name: commodity['slug'] } : commodity),
  ),
  'INV-14/year-in-the-list: GET /inventory shows the crop year after the real one.': onField(
    'listInventory',
    'crop_year',
    oneMore,
  ),
  'LST-5/time-in-the-list: GET /me/inventory shows a created_at a day later.': onField('listListings', 'created_at', nextDay),
  'LST-2/another-quantity: POST /me/inventory returns a tonne more than the listing has.': onField(
    'createListing',
    'quantity_mt',
    oneMore,
  ),
  'LST-6/another-variety: PATCH /me/inventory/{id} returns another variety.': onField('updateListing', 'variety', another),
  'LST-7/another-variety: DELETE /me/inventory/{id} returns another variety.': onField('archiveListing', 'variety', another),
  'FARM-2/rounded: POST /me/farms returns rounded coordinates.': onField('createFarm', 'latitude', rounded),
  'FARM-3/rounded: PATCH /me/farms/{id} returns rounded coordinates.': onField('updateFarm', 'latitude', rounded),
});
