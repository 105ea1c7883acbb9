import type { Shared, Store } from '../../market/store/store.ts';
import type { StoredFault } from '../../market/store/postgres/faults.ts';
import type { Fault } from './fault.ts';
import type { Armed } from './faults.ts';
import { Faults } from './faults.ts';
import type { FaultStorage } from './stored-faults.ts';

/** The faults of a world that several processes serve: a fault that applies once applies in one of them. */
export class SharedFaults implements FaultStorage {
  readonly #seed: string;
  readonly #store: Store;
  readonly #shared: Shared;
  /** As far as this process knows. It asks before each request. */
  #count = 0;

  constructor(seed: string, store: Store, shared: Shared) {
    this.#seed = seed;
    this.#store = store;
    this.#shared = shared;
  }

  /** Takes over how many there are. */
  follow(count: number): void {
    this.#count = count;
  }

  readonly has = (): boolean => this.#count > 0;

  readonly read = async (): Promise<Faults> => this.#open(await this.#shared.faults.read());

  readonly change: FaultStorage['change'] = async (change) => {
    let count = 0;
    const changed = await this.#store.write(async (tx) => {
      const faults = this.#open(await this.#shared.faults.read(tx));
      const result = await change(faults, () => this.#shared.faults.draw(tx));
      const kept = faults.list();
      await this.#shared.faults.replace(tx, kept.map(toStored));
      count = kept.length;
      if (count !== this.#count) await this.#shared.save(tx, { faults: count });
      return result;
    });
    this.#count = count;
    return changed;
  };

  /** Their numbers are drawn from the database. */
  #open(stored: readonly StoredFault[]): Faults {
    return new Faults(this.#seed, { armed: stored.map(toArmed), made: 0 });
  }
}

function toArmed({ number, fault, matched, struck }: StoredFault): Armed {
  // `toStored` wrote it.
  return { id: `flt_${number}`, fault: JSON.parse(fault) as Fault, matched, struck };
}

function toStored({ id, fault, matched, struck }: Armed): StoredFault {
  return { number: Number(id.slice('flt_'.length)), fault: JSON.stringify(fault), matched, struck };
}
