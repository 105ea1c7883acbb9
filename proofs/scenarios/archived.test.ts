/** LST-6: if bids survive the archiving of their lot, the explorer accepts one status change of the lot, and no other. */
import { resolveConfig } from '#conformance/config/resolve-config';
import type { Mock } from '#mock';
import { createMock } from '#mock';
import type { Seams } from '#mock/mutations/seams';
import { CLEAN_SEAMS } from '#mock/mutations/seams';
import { BIDS_VARIED } from '#mock/mutations/variants/bids';
import { all, onField } from '#mock/mutations/violations/kit/index';
import type { Knowledge } from '#scenarios/knowledge';
import { learnKnowledge } from '#scenarios/learn-knowledge';
import type { Place } from '#scenarios/target';
import { judgeSetUp, playAll } from '#scenarios/play';
import { Session } from '#scenarios/session';
import { setUp } from '#scenarios/set-up';
import { expect, test } from 'vitest';

const COMMANDS = [
  { kind: 'bid', params: { share: 2 } },
  { kind: 'archive', params: {} },
  { kind: 'accept', params: {} },
];

/** A world that keeps the bids of archived lots, and shows a lot with an accepted bid in the status `shown`. */
function seamsOf(shown: string): Seams {
  const kept = BIDS_VARIED.find(({ name }) => name === 'archived-bids-stay')?.seams ?? {};
  const sold = onField(['getListing', 'listListings'], 'status', (status) => (status === 'unlisted' ? shown : status));
  return { ...CLEAN_SEAMS, ...all(typeof kept === 'function' ? kept() : kept, sold) };
}

/** Plays in the default world of a mock. */
async function placeAt(mock: Mock): Promise<Place> {
  const settings = await resolveConfig({ target: mock.base_url, ledger: false, seed: 'archived' }, '/', {});
  const settled = (): Promise<void> => mock.worlds.default.dispatcher.idle();
  return { settings, is_own: true, clock: { ahead_s: 0 }, settle: settled, close: () => Promise.resolve() };
}

/** Learns from a clean mock that is discarded afterwards, because learning moves its clock. */
async function learn(): Promise<Knowledge> {
  await using mock = await createMock({ lots: 20, clock: 'frozen' });
  const place = await placeAt(mock);
  const knowledge = await learnKnowledge({ mock: undefined, open: () => Promise.resolve(place) });
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
  await judgeSetUp(session);
  await playAll(session, COMMANDS);
}

test('LST-6 a lot that was archived may stay so, or be unlisted, when a bid on it is accepted', async () => {
  await expect(play('archived')).resolves.toBeUndefined();
  await expect(play('unlisted')).resolves.toBeUndefined();
});

test.for([
  ['listed', 'lot 2 reads to partner with status "listed".'],
  ['draft', 'lot 2 was archived and is draft.'],
] as const)('LST-6 that it is %s by itself is found', async ([shown, message]) => {
  await expect(play(shown)).rejects.toThrow(message);
});
