import { expect, test } from 'vitest';
import { storeNewest } from './use-control.ts';

test('a response that arrives after that of a newer request is not shown', async () => {
  const shown: string[] = [];
  const load = storeNewest<string>((value) => shown.push(value));
  const { promise: late, resolve: arrive } = Promise.withResolvers<string>();
  const older = load(() => late);
  await load(() => Promise.resolve('newer'));
  arrive('older');
  await older;
  expect(shown).toEqual(['newer']);
});
