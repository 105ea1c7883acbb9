/** A pass means that something was checked. */
import type { ClauseId } from '#spec/clauses/index';
import { expect, test } from 'vitest';
import { check } from '../check/check.ts';
import { Blocked, Breach, NO_LEDGER, Run, TransportFault, expectThat, noneIfFinding, warning } from '#client';
import type { CheckResult } from '../check/verdicts.ts';
import { OracleRunner } from '../oracles/oracle-runner.ts';
import { oracle, type Oracle, type OracleOpinion } from '../oracles/oracle.ts';
import { sendJson, serve } from '#client/testing/server';
import { makeSettings } from '#client/testing/settings';
import type { CheckContext } from '../check/check-context.ts';
import { runCheck } from './run-check.ts';

/** Responses by the path: `/inventory` a page, `/teams` 500, `/trades` an empty object, `/bids` 503, `/webhooks` 500. */
const RESPONSES: Readonly<Record<string, readonly [status: number, body: unknown]>> = {
  inventory: [200, { items: [] }],
  teams: [500, { error: { code: 'internal' } }],
  trades: [200, {}],
  bids: [503, { error: { code: 'busy' } }],
  webhooks: [500, { error: { code: 'internal' } }],
};

async function evaluate(
  act: (t: CheckContext) => Promise<void>,
  { clause = 'BID-4', oracles = [] }: { clause?: ClauseId; oracles?: readonly Oracle[] } = {},
): Promise<{ result: CheckResult; of_oracles: readonly CheckResult[] }> {
  await using target = await serve(({ url = '' }, response) => {
    const [status, body] = RESPONSES[url.split('/').find((part) => part in RESPONSES) ?? ''] ?? [404, {}];
    sendJson(response, status, body);
  });
  const run = new Run(makeSettings({ base_url: target.base_url }), NO_LEDGER);
  const bench = new OracleRunner(run, oracles);
  const result = await runCheck(run, check(`${clause}/x`, 'A sentence.', [], act), new AbortController().signal);
  await run.close();
  return { result, of_oracles: bench.conclude() };
}

const holding = (): void => {
  expectThat(true, { message: 'It is wrong.' });
};

test('a check that asserts nothing is skipped, with that reason', async () => {
  const { result } = await evaluate(async (t) => {
    await t.anonymous.get('/inventory');
  });
  expect(result).toMatchObject({ verdict: 'skip', reason: 'nothing to check: no response had the fields that it checks' });
});

test('its observations are the reason', async () => {
  const { result } = await evaluate((t) => {
    t.observe('there was no third party');
    return Promise.resolve();
  });
  expect(result).toMatchObject({ verdict: 'skip', reason: 'nothing to check; observed: there was no third party' });
});

test('a check of an assumption that observed something passes without an assertion', async () => {
  const observing = (t: CheckContext): Promise<void> => {
    t.observe('a bid expires');
    return Promise.resolve();
  };
  expect((await evaluate(observing, { clause: 'BID-12' })).result.verdict).toBe('pass');
  expect((await evaluate(() => Promise.resolve(), { clause: 'BID-12' })).result.verdict).toBe('skip');
});

test('assertions of a shared preparation do not count for the check that triggered it', async () => {
  const { result } = await evaluate(async (t) => {
    await t.run.once('a preparation', () => Promise.resolve(holding()));
  });
  expect(result.verdict).toBe('skip');
});

test('assertions of an oracle about the responses to a check do not count for the check', async () => {
  const looking = oracle('BID-4/every-answer', 'It holds.', {
    check: () => {
      holding();
      return 'fine';
    },
  });
  const { result, of_oracles } = await evaluate(
    async (t) => {
      await t.anonymous.get('/inventory');
    },
    { oracles: [looking] },
  );
  expect(result.verdict).toBe('skip');
  expect(of_oracles.map(({ verdict }) => verdict)).toEqual(['pass']);
});

test('an oracle without anything to check is skipped', async () => {
  const { of_oracles } = await evaluate(() => Promise.resolve(), { oracles: [oracle('BID-4/nothing', 'It holds.', {})] });
  expect(of_oracles.map(({ verdict }) => verdict)).toEqual(['skip']);
});

test.each([
  ['/teams', 'GET /teams does not succeed (status 500)'],
  ['/trades', 'GET /trades returns an empty object'],
  ['/bids', 'GET /bids does not succeed (status 503)'],
])('a check that ignores the response of %s does not pass', async (path, blocked_by) => {
  const { result } = await evaluate(async (t) => {
    await t.anonymous.get(path);
    holding();
  });
  expect(result).toMatchObject({ verdict: 'blocked', blocked_by });
});

test('a retryable response after a race, and a failed deletion of a subscription, count as asserted', async () => {
  const { result } = await evaluate(async (t) => {
    await t.anonymous.post('/bids/bid_1/accept');
    await t.anonymous.delete('/webhooks/whk_1');
    holding();
  });
  expect(result.verdict).toBe('pass');
});

test('a reported gap blocks a check, and hides no violation', async () => {
  const missing = (t: CheckContext): Promise<void> => {
    t.misses(new Blocked('a list cannot be read'));
    holding();
    return Promise.resolve();
  };
  expect((await evaluate(missing)).result).toMatchObject({ verdict: 'blocked', blocked_by: 'a list cannot be read' });
  const { result } = await evaluate(async (t) => {
    await missing(t);
    expectThat(false, { message: 'It is wrong.' });
  });
  expect(result.verdict).toBe('fail');
});

test('a failure is found behind any number of warnings of the same oracle', async () => {
  let seen = 0;
  const checkNext = (): OracleOpinion => {
    seen += 1;
    return seen > 8 ? new Breach({ message: 'It is wrong.' }) : warning({ message: `Odd: ${seen}.` });
  };
  const { of_oracles } = await evaluate(
    async (t) => {
      for (let i = 0; i < 9; i += 1) await t.anonymous.get('/inventory');
    },
    { oracles: [oracle('BID-4/mixed', 'It holds.', { check: checkNext })] },
  );
  expect(of_oracles.map(({ verdict }) => verdict)).toEqual(['fail']);
});

test('a fingerprint does not depend on the wording', async () => {
  const failing = async (message: string, status: number): Promise<string | undefined> => {
    const { result } = await evaluate(async (t) => {
      const reply = await t.anonymous.get('/inventory');
      expectThat(false, { message, reply, expectation: { kind: 'status', statuses: [status] } });
    });
    return result.fingerprint;
  };
  expect(await failing('One.', 201)).toBe(await failing('Another.', 201));
  expect(await failing('One.', 201)).not.toBe(await failing('One.', 404));
});

test('only findings are caught; internal errors are rethrown', () => {
  expect(noneIfFinding(new TransportFault('no response'))).toBeUndefined();
  expect(noneIfFinding(new Breach({ message: 'It is wrong.' }))).toBeUndefined();
  expect(() => noneIfFinding(new TypeError('x is undefined'))).toThrow('x is undefined');
  expect(noneIfFinding(new Error('interrupted'), AbortSignal.abort())).toBeUndefined();
});
