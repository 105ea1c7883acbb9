import { expect, test } from 'vitest';
import { openTestMock } from '#mock/testing/open-mock';
import { PRESETS, describeFault, isMadeBy } from '#mock/dashboard/pages/fault-presets';
import type { Fault } from '#mock/dashboard/pages/fault-presets';

test('a preset recognizes the fault that it makes, and no fault that has a limit, a delay, or other conditions', async () => {
  await using mock = await openTestMock({ lots: 20 });
  const make = async (body: object): Promise<Fault> => (await mock.control('POST', '/faults', body)).body;
  const textsOf = (fault: Fault): string[] => PRESETS.filter(([, body]) => isMadeBy(fault, body)).map(([text]) => text);
  for (const [text, body] of PRESETS) {
    expect(textsOf(await make(body))).toEqual([text]);
    for (const limit of [{ count: 3 }, { skip: 1 }, { latency_ms: 1 }, { probability: 0.5 }])
      expect(textsOf(await make({ ...body, ...limit }))).toEqual([]);
  }
  for (const other of [
    { request: {}, status: 429, retry_after: 60 },
    { request: {}, status: 503, when: 'after' },
    { request: { method: 'GET' }, status: 503 },
    { delivery: { attempt: 1 }, effect: 'tamper' },
  ])
    expect(textsOf(await make(other))).toEqual([]);
});

test('a fault is described by the fields that differ from their defaults', async () => {
  await using mock = await openTestMock({ lots: 20 });
  const describe = async (body: object): Promise<string> =>
    describeFault((await mock.control('POST', '/faults', body)).body).replace(/^flt_\d+: /, '');
  expect(await describe({ delivery: { event: 'bid.accepted' }, effect: 'bad_signature', count: 1 })).toBe(
    'delivery event=bid.accepted, count=1, effect=bad_signature',
  );
  expect(await describe({ request: {}, status: 503, retry_after: 2 })).toMatch(
    /^request, when=before, status=503, .*retry_after=2$/,
  );
});
