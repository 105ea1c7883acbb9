/** Verdicts depend on typed expectations: with every text reworded, each check, oracle, and clause has the same verdict. */
import { expect, test } from 'vitest';
import { CHECKS } from '#conformance/checks/index';
import { resolveConfig } from '#conformance/config/resolve-config';
import type { Settings } from '#client';
import { ORACLES } from '#conformance/oracles/index';
import { createMock } from '#mock';
import { hideControlPlane } from '../conform/hide-control-plane.ts';
import { LOTS, withWorld } from '../worlds.ts';
import { evaluateWorld, type Verdicts } from './evaluate-world.ts';
import { rewordCheck, rewordOracle, withoutStatements } from './scramble.ts';

/** Violations with blocked checks, with malformed responses, and of privacy, which is never blocked. */
const VIOLATIONS = [
  ['CONV-1/bare-resource', 'BID'],
  ['CONV-5/plain-text', 'ERR'],
  ['CONV-5/no-body', 'CONV'],
  ['OP-1/counter-bid-200', 'BID'],
  ['OP-1/accept-bid-201', 'BID'],
  ['OP-1/update-listing-202', 'LST'],
  ['OP-1/prices-crash', 'MKT'],
  ['PAGE-1/data-for-items', 'INV'],
  ['PAGE-1/total-as-text', 'PAGE'],
  ['PAGE-2/fifty-refused', 'BID'],
  ['PAGE-9/no-total', 'PAGE'],
  ['FMT-1/amounts-as-text', 'BID'],
  ['FMT-1/number-in-payload', 'EVT'],
  ['BID-21/bid-stays-pending', 'BID'],
  ['BID-21/no-trade', 'TRD'],
  ['BID-21/answers-201', 'BID'],
  ['BID-26/reject-without-effect', 'EVT'],
  ['BID-26/answers-204', 'BID'],
  ['BID-27/old-stays-pending', 'BID'],
  ['BID-27/answers-200', 'BID'],
  ['IDEM-2/key-ignored', 'IDEM'],
  ['TRD-7/not-made', 'TRD'],
  ['TRD-13/not-made', 'CB'],
  ['CB-5/reject-without-effect', 'CB'],
  ['LST-3/drafts-are-listed', 'LST'],
  ['LST-3/draft-by-default', 'INV'],
  ['LST-6/without-effect', 'BID'],
  ['LST-6/not-unlisted', 'LST'],
  ['LST-7/delete-without-effect', 'LST'],
  ['SBX-6/no-bid', 'SBX'],
  ['EVT-1/data-as-text', 'EVT'],
  ['ERR-1/no-error-around-it', 'BID'],
  ['ERR-1/errors-as-map', 'LST'],
  ['ERR-1/numeric-codes', 'AUTH'],
  ['ERR-2/no-field-errors', 'FARM'],
  ['ERR-2/shouted', 'ERR'],
  ['ERR-3/get-trade-forbidden', 'TRD'],
  ['ERR-6/unprocessable-as-400', 'ERR'],
  ['PRIV-4/unmasked-after-one-invoice', 'PRIV'],
  ['PRIV-13/rejected-unmasked', 'PRIV'],
] as const;

/** CI uses every twentieth of them. */
const SHARE = process.env['PROOFS'] === 'full' ? 1 : 20;

/** Checks that wait take long and do not depend on wording. */
const QUICK_CHECKS = CHECKS.filter(({ lane }) => lane !== 'patient' && lane !== 'clock');

/** Of the checks of a world in which all pass, CI runs every tenth. */
const CLEAN_SHARE = process.env['PROOFS'] === 'full' ? 1 : 10;
/** Without these, only chance would decide whether the oracles see a second attempt, and an event of the sandbox. */
const ALWAYS: readonly string[] = ['EVT-3/same-on-replay', 'SBX-7/delivered-to-sandbox'];

async function resolveSettings(target: string): Promise<Settings> {
  return resolveConfig({ target, ledger: false, seed: 'wording' }, '/', {});
}

type InWorld = (act: (settings: Settings) => Promise<Verdicts>) => Promise<Verdicts>;

/** The verdicts with the original and the reworded texts. */
async function evaluateInBothWordings(area: string, inWorld: InWorld, share = 1): Promise<readonly [Verdicts, Verdicts]> {
  const checks = QUICK_CHECKS.filter(({ clause }) => clause.startsWith(area)).filter(
    ({ id }, i) => i % share === 0 || ALWAYS.includes(id),
  );
  const plain = await inWorld(async (settings) => evaluateWorld(settings, checks, ORACLES));
  const reworded = await withoutStatements(async () =>
    inWorld(async (settings) => evaluateWorld(settings, checks.map(rewordCheck), ORACLES.map(rewordOracle))),
  );
  return [plain, reworded];
}

function differencesOf([plain, reworded]: readonly [Verdicts, Verdicts]): readonly string[] {
  expect([...plain.values()].filter((verdict) => verdict === 'pass').length).toBeGreaterThan(20);
  return [...plain]
    .filter(([id, verdict]) => reworded.get(id) !== verdict)
    .map(([id, was]) => `${id}: ${was}, then ${reworded.get(id)}`);
}

test('on the clean mock', async () => {
  await using mock = await createMock({ port: 0, lots: LOTS });
  const both = await evaluateInBothWordings(
    '',
    async (act) => withWorld(mock, {}, async (base_url) => act(await resolveSettings(base_url))),
    CLEAN_SHARE,
  );
  expect(differencesOf(both)).toEqual([]);
});

test.each(VIOLATIONS.filter((_, i) => i % SHARE === 0))('on the mock that breaks %s, by the checks of %s', async (name, area) => {
  await using mock = await createMock({ port: 0, lots: LOTS });
  const both = await evaluateInBothWordings(area, async (act) =>
    withWorld(mock, { violations: [name] }, async (base_url) => act(await resolveSettings(base_url))),
  );
  expect([...both[0].values()].some((verdict) => ['fail', 'warn', 'blocked'].includes(verdict))).toBe(true);
  expect(differencesOf(both)).toEqual([]);
});

test('on a mock that is not recognized as one and has no hooks', async () => {
  const inStranger: InWorld = async (act) => {
    await using mock = await createMock({ port: 0, lots: 60 });
    await using stranger = await hideControlPlane(mock);
    const known = await resolveSettings(mock.base_url);
    // Awaited here, because the mock closes at the end of the block.
    return await act({ ...known, base_url: stranger.base_url, is_mock: false, hooks: new Map() });
  };
  const both = await evaluateInBothWordings('BID', inStranger, CLEAN_SHARE);
  expect(differencesOf(both)).toEqual([]);
});
