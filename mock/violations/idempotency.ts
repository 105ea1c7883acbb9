import { onKey, violation, withoutKey } from './kit/index.ts';
import type { Violation } from './violation.ts';

export const IDEMPOTENCY: readonly Violation[] = [
  violation('IDEM-2/key-ignored', 'A repeat places another bid.', withoutKey('placeBid')),
  violation(
    'IDEM-3/any-body-is-the-same',
    'A key with another body gets the first answer.',
    onKey((use) => ({ ...use, body_hash: '' })),
  ),
  violation(
    'IDEM-7/keys-of-all-teams',
    "Another team's key returns that team's bid.",
    onKey((use) => ({ ...use, owner: '' })),
  ),
];
