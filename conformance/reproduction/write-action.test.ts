import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { TOOLS } from './script-tools.ts';
import { writeAction } from './write-action.ts';

function write(request_headers: Readonly<Record<string, string>>, request_body: string): string | undefined {
  const exchange = { method: 'POST', request_headers, request_body, status: 200 };
  const substitutes = { variables: new Map<string, string>(), recorded_at_ms: Number.NaN };
  const options = { path: '/x', is_mock: true, is_evidence: false, token: undefined, substitutes };
  return writeAction({ type: 'exchange', exchange }, options)[0];
}

test.each([
  [{ 'content-type': 'application/json' }, '', `call '' POST "/x" '2??' -H 'Content-Type: application/json' --data-binary ''`],
  [{ 'content-type': 'text/plain' }, '', `call '' POST "/x" '2??' -H "content-type: text/plain" --data-binary ''`],
  [{}, '', `call '' POST "/x" '2??' -H 'Content-Type:' --data-binary ''`],
  [{ 'content-type': 'text/plain' }, 'a', `call '' POST "/x" '2??' -H "content-type: text/plain" --data-binary @- <<JSON`],
  [{}, 'a', `call '' POST "/x" '2??' -H 'Content-Type:' --data-binary @- <<JSON`],
] as const)('a request with headers %j and body "%s" is sent with the recorded type only', (headers, body, line) => {
  expect(write(headers, body)).toBe(line);
});

test('a hook that takes several requests ends the script of a mock, which cannot tell then', () => {
  const substitutes = { variables: new Map<string, string>(), recorded_at_ms: Number.NaN };
  const options = { path: '', is_mock: true, is_evidence: false, token: undefined, substitutes };
  const lines = writeAction({ type: 'hook', hook: 'set_queue', params: {} }, options);
  const { status, stderr } = spawnSync('sh', ['-uc', [TOOLS, ...lines, 'echo it went on; exit 0'].join('\n')], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([2, 'Cannot run: the control plane has no single request for set_queue.\n']);
});
