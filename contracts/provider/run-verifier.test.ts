import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeTestFolder } from '#client/testing/folder';
import { runVerifier } from './run-verifier.ts';

/** In UTF-8, a pipe splits one of these characters if the number of bytes before them is odd, and another one if it is even. */
const TEXT = `${'é'.repeat(100_000)}x${'é'.repeat(100_000)}`;

test('long texts of the options and of the result arrive unchanged', async () => {
  const core = join(makeTestFolder(onTestFinished), 'core.cjs');
  const outcome = '{ interactionResults: [], errors: [{ mismatch: { message: text } }] }';
  writeFileSync(core, `exports.default = { verifyPacts: ({ text }) => JSON.stringify(${outcome}) };`);
  const { errors } = await runVerifier(core, { text: TEXT });
  expect(errors[0]?.mismatch?.message === TEXT).toBe(true);
});

test('a verifier that ends before it has read its options is a setup problem', async () => {
  vi.stubEnv('NODE_OPTIONS', '--no-such-option');
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(runVerifier('core.cjs', { text: TEXT.repeat(100) })).rejects.toThrow(
    /^Pact's verifier ended without a result: .*--no-such-option/,
  );
});
