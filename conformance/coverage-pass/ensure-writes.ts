import type { CheckContext } from '../check/check-context.ts';

/** @throws Unverifiable where nothing may be written */
export function ensureWrites(t: CheckContext): void {
  const reason = t.run.settings.read_only_reason;
  if (reason !== undefined) t.unverifiable(reason, '--allow-writes');
}
