import { expect, test } from 'vitest';
import { useMock } from '../../testing/open-mock.ts';
import { describeControl } from './openapi.ts';
import { CONTROL_OPERATIONS } from './operations.ts';

const t = useMock({ lots: 20 });

interface Document {
  paths: Record<string, Record<string, { operationId: string }>>;
}

test('the OpenAPI document has every operation once, with a unique id', async () => {
  const served = await t.control('GET', '/openapi.json');
  expect(served.body).toEqual(describeControl('/_gristmill'));
  // Just built from the table.
  const { paths } = served.body as Document;
  const named = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({ path, method, operationId })),
  );
  expect(named.length).toBe(CONTROL_OPERATIONS.length);
  expect(named.length).toBeGreaterThan(30);
  expect(new Set(named.map(({ operationId }) => operationId)).size).toBe(named.length);
  const references = [...served.text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, reference]) => reference);
  expect(new Set(references)).toEqual(new Set(['#/components/schemas/Error', '#/components/schemas/Movement']));
});

test('every operation rejects another method and an unknown world', async () => {
  expect(CONTROL_OPERATIONS.length).toBeGreaterThan(30);
  for (const { method, path } of CONTROL_OPERATIONS) {
    const at = path.replaceAll(/\{\w+\}/g, 'x');
    const other = CONTROL_OPERATIONS.some((each) => each.path === path && each.method === 'put') ? 'PATCH' : 'PUT';
    const refused = await t.control(other, at);
    expect(refused, `${other} ${at}`).toMatchObject({
      status: 405,
      body: { error: { status: 405, code: 'method_not_allowed' } },
    });
    expect(refused.headers.get('Allow')).toContain(method.toUpperCase());
    const gone = await fetch(`${t.mock.control_url.replace('/_gristmill', '/worlds/w99/_gristmill')}${at}`, {
      method: method.toUpperCase(),
    });
    expect(gone.status, `${method} ${at}`).toBe(404);
    await gone.text();
  }
});

test('the document of the marketplace API has the addresses of the world that serves it', async () => {
  const world = await t.mock.world();
  for (const { base_url, auth_url, control_url } of [t.mock, world]) {
    const document = await (await fetch(`${control_url}/openapi-marketplace.json`)).text();
    expect(document).toContain(`"default": "${base_url}"`);
    expect(document).toContain(`"${auth_url}/oauth/token"`);
    // With the slash, because a free port can begin with 4010.
    expect(document).not.toContain(':4010/');
  }
});

test.for<[method: string, path: string, body: unknown, status: number, error: object]>([
  ['GET', '/nothing', undefined, 404, { code: 'not_found' }],
  ['GET', '/clock/', undefined, 404, { code: 'not_found' }],
  ['POST', '/clock/advance', '{"seconds":', 400, { code: 'invalid_json' }],
  ['POST', '/clock/advance', undefined, 422, { errors: [{ field: 'seconds', message: 'is required' }] }],
  [
    'POST',
    '/clock/advance',
    { seconds: '1', minutes: 2 },
    422,
    {
      code: 'validation_failed',
      errors: [
        { field: 'seconds', message: 'must be a number' },
        { field: 'minutes', message: 'is not a known field' },
      ],
    },
  ],
  [
    'GET',
    '/requests?limit=0&colour=red',
    undefined,
    400,
    { code: 'invalid_filter', errors: [{ field: 'limit' }, { field: 'colour', message: 'is not a known parameter' }] },
  ],
  ['GET', '/requests?limit=1&limit=2', undefined, 400, { errors: [{ field: 'limit' }] }],
  ['GET', '/clock?x=1', undefined, 400, { errors: [{ field: 'x' }] }],
  [
    'POST',
    '/analyses',
    { type: 'grade' },
    422,
    { errors: [{ field: 'type', message: 'must be requested, sample_received, graded, or photo_added' }] },
  ],
])('a malformed request gets an error that names the field: %s %s %j', async ([method, path, body, status, error]) => {
  expect(await t.control(method, path, body)).toMatchObject({ status, body: { error } });
});

test('a body that is not JSON gets 415', async () => {
  const form = await fetch(`${t.mock.control_url}/clock/advance`, {
    method: 'POST',
    body: new URLSearchParams({ seconds: '1' }),
  });
  expect(form.status).toBe(415);
});
