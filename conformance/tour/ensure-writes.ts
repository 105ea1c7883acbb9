import type { Trial } from '../trial.ts';

/** @throws Unverifiable where nothing may be written */
export function ensureWrites(t: Trial): void {
  const reason = t.run.settings.read_only_reason;
  if (reason !== undefined) t.unverifiable(reason, '--allow-writes');
}
