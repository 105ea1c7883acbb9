import { expect, test } from 'vitest';
import { openReceiver, runDrills } from '#conformance/receiver/testing/small-receiver';
import { checkReport } from './receiver.ts';

const DRILLS = ['SIG-1/genuine', 'SIG-4/forged', 'SIG-5'];

/** The findings about a receiver at this address. @throws NotShown */
async function findingsAbout(url: string): Promise<readonly string[]> {
  const findings: string[] = [];
  const check = (condition: boolean, finding: string): boolean => {
    if (!condition) findings.push(finding);
    return condition;
  };
  checkReport({ check, findings, note: () => undefined }, await runDrills(url, DRILLS));
  return findings;
}

test('SIG-4 a receiver that accepts forgeries is not ready, and a correct one is', async () => {
  await using good = await openReceiver();
  await using bad = await openReceiver({ isSame: () => true });
  expect(await findingsAbout(good.url)).toEqual([]);
  expect(await findingsAbout(bad.url)).toEqual([expect.stringMatching(/^SIG-4\/forged: /)]);
});

test('a receiver that cannot be reached is not shown to be ready', async () => {
  await expect(findingsAbout('http://127.0.0.1:9/hooks')).rejects.toThrow(
    /^the drill SIG-1\/genuine was inconclusive: .*connection was refused/,
  );
});
