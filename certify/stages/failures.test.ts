import { expect, test } from 'vitest';
import type { Exchange } from '../testbed/exchange.ts';
import { StageContext } from './context.ts';
import { FAILURES_STAGES } from './failures.ts';

interface Sent {
  began_ms: number;
  ended_ms: number;
  disturbed_by?: string;
}

/** The findings about a client that sent these reads. @throws NotShown */
async function findingsAbout(id: string, sent: readonly Sent[]): Promise<readonly string[]> {
  // The stage reads nothing else of its context.
  const context = Object.assign(Object.create(StageContext.prototype) as StageContext, {
    findings: [],
    arm: () => ({ hits: 1 }),
    act: () => Promise.resolve({}),
    sent: () => sent.map((one) => ({ path: '/v1/bids', ...one })) as Partial<Exchange>[],
  });
  await FAILURES_STAGES.find((stage) => stage.id === id)?.run(context);
  return context.findings;
}

test.for(['failures.retry-after-503', 'failures.retry-after-429'])(
  '%s judges the pause before a repeated request only',
  async (id) => {
    const refused = { began_ms: 0, ended_ms: 10, disturbed_by: 'refused' };
    expect(await findingsAbout(id, [refused, { began_ms: 1_020, ended_ms: 1_030 }])).toEqual([]);
    expect(await findingsAbout(id, [refused, { began_ms: 200, ended_ms: 210 }])).toEqual([
      expect.stringMatching(/^it waited 190 ms/),
    ]);
    await expect(findingsAbout(id, [refused])).rejects.toThrow(/^the client did not repeat the request that got (?:503|429), so/);
  },
);
