import { ACTOR_NAMES } from '#client';
import { expect, test } from 'vitest';
import type { Check } from '../check/check.ts';
import { CHECKS } from '../checks/index.ts';
import { listNeededActors } from './needed-actors.ts';

const LIVE = { mode: 'live' } as const;

function checkWith(needs: Check['needs']): Check {
  const [first] = CHECKS;
  if (first === undefined) throw new Error('no check');
  return { ...first, needs };
}

test('only the actors that the checks need', () => {
  expect([...listNeededActors([checkWith(['buyer', 'writes']), checkWith(['seller_sandbox'])], LIVE)].toSorted()).toEqual([
    'buyer',
    'seller_sandbox',
  ]);
});

test('a sandbox actor is its own twin', () => {
  expect(listNeededActors([checkWith(['seller_sandbox'])], { mode: 'sandbox' }).has('seller')).toBe(true);
});

test('all checks, or none, need all actors', () => {
  expect(listNeededActors([], LIVE)).toEqual(new Set(ACTOR_NAMES));
  expect(listNeededActors(CHECKS, LIVE)).toEqual(new Set(ACTOR_NAMES));
});
