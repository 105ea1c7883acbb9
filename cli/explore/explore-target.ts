/** What `gristmill explore` plays on: the deployment that is named, or a mock of its own. */
import type { Settings } from '#client';
import { ConfigError, loadConfig } from '#client';
import { readSettings } from '../flags/conform-settings.ts';
import type { ExploreFlags } from './explore-flags.ts';
import { UsageError } from '../usage-error.ts';

export interface ExploreTarget extends AsyncDisposable {
  readonly settings: Settings;
  /** Nobody has named one: it ends with the command. */
  readonly is_own: boolean;
}

/** Each scenario has a world of its own beside this one. */
const LOTS = 20;

/** @throws UsageError where flags, environment or file cannot work, or nothing may be written there */
export async function openExploreTarget(flags: ExploreFlags, seed: number): Promise<ExploreTarget> {
  const { violate = [] } = flags;
  const is_own = !(await isNamed(flags));
  if (!is_own && violate.length > 0)
    throw new UsageError('--violate', 'breaks a mock that is started without a target; start one with gristmill mock --violate');
  const own = is_own ? await startMock(violate) : undefined;
  try {
    const { target = own?.base_url, config, without, allowWrites, readOnly, rps, timeout, maxMinutes, ledger } = flags;
    const settled = await readSettings({ target, config, without, allowWrites, readOnly, rps, timeout, maxMinutes, ledger });
    if (settled.read_only_reason !== undefined) {
      const flag = readOnly === true ? '--read-only' : '--allow-writes';
      throw new UsageError(flag, `${settled.read_only_reason}; scenarios bid and sell, so there is nothing to explore`);
    }
    // On the mock the same seed makes the same farms; elsewhere what this run makes has to be told from what others do.
    const settings = settled.recognised_as === undefined ? settled : { ...settled, seed: `explore-${seed}` };
    return { settings, is_own, [Symbol.asyncDispose]: async () => own?.close() };
  } catch (error) {
    await own?.close();
    throw error;
  }
}

async function isNamed({ target, config }: ExploreFlags): Promise<boolean> {
  if (target !== undefined || config !== undefined || (process.env['GRISTMILL_TARGET'] ?? '').trim() !== '') return true;
  const loaded = await loadConfig(process.cwd(), config).catch((error: unknown) => {
    if (error instanceof ConfigError) return undefined;
    throw error;
  });
  // A file that cannot be read is complained of where it is settled.
  return loaded === undefined || loaded.config.target?.base_url !== undefined;
}

async function startMock(violations: readonly string[]): Promise<{ base_url: string; close: () => Promise<void> }> {
  const { createMock, UnknownDeviationError } = await import('#mock');
  return createMock({ lots: LOTS, violations: [...violations] }).catch((error: unknown) => {
    throw error instanceof UnknownDeviationError ? new UsageError('--violate', error.message) : error;
  });
}
