import { expect, test } from 'vitest';
import { Redactor } from '#client';
import { makeHttpExchange } from '#client/testing/exchange';
import { renderHar, timeExchanges } from './har.ts';
import { HOSTILE_CASES } from './testing/hostile.ts';
import { makeExchange, makeReport } from './testing/sample-report.ts';

const started_at = '2026-03-01T08:00:00.000Z';
test('an exchange becomes an entry of HAR 1.2', () => {
  const exchange = { ...makeExchange({ url: 'https://staging.example/v1/bids?limit=5&sort=a+b', status: 201 }), started_at };
  const { log } = JSON.parse(renderHar(makeReport(), [exchange]));
  expect(log.version).toBe('1.2');
  expect(log.creator).toEqual({ name: 'gristmill', version: '0.1.0' });
  const [entry] = log.entries;
  expect(entry).toMatchObject({
    startedDateTime: started_at,
    time: 41.7,
    cache: {},
    timings: { send: 0, wait: 41.7, receive: 0 },
    comment: 'as buyer',
  });
  expect(entry.request).toEqual({
    method: 'POST',
    url: exchange.url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: [
      { name: 'authorization', value: 'Bearer $TOKEN_BUYER' },
      { name: 'content-type', value: 'application/json' },
    ],
    queryString: [
      { name: 'limit', value: '5' },
      { name: 'sort', value: 'a b' },
    ],
    postData: { mimeType: 'application/json', text: exchange.request_body },
    headersSize: -1,
    bodySize: -1,
  });
  expect(entry.response).toMatchObject({ status: 201, statusText: 'Created', redirectURL: '', cookies: [] });
  expect(entry.response.content).toEqual({
    size: exchange.response_body.length,
    mimeType: 'application/json',
    text: exchange.response_body,
  });
});

test('a request without a response, without a body, or to an invalid address is an entry too', () => {
  const { request_body: _none, ...exchange } = makeExchange({
    url: 'not an address',
    status: 0,
    response_headers: {},
    response_body: '',
  });
  const [entry] = JSON.parse(renderHar(makeReport(), [{ ...exchange, started_at }])).log.entries;
  expect(entry.request).toMatchObject({ queryString: [], bodySize: 0 });
  expect(entry.request).not.toHaveProperty('postData');
  expect(entry.response).toMatchObject({
    status: 0,
    statusText: '',
    _error: 'no response',
    content: { size: 0, mimeType: 'x-unknown' },
  });
});

test('a run without requests is a file without entries', () => {
  expect(JSON.parse(renderHar(makeReport(), [])).log.entries).toEqual([]);
});

test.for(HOSTILE_CASES)('%j is kept unchanged', ([, text]) => {
  const exchange = makeExchange({ url: text, response_body: text, request_body: text, response_headers: { location: text } });
  const written = renderHar(makeReport(), [{ ...exchange, started_at }]);
  expect(written).not.toMatch(/[^\P{Cc}\n]|\p{Cs}/u);
  const { response, request } = JSON.parse(written).log.entries[0];
  expect([response.content.text, response.redirectURL, request.postData.text]).toEqual([text, text, text]);
});

test('a body is complete or omitted, never cut', () => {
  const bodies = ['{"one":1}', JSON.stringify({ long: 'x'.repeat(500) }), '{"two":2}', '{"three":3}'];
  const exchanges = bodies.map((text, number) => makeHttpExchange({ number, text }));
  const timed = timeExchanges(new Redactor(), exchanges, { one: 400, all: 20 });
  const { entries } = JSON.parse(renderHar(makeReport(), timed)).log;
  const texts = entries.map(({ response }: { response: { content: { text?: string } } }) => response.content.text);
  expect(texts).toEqual(['{"one":1}', undefined, '{"two":2}', undefined]);
  expect(entries[1].response.content.comment).toBe('left out: the bodies have 511 characters, too many for this file');
});

test('a body of more than 6,000 characters can be parsed', () => {
  const text = JSON.stringify({ items: Array.from({ length: 2_000 }, (_, i) => ({ id: `inv_${i}` })) });
  const timed = timeExchanges(new Redactor(), [makeHttpExchange({ text, request_body: text })]);
  const [{ request, response }] = JSON.parse(renderHar(makeReport(), timed)).log.entries;
  expect(JSON.parse(response.content.text)).toEqual(JSON.parse(text));
  expect(JSON.parse(request.postData.text)).toEqual(JSON.parse(text));
});
