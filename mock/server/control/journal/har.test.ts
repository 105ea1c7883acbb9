/** The export is an HTTP Archive 1.2. The schema follows http://www.softwareishard.com/blog/har-12-spec/ and allows no other fields, except custom ones (`_`). */
import { z } from 'zod';
import { expect, test } from 'vitest';
import { type TestResponse, openTestMock } from '../../../testing/open-mock.ts';

const comment = z.string().optional();
const size = z.int().min(-1);
const headers = z.array(z.strictObject({ name: z.string().min(1), value: z.string(), comment }));
const Request = z.strictObject({
  method: z.string().regex(/^[A-Z]+$/),
  url: z.url({ protocol: /^https?$/ }).refine((url) => !url.includes('#')),
  httpVersion: z.string().regex(/^HTTP\/\d\.\d$/),
  cookies: z.array(z.never()),
  headers,
  queryString: headers,
  postData: z.strictObject({ mimeType: z.string(), text: z.string(), comment }).optional(),
  headersSize: size,
  bodySize: size,
  comment,
});
const Response = z.strictObject({
  status: z.int(),
  statusText: z.string(),
  httpVersion: z.string().regex(/^HTTP\/\d\.\d$/),
  cookies: z.array(z.never()),
  headers,
  content: z.strictObject({ size: z.int().min(0), mimeType: z.string(), text: z.string().optional(), comment }),
  redirectURL: z.string(),
  headersSize: size,
  bodySize: size,
  comment,
});
const Entry = z
  .looseObject({
    startedDateTime: z.iso.datetime(),
    time: z.number().min(0),
    request: Request,
    response: Response,
    cache: z.strictObject({}),
    timings: z.strictObject({ send: z.number().min(0), wait: z.number().min(0), receive: z.number().min(0), comment }),
    comment,
  })
  .refine(({ time, timings: { send, wait, receive } }) => Math.abs(time - send - wait - receive) < 1e-9)
  .refine((entry) => Object.keys(entry).every((name) => name in ENTRY || name.startsWith('_')));
const ENTRY = { startedDateTime: 1, time: 1, request: 1, response: 1, cache: 1, timings: 1, comment: 1 };
const Har = z.strictObject({
  log: z.strictObject({
    version: z.literal('1.2'),
    creator: z.strictObject({ name: z.string(), version: z.string(), comment }),
    entries: z.array(Entry),
    comment,
  }),
});
type Har = z.infer<typeof Har>;

function readHar({ status, body, headers: got }: TestResponse): Har['log']['entries'] {
  expect([status, got.get('Content-Type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect(got.get('Content-Disposition')).toBe('attachment; filename="gristmill.har"');
  return Har.parse(body).log.entries;
}

function valueOf(list: z.infer<typeof headers> | undefined, name: string): string | undefined {
  return list?.find((header) => header.name.toLowerCase() === name)?.value;
}

test('the HAR contains requests and responses', async () => {
  await using mock = await openTestMock();
  expect(readHar(await mock.control('GET', '/requests.har'))).toEqual([]);
  const hook = { url: 'http://127.0.0.1:9/', events: ['bid.accepted'] };
  const options = { body: hook, headers: { 'Idempotency-Key': 'once', 'X-Trace': 'é' } };
  const made = await mock.call('buyer', 'POST', '/webhooks', options);
  await mock.call('buyer', 'GET', '/inventory?commodity=canola&limit=1&near=50.3%2C-107.8');
  await mock.call(null, 'GET', '/inventory/inv_0');
  const [post, get, refused] = readHar(await mock.control('GET', '/requests.har'));
  expect(post).toMatchObject({
    startedDateTime: '2026-06-10T12:00:00.000Z',
    request: {
      method: 'POST',
      url: `${mock.mock.base_url}/webhooks`,
      httpVersion: 'HTTP/1.1',
      queryString: [],
      postData: { mimeType: 'application/json', text: JSON.stringify(hook) },
      bodySize: JSON.stringify(hook).length,
      headersSize: -1,
    },
    response: {
      status: 201,
      statusText: 'Created',
      redirectURL: '',
      content: { mimeType: 'application/json; charset=utf-8', size: made.text.length },
      bodySize: made.text.length,
    },
    _operation_id: 'createWebhook',
  });
  expect(post?.request.postData?.comment).toBeUndefined();
  expect(valueOf(post?.request.headers, 'idempotency-key')).toBe('once');
  expect(valueOf(post?.request.headers, 'host')).toBe(new URL(mock.mock.base_url).host);
  expect(valueOf(post?.response.headers, 'cache-control')).toBe('no-store');
  expect(get?.request.queryString).toEqual([
    { name: 'commodity', value: 'canola' },
    { name: 'limit', value: '1' },
    { name: 'near', value: '50.3,-107.8' },
  ]);
  expect(get?.request.postData).toBeUndefined();
  expect(get?.time).toBe((await mock.mock.worlds.default.journal.read())[1]?.duration_ms);
  expect(refused?.response).toMatchObject({ status: 401, statusText: 'Unauthorized' });
  expect(valueOf(refused?.response.headers, 'www-authenticate')).toBe('Bearer');
});

test('WHK-2 neither the HAR, nor the list, nor a wait contains a secret', async () => {
  await using mock = await openTestMock();
  const headers_with_secrets = {
    'X-Api-Key': 'hidden-1',
    Cookie: 'session=hidden-2',
    'Proxy-Authorization': 'Basic hidden-3',
    'X-Access-Token': 'hidden-4',
  };
  const made = await mock.call('buyer', 'POST', '/webhooks', {
    body: { url: 'http://127.0.0.1:9/', events: ['bid.accepted'] },
    headers: headers_with_secrets,
  });
  const { secret } = made.body.data;
  await mock.call('dev_seller', 'GET', '/teams?access_token=hidden-5&limit=1');
  await mock.call('dev_seller', 'GET', '/teams?Token=hidden-8&api_key=hidden-9');
  // The token of the request, in places where no pattern looks for it.
  const token = 'dev_elevator_sandbox';
  await mock.call(token, 'POST', `/webhooks/${token}?of=${token}`, { body: { own: token }, headers: { 'X-Own': token } });
  await mock.call(null, 'GET', '/teams', { headers: { Authorization: 'hidden-6 hidden-7' } });
  const user = await mock.call('buyer_sandbox', 'POST', '/sandbox/users', { body: { role: 'seller' } });
  const { access_token } = user.body.data;
  for (const path of ['/requests.har', '/requests']) {
    const { text } = await mock.control('GET', path);
    expect(text).toContain('whsec_[redacted]');
    expect(text).toContain('Bearer [redacted]');
    expect(text).toContain('Basic [redacted]');
    expect(text).toContain('access_token=[redacted]&limit=1');
    for (const hidden of ['hidden-', secret, 'dev_buyer', 'dev_seller', token, access_token]) expect(text).not.toContain(hidden);
  }
  const waited = await mock.control('POST', '/wait', { request: { operation_id: 'createWebhook' }, since: 0 });
  expect(waited.status).toBe(200);
  expect(waited.text).not.toContain(secret);
});
