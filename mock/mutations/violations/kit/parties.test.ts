import { expect, test } from 'vitest';
import { openTestWorld } from '../../../testing/open-world.ts';
import { ownersOf } from './parties.ts';

test.for(['inv_1', 'constructor_1'])('the unknown id %j has no owner', async (id) => {
  await using t = await openTestWorld();
  expect(await ownersOf(t.world.store.reader, id)).toEqual([]);
});
