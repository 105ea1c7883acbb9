import { expect, test } from 'vitest';
import { serve, sendJson } from '../testing/server.ts';
import { makeActors, makeSettings } from '../testing/settings.ts';
import { leaveOutPublicSecrets } from './public-secrets.ts';
import type { JsonObject } from '../json.ts';

const FARM = 'Kestrel Coulee Ranch';
/** Listings that name the farm and its seller, even in members that are for other values. */
const LISTINGS = [1, 2].map((n) => ({
  id: `inv_${n}`,
  commodity: { slug: 'moon-wheat', name: FARM },
  variety: 'Vaillancourt Butte',
  grade: 'Ada Byron',
  location: { nearest_city: 'Nowhere', province: FARM },
}));
const RESPONSES: JsonObject = {
  '/v1/inventory': { items: LISTINGS },
  '/v1/grades': { items: [{ name: 'No. 9 Moon', commodity: 'moon-wheat' }] },
  '/v1/delivery-locations': { items: [{ name: 'Moon pit', formatted: '1 Moon Rd, Nowhere' }] },
};

async function leaveOut(...secrets: readonly string[]): ReturnType<typeof leaveOutPublicSecrets> {
  await using target = await serve(({ url = '', headers }, response) => {
    const path = url.split('?')[0] ?? '';
    const is_allowed = headers.authorization === 'Bearer secret_elevator';
    sendJson(response, is_allowed && path in RESPONSES ? 200 : 403, is_allowed ? RESPONSES[path] : {});
  });
  const actors = makeActors('buyer', 'elevator');
  const fixtures = { unit: 'BU', verified_company_name: 'Two Rivers', secrets };
  return await leaveOutPublicSecrets(makeSettings({ base_url: target.base_url, actors, fixtures }));
}

test.for([' moon-wheat', 'No. 9 Moon', 'Moon pit', 'two rivers', 'Saskatoon', 'Canola', 'manitoba'])(
  'PRIV-6 a secret that the API publishes is left out: %s',
  async (text) => {
    const { fixtures, public_secrets } = await leaveOut(text, FARM);
    expect(public_secrets).toEqual([text]);
    expect(fixtures).toEqual({ unit: 'BU', verified_company_name: 'Two Rivers', secrets: [FARM] });
  },
);

test.for([FARM, 'Vaillancourt Butte', 'Ada Byron', 'Saskatoon Acres', 'Nowhere'])(
  'PRIV-6 a name stays a secret, even on a target that leaks it: %s',
  async (text) => {
    expect(await leaveOut(text)).toMatchObject({ fixtures: { secrets: [text] }, public_secrets: [] });
  },
);

test('fixtures without any other secret have none', async () => {
  expect((await leaveOut('Canola')).fixtures).not.toHaveProperty('secrets');
});
