import { expect, test } from 'vitest';
import { openTestMock } from '../../testing/open-mock.ts';
import { describeControl } from './openapi.ts';
import { AREAS, CONTROL_OPERATIONS } from './operations.ts';

interface Document {
  paths: Record<string, Record<string, { operationId: string }>>;
}

test('the OpenAPI document has every operation once, with a unique id', async () => {
  await using test_mock = await openTestMock();
  const served = await test_mock.control('GET', '/openapi.json');
  expect(served.body).toEqual(describeControl(AREAS, '/_gristmill'));
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
  await using test_mock = await openTestMock();
  expect(CONTROL_OPERATIONS.length).toBeGreaterThan(30);
  for (const { method, path } of CONTROL_OPERATIONS) {
    const at = path.replaceAll(/\{\w+\}/g, 'x');
    const other = CONTROL_OPERATIONS.some((each) => each.path === path && each.method === 'put') ? 'PATCH' : 'PUT';
    const refused = await test_mock.control(other, at);
    expect(refused, `${other} ${at}`).toMatchObject({
      status: 405,
      body: { error: { status: 405, code: 'method_not_allowed' } },
    });
    expect(refused.headers.get('Allow')).toContain(method.toUpperCase());
    const gone = await fetch(`${test_mock.mock.control_url.replace('/_gristmill', '/worlds/w99/_gristmill')}${at}`, {
      method: method.toUpperCase(),
    });
    expect(gone.status, `${method} ${at}`).toBe(404);
    await gone.text();
  }
});

test('the document of the marketplace API has the addresses of the world that serves it', async () => {
  await using test_mock = await openTestMock();
  const world = await test_mock.mock.world();
  for (const { base_url, auth_url, control_url } of [test_mock.mock, world]) {
    const document = await (await fetch(`${control_url}/openapi-marketplace.json`)).text();
    expect(document).toContain(`"default": "${base_url}"`);
    expect(document).toContain(`"${auth_url}/oauth/token"`);
    // With the slash, because a free port can begin with 4010.
    expect(document).not.toContain(':4010/');
  }
});

test('a malformed request gets an error that names the field', async () => {
  await using test_mock = await openTestMock();
  const { control, mock } = test_mock;
  expect(await control('GET', '/nothing')).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  expect(await control('GET', '/clock/')).toMatchObject({ status: 404 });
  expect(await control('POST', '/clock/advance', '{"seconds":')).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_json' } },
  });
  expect(await control('POST', '/clock/advance')).toMatchObject({
    status: 422,
    body: { error: { errors: [{ field: 'seconds', message: 'is required' }] } },
  });
  expect(await control('POST', '/clock/advance', { seconds: '1', minutes: 2 })).toMatchObject({
    status: 422,
    body: {
      error: {
        code: 'validation_failed',
        errors: [
          { field: 'seconds', message: 'must be a number' },
          { field: 'minutes', message: 'is not a known field' },
        ],
      },
    },
  });
  expect(await control('GET', '/requests?limit=0&colour=red')).toMatchObject({
    status: 400,
    body: {
      error: { code: 'invalid_filter', errors: [{ field: 'limit' }, { field: 'colour', message: 'is not a known parameter' }] },
    },
  });
  expect(await control('GET', '/requests?limit=1&limit=2')).toMatchObject({
    status: 400,
    body: { error: { errors: [{ field: 'limit' }] } },
  });
  expect(await control('GET', '/clock?x=1')).toMatchObject({ status: 400, body: { error: { errors: [{ field: 'x' }] } } });
  expect(await control('POST', '/analyses', { type: 'grade' })).toMatchObject({
    status: 422,
    body: { error: { errors: [{ field: 'type', message: 'must be requested, sample_received, graded, or photo_added' }] } },
  });
  const form = await fetch(`${mock.control_url}/clock/advance`, { method: 'POST', body: new URLSearchParams({ seconds: '1' }) });
  expect(form.status).toBe(415);
  await form.text();
});
