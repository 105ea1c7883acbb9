/** LST-6: if bids survive the archiving of their lot, the explorer accepts one status change of the lot, and no other. */
import { resolveConfig } from '#conformance/config/resolve-config';
import { createMock, type Mock } from '#mock';
import { CLEAN_SEAMS, type Seams } from '#mock/mutations/seams';
import { VARIANTS } from '#mock/mutations/variants/index';
import { all, onField } from '#mock/mutations/violations/kit/index';
import type { TargetKnowledge } from '#scenarios/session/knowledge';
import { learnKnowledge } from '#scenarios/set-up/learn-knowledge';
import type { Marketplace } from '#scenarios/session/marketplace';
import { checkSetUp, playAll } from '#scenarios/play/play';
import { Session } from '#scenarios/session/session';
import { setUp } from '#scenarios/set-up/set-up';
import { expect, test } from 'vitest';

const COMMANDS = [
  { kind: 'bid', params: { share: 2 } },
  { kind: 'archive', params: {} },
  { kind: 'accept', params: {} },
];

/** A world that keeps the bids of archived lots, and shows a lot with an accepted bid in the status `shown`. */
function seamsOf(shown: string): Seams {
  const kept = VARIANTS.find(({ name }) => name === 'archived-bids-stay')?.seams;
  if (kept === undefined) throw new Error('there is no variant archived-bids-stay');
  const sold = onField(['getListing', 'listListings'], 'status', (status) => (status === 'unlisted' ? shown : status));
  return { ...CLEAN_SEAMS, ...all(typeof kept === 'function' ? kept() : kept, sold) };
}

async function placeAt(mock: Mock): Promise<Marketplace> {
  const settings = await resolveConfig({ target: mock.base_url, ledger: false, seed: 'archived' }, '/', {});
  const settled = (): Promise<void> => mock.worlds.default.dispatcher.idle();
  return { settings, is_isolated: true, clock: { ahead_s: 0 }, awaitDeliveries: settled, close: () => Promise.resolve() };
}

/** Learns from a clean mock that is discarded afterwards, because learning moves its clock. */
async function learn(): Promise<TargetKnowledge> {
  await using mock = await createMock({ lots: 20, clock: 'frozen' });
  const marketplace = await placeAt(mock);
  const knowledge = await learnKnowledge(() => Promise.resolve(marketplace));
  return { ...knowledge, readings: { ...knowledge.readings, archiving_rejects: undefined } };
}

/** Plays the commands in a world that shows the lot in the status `shown`. */
async function play(shown: string): Promise<void> {
  const knowledge = await learn();
  await using mock = await createMock({ lots: 20, clock: 'frozen' });
  const seams = seamsOf(shown);
  Object.defineProperty(mock.worlds.default, 'seams', { get: () => seams });
  await using session = new Session(await placeAt(mock), knowledge);
  await setUp(session);
  await checkSetUp(session);
  await playAll(session, COMMANDS);
}

test('LST-6 a lot that was archived may stay so, or be unlisted, when a bid on it is accepted', async () => {
  await expect(play('archived')).resolves.toBeUndefined();
  await expect(play('unlisted')).resolves.toBeUndefined();
});

test.for([
  ['listed', 'lot 2 has status "listed" for partner.'],
  ['draft', 'lot 2 changed from archived to draft.'],
] as const)('LST-6 that it is %s by itself is found', async ([shown, message]) => {
  await expect(play(shown)).rejects.toThrow(message);
});
