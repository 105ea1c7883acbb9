/** Worlds of a mock in this process, for tools that test the gate and the explorer over HTTP. */
import type { Mock, World } from '#mock';
import type { DeviationNames } from '#mock/mutations/deviations';

/** How many listings a world has, for the gate: enough for several pages, few enough to create in a moment. */
export const LOTS = 120;

/** Runs `use` with a new world that breaks a clause or takes another legal reading, and deletes the world afterwards. */
export async function withWorld<Result>(
  mock: Mock,
  names: Partial<DeviationNames>,
  use: (base_url: string, world: World) => Promise<Result>,
): Promise<Result> {
  const world = await mock.worlds.create(names);
  if (world === undefined) throw new Error('the limit on worlds is reached');
  try {
    return await use(mock.base_url.replace(/\/v1$/, `/worlds/${world.id}/v1`), world);
  } finally {
    await mock.worlds.delete(world.id);
  }
}
