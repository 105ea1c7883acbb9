/** The target of `gristmill explore`: the named deployment, or a new mock. */
import type { Settings } from '#client';
import { ConfigError, loadConfig } from '#client';
import { UsageError } from '../errors.ts';
import { readSettings } from '../flags/settings.ts';
import type { ExploreFlags } from './plan.ts';

export interface ExploreTarget extends AsyncDisposable {
  readonly settings: Settings;
  /** A mock that ends with the command. */
  readonly is_own: boolean;
}

/** Lots in the default world of a new mock. Each scenario has its own world. */
const LOTS = 20;

/** @throws UsageError if the settings cannot work, or the target is read-only */
export async function openExploreTarget(flags: ExploreFlags, seed: number): Promise<ExploreTarget> {
  const { violate = [] } = flags;
  const is_own = !(await hasTarget(flags));
  if (!is_own && violate.length > 0)
    throw new UsageError('--violate', 'needs a new mock; leave out the target, or start one with gristmill mock --violate');
  const own = is_own ? await startMock(violate) : undefined;
  try {
    const { target = own?.base_url, config, without, allowWrites, rps, timeout, maxMinutes, ledger } = flags;
    const read = await readSettings({ target, config, without, allowWrites, rps, timeout, maxMinutes, ledger });
    if (read.read_only_reason !== undefined)
      throw new UsageError(
        '--allow-writes',
        `${read.read_only_reason}; scenarios need to write, so choose a target that allows it`,
      );
    // On a deployment, the names of created objects must differ from those of other runs.
    const settings = read.is_mock ? { ...read, seed: `explore-${seed}` } : read;
    return { settings, is_own, [Symbol.asyncDispose]: async () => own?.close() };
  } catch (error) {
    await own?.close();
    throw error;
  }
}

/** Whether a flag, the environment, or the configuration file names a target. */
async function hasTarget({ target, config }: ExploreFlags): Promise<boolean> {
  if (target !== undefined || config !== undefined || (process.env['GRISTMILL_TARGET'] ?? '').trim() !== '') return true;
  const loaded = await loadConfig(process.cwd(), config).catch((error: unknown) => {
    // readSettings reports a file that cannot be read.
    if (error instanceof ConfigError) return undefined;
    throw error;
  });
  return loaded === undefined || loaded.config.target?.base_url !== undefined;
}

async function startMock(violations: readonly string[]): Promise<{ base_url: string; close: () => Promise<void> }> {
  const { createMock, DeviationError } = await import('#mock');
  return createMock({ lots: LOTS, violations: [...violations] }).catch((error: unknown) => {
    throw error instanceof DeviationError ? new UsageError('--violate', error.message) : error;
  });
}
