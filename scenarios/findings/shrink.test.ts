import { expect, test } from 'vitest';
import type { CommandData } from '../model/command-data.ts';
import { Finding } from '../session/finding.ts';
import { confirm, shrink, type Shrinkable } from './shrink.ts';

const FOUND = new Finding({ invariant: 'agreement', clause: 'BID-26' }, { message: 'It is wrong.' });
const OTHER = new Finding({ invariant: 'lists', clause: 'BID-14' }, { message: 'Something else.' });

function describe(kinds: string): CommandData[] {
  return kinds.split('').map((kind) => ({ kind, params: { n: 3, m: 1 } }));
}

function kindsOf({ played }: Shrinkable): string {
  return played.map(({ kind }) => kind).join('');
}

/** A deployment that fails whenever these kinds of command are played in this order. */
function breaksAt(
  order: string,
  finding = FOUND,
): { play: (all: readonly CommandData[]) => Promise<Shrinkable>; plays: () => number } {
  let plays = 0;
  const play = (played: readonly CommandData[]): Promise<Shrinkable> => {
    plays += 1;
    const is_found = new RegExp(order.split('').join('.*')).test(played.map(({ kind }) => kind).join(''));
    // Only a play with a finding can be shrunk.
    const shown = { finding: { message: '' }, steps: [], actions: [], base_url: '' } as never;
    return Promise.resolve({ finding: is_found ? finding : undefined, played, shown });
  };
  return { play, plays: () => plays };
}

test.for([
  ['xaxxbxxxc', 'abc'],
  ['abc', 'abc'],
  ['xxxxxxxxxxxxxxxxa', 'a'],
  ['aaaabbbbbbbbbbc', 'abc'],
])('%s becomes %s', async ([long = '', short = '']) => {
  const { play } = breaksAt(short);
  const least = await shrink(await play(describe(long)), play);
  expect(kindsOf(least)).toBe(short);
  expect(least.played.flatMap(({ params }) => Object.values(params))).toEqual(describe(short).flatMap(() => [0, 0]));
});

test('a different finding is not a shorter version of the same one', async () => {
  const { play } = breaksAt('ab');
  const found = await play(describe('xab'));
  const swapped = async (all: readonly CommandData[]): Promise<Shrinkable> => ({ ...(await play(all)), finding: OTHER });
  expect(kindsOf(await shrink(found, swapped))).toBe('xab');
});

test('shrinking stops at the maximum number of plays', async () => {
  const { play, plays } = breaksAt('abc');
  const found = await play(describe('xxxxaxxxxxxxbxxxxxxxxxxc'));
  await shrink(found, play, { plays: 4 });
  expect(plays()).toBe(5);
});

test('a finding that is not reproduced every time is flaky', async () => {
  const { play } = breaksAt('a');
  const found = await play(describe('a'));
  expect(await confirm(found, play)).toMatchObject({ determinism: 'deterministic', replays: { found: 3, of: 3 } });
  let n = 0;
  const sometimes = async (all: readonly CommandData[]): Promise<Shrinkable> => {
    n += 1;
    return { ...(await play(all)), ...(n === 2 ? { finding: undefined } : {}) };
  };
  expect(await confirm(found, sometimes)).toMatchObject({ determinism: 'flaky', replays: { found: 2, of: 3 } });
});
