import { expect, test } from 'vitest';
import { Reply } from '../replies/reply.ts';
import { makeHttpExchange } from '../testing/exchange.ts';
import type { Actor } from '../session/actor.ts';
import { listGrainTypes } from './read-market.ts';

/** The newest lots are lentils, of which only one grade exists. */
const LOTS = [
  { commodity: { slug: 'lentils' }, grade: 'No. 1 CR' },
  { commodity: { slug: 'durum' }, grade: 'No. 1 CWAD' },
];
const GRADES = [
  { name: 'No. 1 CR', commodity: 'lentils' },
  { name: 'No. 1 CWAD', commodity: 'durum' },
  { name: 'No. 2 CWAD', commodity: 'durum' },
];

async function firstWith(grades: readonly unknown[]): Promise<unknown> {
  const get = async (path: string): Promise<Reply> =>
    Promise.resolve(new Reply(makeHttpExchange({ json: { items: path === '/grades' ? grades : LOTS } })));
  // The function only reads.
  return (await listGrainTypes({ get } as Actor))[0];
}

test('BID-47 the first commodity has two grades, if GET /grades says which belong to it', async () => {
  expect(await firstWith(GRADES)).toEqual({ commodity: 'durum', grade: 'No. 1 CWAD' });
});

test('BID-47 if GET /grades names no commodities, any two grades can belong to one', async () => {
  expect(await firstWith(GRADES.map(({ name }) => name))).toEqual({ commodity: 'lentils', grade: 'No. 1 CR' });
});
