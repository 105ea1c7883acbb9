import type { Shared, Store } from '../../market/store/store.ts';
import type { StoredFault } from '../../market/store/postgres/tables.ts';
import type { Tx } from '../../market/records/tables.ts';
import type { DeliveryFault, DeliveryTraits, Fault, RequestFault, RequestTraits } from './fault.ts';
import type { Armed, FaultList } from './faults.ts';
import { Faults } from './faults.ts';

/** The faults of a world that several processes serve: a fault that applies once applies in one of them. */
export class SharedFaults implements FaultList {
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

  has(): boolean {
    return this.#count > 0;
  }

  async list(): Promise<readonly Armed[]> {
    return (await this.#shared.faults.read()).map(toArmed);
  }

  async add(fault: Fault): Promise<Armed | undefined> {
    return this.#change(async (faults, tx) => faults.add(fault, await this.#shared.faults.draw(tx)));
  }

  async remove(id: string): Promise<boolean> {
    return this.#change((faults) => faults.remove(id));
  }

  async clear(): Promise<number> {
    return this.#change((faults) => faults.clear());
  }

  async strikeRequest(traits: RequestTraits): Promise<Armed<RequestFault> | undefined> {
    return this.#strike((faults) => faults.strikeRequest(traits));
  }

  async strikeDelivery(traits: DeliveryTraits): Promise<Armed<DeliveryFault> | undefined> {
    return this.#strike((faults) => faults.strikeDelivery(traits));
  }

  /** Writes only if a fault matches. */
  async #strike<Result>(strike: (faults: Faults) => Result): Promise<Result | undefined> {
    const before = await this.list();
    const faults = this.#open(before);
    const { matched } = faults;
    strike(faults);
    return faults.matched === matched ? undefined : this.#change(strike);
  }

  /** Their numbers are drawn from the database. */
  #open(armed: readonly Armed[]): Faults {
    return new Faults(this.#seed, { armed, made: 0 });
  }

  async #change<Result>(change: (faults: Faults, tx: Tx) => Promise<Result> | Result): Promise<Result> {
    let count = 0;
    const changed = await this.#store.write(async (tx) => {
      const faults = this.#open((await this.#shared.faults.read(tx)).map(toArmed));
      const result = await change(faults, tx);
      const kept = faults.list();
      await this.#shared.faults.replace(tx, kept.map(toStored));
      count = kept.length;
      if (count !== this.#count) await this.#shared.save(tx, { faults: count });
      return result;
    });
    this.#count = count;
    return changed;
  }
}

function toArmed({ number, fault, matched, struck }: StoredFault): Armed {
  // This class wrote it.
  return { id: `flt_${number}`, fault: JSON.parse(fault) as Fault, matched, struck };
}

function toStored({ id, fault, matched, struck }: Armed): StoredFault {
  return { number: Number(id.slice('flt_'.length)), fault: JSON.stringify(fault), matched, struck };
}
