import type { Breach } from '#client';
import type { CheckRef } from '../check/evidence.ts';

/** Whether a breach is one of privacy, or another leak. Nothing excuses it. */
export function isPrivacyBreach({ clause }: CheckRef, { details }: Breach): boolean {
  return clause.startsWith('PRIV-') || details.is_leak === true;
}
