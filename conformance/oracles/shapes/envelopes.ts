import { Breach, ENDPOINTS, isObject, readUrl, shorten, type Exchange, type JsonNode } from '#client';
import { mayBeOfGateway, onSuccess } from '../check-each.ts';
import { oracle, type Oracle, type OracleOpinion } from '../oracle.ts';

function checkWrapper(body: JsonNode): number {
  if (isObject(body.value) && !body.has('data')) {
    throw new Breach({
      message: 'The resource is not wrapped in "data".',
      exchange: body.reply.exchange,
      pointer: '',
      expectation: { kind: 'member', key: 'data' },
      expected: '{ "data": <resource> }',
      observed: shorten(body.value),
      likely_cause: 'the resource is serialized without a wrapper',
    });
  }
  const data = body.get('data');
  const keys = Object.keys(data.object());
  if (keys.length === 1 && keys[0] === 'data') data.breach('The resource is wrapped in "data" twice.', '{ "data": <resource> }');
  return 1;
}

function checkMediaType(exchange: Exchange): OracleOpinion {
  const { operation, status, headers, text, json } = exchange;
  if (operation === undefined || status === 0) return undefined;
  const content_type = headers['content-type'] ?? '';
  const media_type = content_type.split(';')[0]?.trim().toLowerCase();
  const is_wrong_type = media_type !== 'application/json';
  if (!is_wrong_type && json !== undefined) return 'fine';
  return new Breach({
    message: is_wrong_type ? `The Content-Type is ${shorten(content_type)}.` : 'The body is not JSON.',
    exchange,
    expected: 'JSON with Content-Type: application/json, errors included',
    observed: `status ${status}, Content-Type ${shorten(content_type)}, body ${shorten(text)}`,
    severity: mayBeOfGateway(exchange) ? 'warn' : undefined,
    ...(media_type === 'text/html' ? { likely_cause: 'the error page of a framework or gateway' } : {}),
  });
}

function checkSuccessStatus(exchange: Exchange): OracleOpinion {
  const { operation, status } = exchange;
  const expected = operation === undefined ? undefined : ENDPOINTS[operation].status;
  if (expected === undefined || status < 200 || status >= 400) return undefined;
  if (status === expected) return 'fine';
  return new Breach({
    message: `${exchange.method} ${readUrl(exchange.url)?.pathname ?? exchange.url} returned ${status}; expected ${expected}.`,
    exchange,
    expectation: { kind: 'status', statuses: [expected] },
    expected: `status ${expected} on success`,
    observed: `status ${status}`,
    pointer: `status of ${operation ?? ''}`,
  });
}

export const RESPONSE_ENVELOPE_ORACLES: readonly Oracle[] = [
  oracle('CONV-1/every-resource', 'Every single resource is wrapped in data', {
    check: onSuccess(({ body, operation }) => (ENDPOINTS[operation].data === 'stated' ? checkWrapper(body) : 0)),
  }),
  oracle('CONV-5/every-answer', 'Every response, including errors, is JSON with Content-Type application/json', {
    check: checkMediaType,
  }),
  oracle('CONV-9/every-resource', 'A single farm and the inventory filters are wrapped in data too', {
    check: onSuccess(({ body, operation }) => (ENDPOINTS[operation].data === 'derived' ? checkWrapper(body) : 0)),
  }),
  oracle('OP-1/every-success', 'Each successful response has the documented status', { check: checkSuccessStatus }),
];
