import type { KeptTable, Store } from '../../market/store/store.ts';
import type { DeliveryFault, DeliveryTraits, Fault, RequestFault, RequestTraits } from './fault.ts';
import type { Armed, FaultList, FaultState } from './faults.ts';
import { Faults } from './faults.ts';

/** The faults of a world in a file. They and their counts survive a restart. */
export class KeptFaults implements FaultList {
  readonly #faults: Faults;
  readonly #store: Store;
  readonly #table: KeptTable;

  /** @param stored what the file has */
  constructor(seed: string, store: Store, table: KeptTable, stored: string | null | undefined) {
    // This class wrote it.
    this.#faults = new Faults(seed, stored === null || stored === undefined ? undefined : (JSON.parse(stored) as FaultState));
    this.#store = store;
    this.#table = table;
  }

  has(kind: Fault['kind']): boolean {
    return this.#faults.has(kind);
  }

  list(): readonly Armed[] {
    return this.#faults.list();
  }

  async add(fault: Fault): Promise<Armed | undefined> {
    return this.#change((faults) => faults.add(fault));
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
  async #strike<Result>(strike: (faults: Faults) => Result): Promise<Result> {
    const { matched } = this.#faults;
    const struck = strike(this.#faults);
    if (this.#faults.matched !== matched) await this.#save();
    return struck;
  }

  async #change<Result>(change: (faults: Faults) => Result): Promise<Result> {
    const changed = change(this.#faults);
    await this.#save();
    return changed;
  }

  async #save(): Promise<void> {
    await this.#store.write((tx) => this.#table.save(tx, { faults: JSON.stringify(this.#faults.state) }));
  }
}
