import { check, type Check } from '../check/check.ts';
import { ensureNotFull, expectSuccess, expectThat, postSubscription, type Reply, encodePath, warnUnless } from '#client';

const NEEDS = ['buyer', 'writes'] as const;

export const CONVENTIONS_CHECKS: readonly Check[] = [
  check('CONV-5/any-json', 'A JSON body can have escapes, any white space, and its keys in any order', NEEDS, async (t) => {
    const url = await t.hookUrl();
    const plain = await postSubscription(t, t.buyer, { url, events: ['bid.accepted'] });
    if (!plain.is_success) t.unverifiable(`POST /webhooks rejects ${url} (status ${plain.status})`);
    // A deployment may reject a second subscription to the same URL.
    const other = `${url}/other`;
    const raw_body = `\n{ "events" : [\t"bid\\u002eaccepted" ] ,\r\n "url":"\\u0068${other.slice(1).replaceAll('/', String.raw`\/`)}" }\n`;
    const odd = await t.buyer.send({ method: 'POST', path: '/webhooks', raw_body });
    await ensureNotFull(t, t.buyer, odd);
    expectSuccess(odd);
    odd.data.get('url').is(other);
    odd.data.get('events').is(['bid.accepted']);
    for (const made of [plain, odd]) await t.buyer.delete(encodePath`/webhooks/${made.data.get('id').string()}`);
  }),
  check('CONV-5/charset', 'A request can have charset=utf-8 in its Content-Type', NEEDS, async (t) => {
    const url = await t.hookUrl();
    const plain = await postSubscription(t, t.buyer, { url, events: ['bid.accepted'] });
    if (!plain.is_success) t.unverifiable(`POST /webhooks rejects ${url} (status ${plain.status})`);
    await t.buyer.delete(encodePath`/webhooks/${plain.data.get('id').string()}`);
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    const raw_body = JSON.stringify({ url, events: ['bid.accepted'] });
    const named = await t.buyer.send({ method: 'POST', path: '/webhooks', raw_body, headers });
    await ensureNotFull(t, t.buyer, named);
    // RFC 8259 defines no parameters, but says that adding charset has no effect. Many clients add it.
    warnUnless(named.is_success, {
      message: 'A request with charset=utf-8 in its Content-Type was rejected.',
      reply: named,
      expected: 'the same response as without charset',
    });
    await t.buyer.delete(encodePath`/webhooks/${named.data.get('id').string()}`);
  }),
  check(
    'CONV-6/refusals',
    'Reports the responses to invalid JSON, another content type, an unknown path, and an unknown method',
    ['buyer'],
    async (t) => {
      const report = async (name: string, reply: Promise<Reply>): Promise<void> => {
        const { status, json } = await reply;
        t.observe(`${name}: ${status}${JSON.stringify(json ?? '').includes('"error"') ? '' : ', no Error object'}`);
      };
      await report('an unknown path', t.buyer.get('/no-such-path'));
      await report('PUT /inventory', t.buyer.send({ method: 'PUT', path: '/inventory' }));
      if (t.run.settings.read_only_reason !== undefined) return;
      await report('a body that is not JSON', t.buyer.send({ method: 'POST', path: '/webhooks', raw_body: '{' }));
      const headers = { 'content-type': 'text/plain' };
      await report('Content-Type text/plain', t.buyer.send({ method: 'POST', path: '/webhooks', raw_body: '{}', headers }));
    },
  ),
  check('CONV-7/unknown-fields', 'Reports the statuses for an unknown field and an unknown parameter', NEEDS, async (t) => {
    const lot = await t.arrange.lotToBidOn();
    const bid = await t.buyer.post(encodePath`/inventory/${lot}/bids`, await t.arrange.bidBody({ gristmill_unknown: true }));
    t.observe(`a bid with an unknown field: ${bid.status}`);
    const list = await t.buyer.get('/inventory', { limit: 1, gristmill_unknown: 1 });
    t.observe(`a list with an unknown parameter: ${list.status}`);
  }),
  check('CONV-8/version', 'base_url ends with the version segment /v1', [], async (t) => {
    const { base_url } = t.run.settings;
    await Promise.resolve();
    expectThat(new URL(base_url).pathname.replace(/\/+$/, '').endsWith('/v1'), {
      message: 'base_url does not end with /v1.',
      expected: 'a URL whose last segment is v1',
      observed: base_url,
      likely_cause: 'target.url lacks the version segment /v1.',
    });
  }),
  check(
    'CONV-8/every-path',
    'Every path of the document exists under base_url',
    [],
    async (t) => {
      const { successes, refusals } = await t.coveragePass();
      let is_any_checked = false;
      for (const [operation, replies] of refusals) {
        const without_token = replies.filter(isWithoutToken);
        const [first] = without_token;
        if (first === undefined) continue;
        is_any_checked = true;
        const is_there =
          without_token.some(({ status }) => !MISSING_STATUSES.includes(status)) ||
          (successes.get(operation) ?? []).some(({ is_success }) => is_success);
        expectThat(is_there, {
          message: `${operation} does not exist under base_url.`,
          reply: first,
          expected: 'every path of the document',
          observed: `status ${first.status} without a token`,
          likely_cause: 'The endpoint is missing, or its path has a different prefix.',
        });
      }
      if (!is_any_checked) t.unverifiable('no path was requested without a token');
    },
    { lane: 'patient' },
  ),
];

const MISSING_STATUSES: readonly number[] = [404, 405, 501];

function isWithoutToken(reply: Reply): boolean {
  return reply.exchange.request_headers['authorization'] === undefined;
}
