/** Mistakes where Idempotency-Keys meet multi-grade bids and delivery locations, and in farms, teams, and locations after a change. */
import {
  afterAct,
  all,
  findRow,
  isJsonObject,
  onKey,
  onRequestFields,
  onResponse,
  readJson,
  setRows,
  violations,
  withFields,
  type JsonObject,
  type Seams,
  type Tx,
} from '../kit/index.ts';
import { isByGrades } from '../bids/deviations.ts';
import { comparingBodies } from '../idempotency.ts';

/** Changes the responses to repeats. */
function onRepeat(change: (bid: JsonObject) => JsonObject): () => Partial<Seams> {
  return () => {
    const seen = new Set<string>();
    return onResponse('placeBid', (response, { incoming }) => {
      const body = readJson(response.text);
      const bid = isJsonObject(body) ? body['data'] : undefined;
      if (incoming.idempotency_key === undefined || response.status !== 201 || !isJsonObject(bid)) return response;
      const is_repeat = seen.has(String(bid['id']));
      seen.add(String(bid['id']));
      return is_repeat ? { ...response, text: JSON.stringify({ data: change(bid) }) } : response;
    });
  };
}

const KEYS = violations({
  'IDEM-2/lines-anew: A repeat of a multi-grade bid shows other ids of its lines.': onRepeat((bid) => {
    const { grades } = bid;
    if (!Array.isArray(grades)) return bid;
    return { ...bid, grades: grades.map((line: JsonObject) => ({ ...line, id: `${String(line['id'])}1` })) };
  }),
  'IDEM-2/without-lines: A repeat of a multi-grade bid shows no lines.': onRepeat((bid) =>
    Array.isArray(bid['grades']) ? { ...bid, grades: [] } : bid,
  ),
  'IDEM-2/reference-anew: A repeat shows another reference.': onRepeat((bid) => ({
    ...bid,
    reference: `${String(bid['reference'])}-2`,
  })),
  'IDEM-2/renews-the-expiry: A repeat moves the expiry of the bid.': onKey(async (use, { db, world }) => {
    const stored = await findRow(db, 'idempotency_keys', { key: use.key, path: use.path, team_id: use.owner });
    const body = readJson(stored?.response ?? '');
    const id = isJsonObject(body) && isJsonObject(body['data']) ? String(body['data']['id']) : '';
    const expires_at = new Date(Date.parse(world.clock.now()) + 7 * 86_400_000).toISOString();
    // A key is looked up in the transaction of a write.
    if (stored?.body_hash === use.body_hash) await setRows(db as Tx, 'bids', { id, status: 'pending' }, { expires_at });
    return {};
  }),
  'IDEM-3/location-not-compared: Bodies are compared without `delivery_location_id`.': comparingBodies((fields) => ({
    ...fields,
    delivery_location_id: undefined,
  })),
  'IDEM-3/quantity-not-compared-by-grades: Multi-grade bodies are compared without `quantity_mt`.': comparingBodies((fields) =>
    isByGrades(fields) ? { ...fields, quantity_mt: undefined } : undefined,
  ),
});

const FARMS = violations({
  'FARM-3/coordinates-swapped-together: PATCH /me/farms/{id} with both coordinates swaps them.': onRequestFields(
    'updateFarm',
    ({ latitude, longitude, ...fields }) =>
      typeof latitude === 'number' && typeof longitude === 'number'
        ? { ...fields, latitude: Math.max(-90, longitude), longitude: latitude }
        : { ...fields, ...(latitude === undefined ? {} : { latitude }), ...(longitude === undefined ? {} : { longitude }) },
  ),
  'FARM-1/old-city-when-opaque: GET /me/farms without farms.read shows the first city of a farm.': () => {
    const first = new Map<string, string>();
    return all(
      afterAct('updateFarm', (_call, _response, { id, nearest_city }) => {
        if (!first.has(id)) first.set(id, nearest_city);
      }),
      withFields('listFarms', (farm) => {
        const nearest_city = first.get(farm.id);
        return 'location' in farm && nearest_city !== undefined ? { location: { ...farm.location, nearest_city } } : {};
      }),
    );
  },
});

export const CROSSED_RECORDS = [...KEYS, ...FARMS];
