/** Worlds of a mock in this process, and the settings of a run against them. */
import type { Settings } from '#client';
import { resolveConfig } from '#conformance';
import type { Mock, World } from '#mock';
import type { DeviationNames } from '#mock/mutations/deviations';

/** Runs `use` with a new world, and deletes the world afterwards. */
export async function withWorld<Result>(
  mock: Mock,
  names: Partial<DeviationNames>,
  use: (world: World, base_url: string) => Promise<Result>,
): Promise<Result> {
  const world = await mock.worlds.create(names);
  if (world === undefined) throw new Error('the limit on worlds is reached');
  try {
    return await use(world, mock.base_url.replace(/\/v1$/, `/worlds/${world.id}/v1`));
  } finally {
    await mock.worlds.delete(world.id);
  }
}

/** @param only the ids of the checks and oracles to run */
export async function resolve(base_url: string, only: readonly string[]): Promise<Settings> {
  return resolveConfig({ target: base_url, only, ledger: false, seed: 'mutation' }, '/', {});
}

/** What a run knows before its first check, as text. Equal for two worlds if their set-up shows no difference. */
export function describeSetup(settings: Settings): string {
  const { redactor: _redactor, selection: _selection, base_url, ...rest } = settings;
  const text = JSON.stringify(rest, (_name, value: unknown) =>
    value instanceof Map || value instanceof Set ? [...value] : value,
  );
  return text.replaceAll(base_url.replace(/\/v1$/, ''), '');
}
