import { onCaller, violation, withFields } from './kit/index.ts';
import type { Violation } from './violation.ts';

export const SANDBOX: readonly Violation[] = [
  violation(
    'SBX-1/live-tokens-taken',
    'A live token simulates events in the sandbox.',
    onCaller('simulateEvent', (caller) => ({ ...caller, livemode: 0 })),
  ),
  violation('SBX-5/simulated-as-text', '`simulated` is a string.', withFields('simulateEvent', { simulated: 'true' })),
];
