/** The target of `gristmill contracts`: the named deployment, or a new mock. */
import type { MockAt, Settings } from '#client';
import { detectMock } from '#client';
import { createMock } from '#mock';
import { readSettings } from '../flags/settings.ts';

/** Enough for every provider state. */
const LOTS = 60;

interface ContractsTarget extends AsyncDisposable {
  settings: Settings;
  mock: MockAt | undefined;
}

export interface TargetFlags {
  target?: string | undefined;
  config?: string | undefined;
  without?: readonly string[] | undefined;
  allowWrites?: string | undefined;
  timeout?: string | undefined;
  only?: readonly string[] | undefined;
}

/** @throws UsageError if the settings cannot work */
export async function openTarget(flags: TargetFlags): Promise<ContractsTarget> {
  const own = flags.target === undefined ? await createMock({ lots: LOTS }) : undefined;
  try {
    const settings = await readSettings({ ...flags, target: own?.base_url ?? flags.target, ledger: false });
    const mock = settings.is_mock ? await detectMock(settings.base_url, settings.admin_token) : undefined;
    return { settings, mock, [Symbol.asyncDispose]: async () => own?.close() };
  } catch (error) {
    await own?.close();
    throw error;
  }
}
