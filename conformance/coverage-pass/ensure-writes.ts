import type { CheckContext } from '../check/check-context.ts';

/** @throws Unverifiable if writes are not allowed */
export function ensureWrites(t: CheckContext): void {
  const reason = t.run.settings.read_only_reason;
  if (reason !== undefined) t.unverifiable(reason);
}
