/** BID-39: where a team can have one open bid per listing, only the checks about several open bids of one team are skipped (decision 0049). */
import { conform } from '#conformance';
import { resolveConfig } from '#conformance/config/resolve-config';
import { createMock } from '#mock';
import { expect, test } from 'vitest';
import { LOTS } from '../worlds.ts';

const ABOUT_SEVERAL = ['BID-27/others-stay', 'BID-29/others-stay', 'BID-52/others-stay', 'EVT-18/no-event-for-others'];
/** In CI, the areas whose checks place bids. */
const AREAS = process.env['PROOFS'] === 'full' ? [] : ['BID', 'EVT', 'IDEM', 'LST', 'PRIV', 'TRD'];

test('BID-39: a limit of one open bid per listing skips only the checks about several bids of one team', async () => {
  await using mock = await createMock({ port: 0, lots: LOTS, variants: ['one-open-bid'] });
  const { checks } = await conform(await resolveConfig({ target: mock.base_url, only: AREAS, ledger: false }, '/', {}));
  const skipped = checks.filter(({ reason }) => reason === 'a team can have only one open bid on a listing');
  expect(skipped.map(({ id }) => id).toSorted()).toEqual(ABOUT_SEVERAL);
});
