import { expect, test } from 'vitest';
import type { Shown, ShownAction } from '../findings/counterexample.ts';
import { writeScript } from './write-script.ts';

function read(number: number, actor: string, token: string): ShownAction {
  const exchange = {
    actor,
    method: 'GET',
    url: 'http://127.0.0.1/v1/grades',
    request_headers: { authorization: `Bearer ${token}` },
    status: 200,
    response_headers: { date: 'Mon, 01 Jun 2026 12:00:00 GMT' },
    response_body: '{}',
    duration_ms: 1,
    curl: '',
  };
  return { type: 'exchange', step: 1, phase: 'command', number, exchange };
}

test('the script takes each token from the variable that the configuration names', () => {
  const finding = { invariant: 'agreement/bid', clause: 'BID-20', message: 'It is wrong.', exchange: 1 } as const;
  const shown: Shown = {
    finding: { ...finding, expected: 'status 422', observed: 'status 200: {}' },
    steps: [],
    actions: [read(1, 'buyer', '$STAGING_BUYER')],
    base_url: 'http://127.0.0.1/v1',
  };
  const options = { target: shown.base_url, replay: 'gristmill explore' };
  for (const is_mock of [true, false]) {
    const script = writeScript(shown, { ...options, is_mock });
    expect(script).toContain('\nneed STAGING_BUYER\n');
    expect(script).toMatch(/^call "\$STAGING_BUYER" GET /m);
  }
});
