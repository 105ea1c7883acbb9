/** docs/terminal.md: its commands run as they stand. Each is a process, which takes too long for the quick tier. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { createMock } from '#mock';
import { expect, test } from 'vitest';
import { COMMAND } from '#client/testing/command';

const GUIDE = readFileSync(new URL('../../docs/terminal.md', import.meta.url), 'utf8');
const TIMEOUT_MS = 60_000;

test('TRD-6 PRIV-4 the guide leads from a bid to the name of the seller', { timeout: TIMEOUT_MS }, async () => {
  await using mock = await createMock({ lots: 60, clock: '2026-06-10T12:00:00.000Z' });
  const [, after = ''] = GUIDE.split('```sh guide\n');
  const [script = ''] = after.split('\n```', 1);
  expect(script).toContain('gristmill pay "$TRADE"');
  const gristmill = `gristmill() { '${process.execPath}' '${COMMAND}' "$@"; }`;
  const env = {
    ...process.env,
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    GRISTMILL_MOCK: mock.auth_url,
    NO_COLOR: '1',
  };
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', `${gristmill}\n${script}`], { env });

  expect(stdout).toContain('Took snap_1.');
  expect(stdout).toContain('the clock is frozen');
  expect(stdout).toContain('no response\n');
  expect(stdout).toMatch(/◆ bid\.accepted {2}evt_/);
  expect(stdout).toMatch(/bid\.accepted {2}retrying {2}1 .*ECONNREFUSED/);
  expect(stdout).toContain('4 delivery attempts');
  expect(stdout).toContain('Queued bid.accepted again');
  // Nothing until both invoices are paid, then a name; the attempt of the rival is the only line of the log.
  expect(stdout).toMatch(
    /\nnull\nPaid the buyer .*\nPaid the seller .*\n.*trade\.settled.*\n[A-Z].+\n.* rival +GET .* 404 .*\(ERR-2\)\nRestored/,
  );
  expect(stdout).toMatch(/Restored snap_1\. It is 2026-06-10 12:00:00Z\.\n$/);
});
