import { check, type Check } from '../check/check.ts';
import type { Actor, JsonObject, Reply } from '#client';
import {
  ensureSuccess,
  expectRefusal,
  expectStatus,
  expectSuccess,
  expectThat,
  learnFarmLocation,
  getLongPage,
  hasId,
  isInOwnList,
  isInOwnListSoon,
  isObject,
  itemsOf,
  resourceOf,
  readItems,
  readUntil,
  warnUnless,
  encodePath,
} from '#client';
import type { CheckContext } from '../check/check-context.ts';
import { COORDINATES_CHECKS } from './farms/coordinates.ts';
import { excuseLimit, farmBody } from './farms/farm-body.ts';
import { expectLetters } from '../expectations/letters.ts';
import { expectAsRead } from '../expectations/as-read.ts';

const NEEDS = ['seller', 'writes'] as const;
const MINTING = [...NEEDS, 'hook:mint_token'] as const;

/** FARM-2: the required fields. */
const REQUIRED = ['name', 'latitude', 'longitude', 'nearest_city', 'nearest_province'] as const;

/** Another city in the same province, taken from public listings; otherwise the same city. */
async function otherCity(t: CheckContext): Promise<string> {
  const { nearest_city, nearest_province } = await learnFarmLocation(t, t.seller);
  const listed = readItems(await t.seller.get('/inventory', { limit: 50 }));
  for (const { location } of listed) {
    if (!isObject(location) || location['province'] !== nearest_province) continue;
    const city = location['nearest_city'];
    if (typeof city === 'string' && city !== nearest_city) return city;
  }
  return nearest_city;
}

/** Waits until a farm is listed as expected. @returns the list that was read last, whether the farm is in it or not */
async function listFarmsWith(
  t: CheckContext,
  seller: Actor,
  id: string,
  isExpected: (farm: JsonObject) => boolean = () => true,
): Promise<Reply> {
  return readUntil(
    async () => getLongPage(seller, '/me/farms'),
    (list) => readItems(list).some((farm) => farm['id'] === id && isExpected(farm)),
    t.signal,
  );
}

export const FARMS_CHECKS: readonly Check[] = [
  check('FARM-1/list', 'GET /me/farms lists the farms of the caller', NEEDS, async (t) => {
    const id = await t.arrange.farm(t.seller);
    expectThat(await isInOwnListSoon(t.seller, '/me/farms', id), {
      message: 'GET /me/farms does not list a new farm.',
      expected: id,
    });
  }),
  check('FARM-1/either-scope', 'GET /me/farms requires listings.read or farms.read', ['seller', 'hook:mint_token'], async (t) => {
    for (const scope of ['listings.read', 'farms.read']) {
      expectSuccess(await (await t.mint('seller', [scope])).get('/me/farms'));
    }
    expectRefusal(await (await t.mint('seller', ['listings.write'])).get('/me/farms'), 403, { code: 'insufficient_scope' });
  }),
  check('FARM-1/opaque', 'GET /me/farms without farms.read shows no names or coordinates', MINTING, async (t) => {
    const id = await t.arrange.farm(t.seller);
    const nearest_city = await otherCity(t);
    const moved = await t.seller.patch(encodePath`/me/farms/${id}`, { nearest_city });
    const isMoved = ({ location }: JsonObject): boolean => !isObject(location) || location['nearest_city'] === nearest_city;
    const list = await listFarmsWith(t, await t.mint('seller', ['listings.read']), id, isMoved);
    ensureSuccess(list);
    const farms = itemsOf(list);
    expectThat(farms.length > 0, {
      message: 'GET /me/farms without farms.read lists no farms.',
      reply: list,
      expected: `at least ${id}`,
    });
    for (const farm of farms) {
      farm.get('id').text();
      for (const key of ['name', 'latitude', 'longitude', 'coordinates']) farm.find(key)?.null();
    }
    // The document does not show the form of the coarse location.
    const city = farms
      .find((one) => hasId(one, id))
      ?.find('location')
      ?.find('nearest_city')?.value;
    warnUnless(!moved.is_success || city === undefined || city === nearest_city, {
      message: 'After a change of nearest_city, the farm is listed without farms.read in another city.',
      reply: list,
      expected: nearest_city,
      observed: city,
    });
  }),
  check('FARM-2/create', 'POST /me/farms with all five fields returns 201 and the farm', NEEDS, async (t) => {
    const made = await t.seller.post('/me/farms', await farmBody(t));
    await excuseLimit(t, made);
    expectStatus(made, 201);
    resourceOf(made).get('id').text();
  }),
  check('FARM-2/as-read', 'POST /me/farms returns the same farm as GET afterward', NEEDS, async (t) => {
    const made = await t.seller.post('/me/farms', await farmBody(t));
    await excuseLimit(t, made);
    ensureSuccess(made);
    await expectAsRead(t, t.seller, made, encodePath`/me/farms/${resourceOf(made).get('id').text()}`, REQUIRED);
  }),
  check('FARM-3/as-read', 'PATCH /me/farms/{id} returns the same farm as GET afterward', NEEDS, async (t) => {
    const path = encodePath`/me/farms/${await t.arrange.farm(t.seller)}`;
    const changed = await t.seller.patch(path, { name: t.unique('farm') });
    ensureSuccess(changed);
    await expectAsRead(t, t.seller, changed, path, REQUIRED);
  }),
  ...REQUIRED.map((field) =>
    check(
      `FARM-2/${field.replace('_', '-')}-missing`,
      `POST /me/farms without ${field} returns 422 and names the field`,
      NEEDS,
      async (t) => {
        const whole = await farmBody(t);
        const { [field]: _, ...rest } = whole;
        expectRefusal(await t.seller.post('/me/farms', rest), 422, { code: 'validation_failed', field });
        ensureSuccess(await t.seller.post('/me/farms', whole));
      },
    ),
  ),
  check('FARM-2/types', 'POST /me/farms with a field of the wrong type returns 422', NEEDS, async (t) => {
    for (const field of REQUIRED) {
      const wrong = field === 'latitude' || field === 'longitude' ? 'north of here' : { text: 'x' };
      const body = { ...(await farmBody(t)), [field]: wrong };
      expectRefusal(await t.seller.post('/me/farms', body), 422, { code: 'validation_failed', field });
    }
  }),
  check('FARM-3/read', 'GET /me/farms/{id} returns the farm', NEEDS, async (t) => {
    const id = await t.arrange.farm(t.seller);
    const farm = await t.seller.get(encodePath`/me/farms/${id}`);
    expectSuccess(farm);
    resourceOf(farm).get('id').is(id);
  }),
  check('FARM-3/update', 'PATCH /me/farms/{id} changes one field and keeps the others', NEEDS, async (t) => {
    const body = await farmBody(t);
    const made = await t.seller.post('/me/farms', body);
    ensureSuccess(made);
    const id = resourceOf(made).get('id').text();
    const renamed = t.run.secrets.makeCanaryFarm('seller');
    const { nearest_province } = await learnFarmLocation(t, t.seller);
    const changes: readonly [field: (typeof REQUIRED)[number], value: string | number][] = [
      ['name', renamed.name],
      ['latitude', renamed.latitude],
      ['longitude', renamed.longitude],
      ['nearest_city', await otherCity(t)],
      ['nearest_province', nearest_province === 'SK' ? 'AB' : 'SK'],
    ];
    const now: Record<string, unknown> = { ...body };
    for (const [field, value] of changes) {
      const changed = await t.seller.patch(encodePath`/me/farms/${id}`, { [field]: value });
      // A target can require that the city is in the province, or that the province has another form.
      if (field === 'nearest_province' && changed.status === 422) {
        t.observe('PATCH rejects another nearest_province');
        expectStatus(await t.seller.patch(encodePath`/me/farms/${id}`, { nearest_province }), 200);
        continue;
      }
      expectStatus(changed, 200);
      now[field] = value;
      const read = await t.seller.get(encodePath`/me/farms/${id}`);
      expectSuccess(read);
      // The field names of the full form are only derived (FARM-6), so only fields that are present are compared.
      for (const [key, expected] of Object.entries(now)) resourceOf(read).find(key)?.is(expected);
    }
    const listed = await listFarmsWith(t, t.seller, id, ({ name = renamed.name }) => name === renamed.name);
    itemsOf(listed)
      .find((farm) => hasId(farm, id))
      ?.find('name')
      ?.is(renamed.name);
  }),
  check('FARM-3/update-several', 'PATCH /me/farms/{id} can change several fields', NEEDS, async (t) => {
    const made = await t.seller.post('/me/farms', await farmBody(t));
    ensureSuccess(made);
    const id = resourceOf(made).get('id').text();
    const { name, latitude, longitude } = t.run.secrets.makeCanaryFarm('seller');
    const changed = await t.seller.patch(encodePath`/me/farms/${id}`, { name, latitude, longitude });
    expectSuccess(changed);
    resourceOf(changed).get('id').is(id);
    const read = await t.seller.get(encodePath`/me/farms/${id}`);
    expectSuccess(read);
    resourceOf(read).find('name')?.is(name);
    resourceOf(read).find('latitude')?.is(latitude);
    resourceOf(read).find('longitude')?.is(longitude);
  }),
  check('FARM-3/unchanged', 'PATCH /me/farms/{id} with the present name returns 200', NEEDS, async (t) => {
    const body = await farmBody(t);
    const made = await t.seller.post('/me/farms', body);
    ensureSuccess(made);
    const path = encodePath`/me/farms/${resourceOf(made).get('id').text()}`;
    expectStatus(await t.seller.patch(path, { name: body['name'] }), 200);
  }),
  check('FARM-3/letters', 'The name of a farm keeps quotes, ampersands, and letters beyond ASCII', NEEDS, async (t) => {
    const path = encodePath`/me/farms/${await t.arrange.farm(t.seller)}`;
    for (const name of [`Ærø 農場 ${t.unique('farm')}`, `Crew & Sons' "Early" ${t.unique('farm')}`]) {
      const changed = await t.seller.patch(path, { name });
      if (changed.status === 422) t.unverifiable('the target rejects such letters in the name of a farm');
      for (const reply of [changed, await t.seller.get(path)]) {
        ensureSuccess(reply);
        const shown = resourceOf(reply).find('name');
        if (shown !== undefined) expectLetters(shown, 'name', name);
      }
    }
  }),
  check('FARM-3/unknown', 'GET and PATCH of a farm that does not exist return 404', NEEDS, async (t) => {
    const nowhere = '/me/farms/farm_000000000000000000000000';
    expectRefusal(await t.seller.get(nowhere), 404, { code: 'not_found' });
    const { nearest_city } = await learnFarmLocation(t, t.seller);
    expectRefusal(await t.seller.patch(nowhere, { nearest_city }), 404, { code: 'not_found' });
  }),
  check('FARM-3/another-s', "GET and PATCH of another seller's farm return 404", ['seller', 'partner', 'writes'], async (t) => {
    const id = await t.arrange.farm(t.seller);
    const { nearest_city } = await learnFarmLocation(t, t.seller);
    expectRefusal(await t.partner.get(encodePath`/me/farms/${id}`), 404, { code: 'not_found' });
    expectRefusal(await t.partner.patch(encodePath`/me/farms/${id}`, { nearest_city }), 404, { code: 'not_found' });
    const read = await t.seller.get(encodePath`/me/farms/${id}`);
    ensureSuccess(read);
    await isInOwnListSoon(t.seller, '/me/farms', id);
    expectThat(!(await isInOwnList(t.partner, '/me/farms', id)), {
      message: "GET /me/farms lists another seller's farm.",
      observed: id,
    });
  }),
  check('FARM-5/opaque-id-submits', 'The opaque id of a farm works as farm_id of a submission', MINTING, async (t) => {
    const { farm_id, crop } = await t.arrange.publishing(t.seller);
    const opaque = await t.mint('seller', ['listings.read', 'listings.write']);
    const list = await listFarmsWith(t, opaque, farm_id);
    ensureSuccess(list);
    const ids = itemsOf(list).map((farm) => farm.get('id').string());
    const known = ids.includes(farm_id) ? farm_id : ids[0];
    expectThat(known !== undefined, { message: 'GET /me/farms without farms.read lists no farms.', reply: list });
    const made = await opaque.post('/me/inventory', {
      commodity: crop.commodity,
      farm_id: known,
      quantity_mt: 20,
      list: false,
      ...(crop.grade === undefined ? {} : { grade: crop.grade }),
    });
    // LST-20 covers farms without a payment method.
    if (made.status === 403 && made.body.get('error').get('code').value === 'payment_method_required') {
      t.unverifiable('the listed farm has no payment method', 'fixtures.farm_with_payment_method');
    }
    expectSuccess(made);
  }),
  check('FARM-6/field-names', 'The full form of a farm has the field names of the create body', NEEDS, async (t) => {
    const body = await farmBody(t);
    const made = await t.seller.post('/me/farms', body);
    await excuseLimit(t, made);
    expectSuccess(made);
    const id = resourceOf(made).get('id').text();
    const read = await t.seller.get(encodePath`/me/farms/${id}`);
    expectSuccess(read);
    for (const field of REQUIRED) resourceOf(read).get(field).is(body[field]);
    const listed = itemsOf(await listFarmsWith(t, t.seller, id)).find((farm) => farm.find('id')?.value === id);
    // A list may show less than the full form, or not have this farm among its first items.
    if (listed?.has('nearest_city') !== true || !listed.has('latitude')) return;
    for (const field of REQUIRED) listed.get(field).is(body[field]);
  }),
  ...COORDINATES_CHECKS,
];
