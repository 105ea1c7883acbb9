/* oxlint-disable vitest/no-standalone-expect -- the rule does not recognize extended tests */
import { describe, expect } from 'vitest';
import { test as base } from './vitest.ts';

const seen: string[] = [];
const test = base.extend({ worldOptions: { lots: 20, seed: '7' } });

describe.each([1, 2])('each test has its own world: round %i', () => {
  test('the world is new, the only one, and has the options', async ({ world, mock }) => {
    expect((await world.requests()).total).toBe(0);
    const { data } = await world.as('buyer').GET('/inventory');
    expect(data?.total).toBeLessThanOrEqual(20);
    expect(mock.worlds.all.map(({ id }) => id)).toEqual(['default', world.id]);
    expect(seen).not.toContain(world.base_url);
    seen.push(world.base_url);
  });
});
