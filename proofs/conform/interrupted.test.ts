/** A run that is stopped reports its results so far, and its ledger lists everything that it left behind. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { poll, readLedger } from '#client';
import { parseReport } from '#conformance/reports/index';
import { createMock, type Mock } from '#mock';
import { expect, test } from 'vitest';
import { call } from '../call.ts';
import { makeFolder, runCli, startCli, type Finished } from './run-cli.ts';

/** What a run can leave behind: its listed lots, by their price, and the subscriptions of all callers. */
async function countLeftovers({ base_url }: Mock): Promise<{ lots: number; subscriptions: number }> {
  const left = { lots: 0, subscriptions: 0 };
  for (const token of ['dev_seller', 'dev_partner', 'dev_seller_sandbox', 'dev_partner_sandbox']) {
    for (let next: string | null = `${base_url}/me/inventory?status=listed&limit=50`; next !== null;) {
      const { body } = await call(token, 'GET', next);
      // The mock is ours, so the shape of its pages is known.
      const page = body as { items: { target_price: { amount: number } | null }[]; next: string | null };
      left.lots += page.items.filter(({ target_price }) => target_price?.amount === 312.5).length;
      next = page.next;
    }
  }
  for (const token of ['dev_buyer', 'dev_rival', 'dev_elevator', 'dev_partner', 'dev_partner_sandbox'])
    left.subscriptions += Number((await call(token, 'GET', `${base_url}/webhooks`)).body.total);
  return left;
}

/** Waits until the ledger of a run has more than this many lines. @returns its path */
async function awaitLedger(folder: string, lines: number): Promise<string> {
  const find = (): string | undefined => {
    const [path] = globSync(join(folder, '.gristmill/*.jsonl'));
    return path !== undefined && readFileSync(path, 'utf8').split('\n').length > lines ? path : undefined;
  };
  const found = await poll(() => Promise.resolve(find()), { within_ms: 30_000, every_ms: 5 });
  if (found === undefined) throw new Error('the run wrote no ledger');
  return found;
}

test.each([3, 40, 150])(
  'a run that is killed after %i ledger lines leaves a valid ledger, and cleanup removes its resources',
  async (lines) => {
    await using mock = await createMock();
    const { subscriptions } = await countLeftovers(mock);
    using folder = makeFolder();
    const run = startCli(['conform', mock.base_url, '--no-doctor'], folder.path);
    const ledger = await awaitLedger(folder.path, lines);
    run.child.kill('SIGKILL');
    await run.finished;
    expect(readLedger(ledger).records.open.length).toBeGreaterThan(0);

    const clean = (): Promise<Finished> => runCli(['cleanup', '--yes'], folder.path, { GRISTMILL_TARGET: mock.base_url });
    const cleaned = await clean();
    expect(cleaned.stderr).toBe('');
    expect(cleaned.code, cleaned.stdout).toBe(0);
    expect(await countLeftovers(mock)).toEqual({ lots: 0, subscriptions });
    expect((await clean()).code).toBe(0);
  },
);

test('Ctrl-C ends a run early, writes its reports, exits with 130, and leaves nothing on the market', async () => {
  await using mock = await createMock();
  const { subscriptions } = await countLeftovers(mock);
  using folder = makeFolder();
  const run = startCli(['conform', mock.base_url, '--report', 'json=report.json'], folder.path);
  await awaitLedger(folder.path, 60);
  run.child.kill('SIGINT');
  const { code, stderr } = await run.finished;
  expect(stderr).toContain('stopping');
  expect(code).toBe(130);
  const report = parseReport(readFileSync(join(folder.path, 'report.json'), 'utf8'), 'report.json');
  expect(report).toMatchObject({ is_interrupted: true, exit_code: 130 });
  expect(report.checks.some(({ verdict }) => verdict === 'pass')).toBe(true);
  expect(report.checks.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect(await countLeftovers(mock)).toEqual({ lots: 0, subscriptions });
});
