/** BID-39: a target can limit delivery windows. The run learns one that it accepts, even if only a few checks are selected. */
import { conform } from '#conformance';
import { resolveConfig } from '#conformance/config/resolve-config';
import { createMock } from '#mock';
import { expect, test } from 'vitest';
import { LOTS } from '../worlds.ts';

/** Clauses whose checks send bodies of bids, also invalid ones, without learning from the response. */
const CLAUSES = ['BID-4', 'BID-5', 'BID-37', 'FMT-6', 'IDEM-2'];

test.each(CLAUSES)('%s alone accuses no target that rejects deliveries after three weeks', async (clause) => {
  await using mock = await createMock({ port: 0, lots: LOTS, variants: ['deliveries-soon'] });
  const settings = await resolveConfig({ target: mock.base_url, only: [clause], ledger: false }, '/', {});
  const { checks } = await conform(settings, { checks_at_once: 1 });
  const wrong = checks.filter(({ verdict }) => !['pass', 'skip', 'not_selected'].includes(verdict));
  expect(wrong.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([]);
  expect(checks.some(({ verdict }) => verdict === 'pass')).toBe(true);
});
