import { expect, test } from 'vitest';
import { outcomeOf } from '../../../testing/responses.ts';
import { type TestMock, openTestMock } from '../../../testing/open-mock.ts';

const BROKEN = ['DLOC-1', 'ids-as-text'].join('/');
const OTHER = ['LST-7', 'delete-without-effect'].join('/');

async function namesOn(t: TestMock, what: 'violations' | 'variants', world = ''): Promise<unknown> {
  const { body } = await t.control('GET', `/${what}`);
  if (world === '') return body.on;
  const response = await fetch(`${t.mock.auth_url}/worlds/${world}/_gristmill/${what}`);
  const { on } = (await response.json()) as { on: unknown }; // compared below
  return on;
}

async function readLocationId(base_url: string): Promise<unknown> {
  const response = await fetch(`${base_url}/delivery-locations`, { headers: { Authorization: 'Bearer dev_elevator' } });
  const { items } = (await response.json()) as { items: { id: unknown }[] }; // as the document has it, but for the id
  return items[0]?.id;
}

test('violations and variants are turned on and off separately', async () => {
  await using t = await openTestMock({ lots: 20 });
  expect(await readLocationId(t.mock.base_url)).toBeTypeOf('number');
  expect(await t.control('PUT', '/violations', { names: [BROKEN, BROKEN] })).toMatchObject({
    status: 200,
    body: { previous_state: { names: [] }, new_state: { names: [BROKEN] }, events_emitted: [], deliveries_queued: 0 },
  });
  await t.control('PUT', '/variants', { names: ['relative-links'] });
  expect(await readLocationId(t.mock.base_url)).toBeTypeOf('string');
  expect([await namesOn(t, 'violations'), await namesOn(t, 'variants')]).toEqual([[BROKEN], ['relative-links']]);
  const { body } = await t.control('GET', '/violations');
  expect(body.items.filter((item: { is_on: boolean }) => item.is_on)).toMatchObject([{ name: BROKEN }]);

  expect(await t.control('PUT', '/violations', { names: [OTHER] })).toMatchObject({
    body: { previous_state: { names: [BROKEN] } },
  });
  expect(await readLocationId(t.mock.base_url)).toBeTypeOf('number');
  await t.control('PUT', '/violations', { names: [] });
  expect([await namesOn(t, 'violations'), await namesOn(t, 'variants')]).toEqual([[], ['relative-links']]);
});

test('an unknown name is rejected with the closest one, and nothing changes', async () => {
  await using t = await openTestMock({ lots: 20, violations: [BROKEN] });
  const wrong = BROKEN.replace('as-text', 'as-texts');
  expect(await t.control('PUT', '/violations', { names: [OTHER, wrong] })).toMatchObject({
    status: 422,
    body: {
      error: {
        code: 'validation_failed',
        errors: [{ field: 'names[1]', message: `'${wrong}' is not a known violation; the closest is '${BROKEN}'` }],
      },
    },
  });
  for (const [method, path, body, field] of [
    ['PUT', '/variants', { names: ['links'] }, 'names[0]'],
    ['POST', '/worlds', { variants: ['links'] }, 'variants[0]'],
    ['PUT', '/variants', { names: ['lists-as-data', 'trade-id', 'lists-as-arrays'] }, 'names[2]'],
    ['POST', '/worlds', { violations: [BROKEN, wrong] }, 'violations[1]'],
    ['PUT', '/violations', {}, 'names'],
  ] as const)
    expect(outcomeOf(await t.control(method, path, body))).toBe(`422 validation_failed: ${field}`);
  expect(await namesOn(t, 'violations')).toEqual([BROKEN]);
});

test('each world has its own deviations, and a fork inherits them', async () => {
  await using t = await openTestMock({ lots: 20 });
  const made = await t.control('POST', '/worlds', { violations: [BROKEN], variants: ['trade-id'] });
  expect(await readLocationId(made.body.base_url)).toBeTypeOf('string');
  expect(await readLocationId(t.mock.base_url)).toBeTypeOf('number');
  expect((await t.control('GET', '/worlds')).body.items).toMatchObject([
    { violations: [], variants: [] },
    { violations: [BROKEN], variants: ['trade-id'] },
  ]);

  await t.control('PUT', '/violations', { names: [OTHER] });
  const snapshot = await t.control('POST', '/snapshots');
  const fork = await t.control('POST', '/worlds', { snapshot: snapshot.body.id });
  expect(await namesOn(t, 'violations', fork.body.id)).toEqual([OTHER]);
  // A new world has the deviations that the mock was started with: none.
  const fresh = await t.control('POST', '/worlds', {});
  expect(await namesOn(t, 'violations', fresh.body.id)).toEqual([]);
});
