import { expect, test } from 'vitest';
import { writeAction } from './write-action.ts';

function write(request_headers: Readonly<Record<string, string>>, request_body: string): string | undefined {
  const exchange = { method: 'POST', request_headers, request_body, status: 200 };
  const substitutes = { variables: new Map<string, string>(), recorded_at_ms: Number.NaN };
  const options = { path: '/x', is_mock: true, is_evidence: false, token: undefined, substitutes };
  return writeAction({ type: 'exchange', exchange }, options)[0];
}

test.each([
  [{ 'content-type': 'application/json' }, '', `call '' POST "/x" 200 -H 'Content-Type: application/json' --data-binary ''`],
  [{ 'content-type': 'text/plain' }, '', `call '' POST "/x" 200 -H "content-type: text/plain" --data-binary ''`],
  [{}, '', `call '' POST "/x" 200 -H 'Content-Type:' --data-binary ''`],
  [{ 'content-type': 'text/plain' }, 'a', `call '' POST "/x" 200 -H "content-type: text/plain" --data-binary @- <<JSON`],
  [{}, 'a', `call '' POST "/x" 200 -H 'Content-Type:' --data-binary @- <<JSON`],
] as const)('a request with headers %j and body "%s" is sent with the recorded type only', (headers, body, line) => {
  expect(write(headers, body)).toBe(line);
});
