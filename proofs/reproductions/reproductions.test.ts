import { expect, test } from 'vitest';
import { KILLABLE } from '../mutation-testing/test-gate.ts';
import { createMock } from '#mock';
import { forEachAtOnce } from '../call.ts';
import { LOTS } from '../worlds.ts';
import type { Attempt } from './try-violation.ts';
import { tryViolation } from './try-violation.ts';

/** Every 200th violation; all of them at full size. */
const STEP = process.env['PROOFS'] === 'full' ? 1 : 200;
/** The least share of the killed violations whose script has to work. The sample of CI is small. */
const SHARE_MIN = STEP === 1 ? 0.95 : 0.9;
/** Most of them wait for deliveries. */
const AT_ONCE = 4;
/** Generous, because other work can slow the machine down. */
const TIMEOUT_MS = STEP === 1 ? 3_600_000 : 300_000;

test('the script of a finding exits with 1 on the broken mock and 0 on the clean one', { timeout: TIMEOUT_MS }, async () => {
  await using mock = await createMock({ port: 0, lots: LOTS });
  const attempts: Attempt[] = [];
  const names = KILLABLE.filter((_, i) => i % STEP === 7 % STEP).map(({ name }) => name);
  await forEachAtOnce(AT_ONCE, names, async (name) => void attempts.push(await tryViolation(mock, name)));
  const wrong = attempts.filter(({ outcome }) => outcome === 'wrong');
  const works = attempts.filter(({ outcome }) => outcome === 'works');
  expect(
    works.length / (works.length + wrong.length),
    wrong.map(({ name, why }) => `${name}: ${why ?? ''}`).join('\n'),
  ).toBeGreaterThanOrEqual(SHARE_MIN);
  // Scripts that send the requests themselves say more than those that run the check again.
  expect(attempts.filter(({ reruns_because }) => reruns_because === undefined).length).toBeGreaterThan(names.length / 3);
});
