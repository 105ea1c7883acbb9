/** IDEM-2: the last request with a key gives the same bid for as long as the key lives, whatever has become of the lot and the bid. */
import { repeat } from '../commands/repeating.ts';
import { keysOf } from '../model/keys.ts';
import type { Invariant } from './invariant.ts';

export const IDEMPOTENCY: readonly Invariant[] = [
  {
    id: 'idempotency',
    title: 'A repeat of the last request with a key gives the original bid, and makes no other',
    check: async ({ session }) => {
      const keyed = keysOf(session.model).at(-1);
      if (keyed === undefined) return 0;
      await repeat(session, keyed);
      return 1;
    },
  },
];
