/** The commands of docs/terminal.md run as they stand. */
import { createMock } from '#mock';
import { expect, test } from 'vitest';
import { paste, readBlocks } from './guides.ts';

test('TRD-6 PRIV-4 the guide leads from a bid to the name of the seller', async () => {
  await using mock = await createMock({ lots: 60, clock: '2026-06-10T12:00:00.000Z' });
  const script = readBlocks('docs/terminal.md')('sh guide');
  expect(script).toContain('gristmill pay "$TRADE"');
  const stdout = await paste(script, { GRISTMILL_MOCK: mock.auth_url });

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
