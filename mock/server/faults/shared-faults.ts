import type { Shared, Store } from '../../market/store/store.ts';
import type { StoredFault } from '../../market/store/postgres/faults.ts';
import type { Fault } from './fault.ts';
import { type ActiveFault, Faults } from './faults.ts';
import type { FaultStorage } from './stored-faults.ts';

interface SharedFaultStorage extends FaultStorage {
  /** Receives the number of faults in the database. */
  follow: (count: number) => void;
}

/** The faults of a world that several processes serve: a fault that applies once applies in one of them. */
export function storeInDatabase(seed: string, store: Store, shared: Shared): SharedFaultStorage {
  /** The number of faults as of the last request. */
  let count = 0;
  // The database assigns the numbers of new faults.
  const open = (stored: readonly StoredFault[]): Faults => new Faults(seed, { armed: stored.map(toArmed), made: 0 });
  return {
    follow: (found) => {
      count = found;
    },
    has: () => count > 0,
    read: async () => open(await shared.faults.read()),
    change: async (change) => {
      let left = 0;
      const changed = await store.write(async (tx) => {
        const faults = open(await shared.faults.read(tx));
        const result = await change(faults, () => shared.faults.nextNumber(tx));
        await shared.faults.replace(tx, faults.list().map(toStored));
        left = faults.list().length;
        if (left !== count) await shared.save(tx, { faults: left });
        return result;
      });
      count = left;
      return changed;
    },
  };
}

function toArmed({ number, fault, matched, struck }: StoredFault): ActiveFault {
  // Cast: written by `toStored`.
  return { id: `flt_${number}`, fault: JSON.parse(fault) as Fault, matched, struck };
}

function toStored({ id, fault, matched, struck }: ActiveFault): StoredFault {
  return { number: Number(id.slice('flt_'.length)), fault: JSON.stringify(fault), matched, struck };
}
