import type { Store } from '../../market/store/store.ts';
import { type FaultState, Faults } from './faults.ts';
import type { FaultStorage } from './stored-faults.ts';

/**
 * The faults of a world that only this process serves. They survive a restart if the world is in a file.
 * @param stored the faults in the file
 */
export function storeInProcess(seed: string, store: Store, stored: string | null | undefined): FaultStorage {
  // Cast: written by `change`.
  let state = stored === null || stored === undefined ? undefined : (JSON.parse(stored) as FaultState);
  const read = (): Faults => new Faults(seed, state);
  return {
    has: (kind) => read().has(kind),
    read,
    async change(change) {
      const before = state;
      try {
        return await store.write(async (tx) => {
          const faults = read();
          const result = await change(faults, () => Promise.resolve(undefined));
          await store.persisted_state?.save(tx, { faults: JSON.stringify(faults.state) });
          state = faults.state;
          return result;
        });
      } catch (error) {
        state = before;
        throw error;
      }
    },
  };
}
