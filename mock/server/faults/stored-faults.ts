import type { DeliveryFault, DeliveryTraits, Fault, RequestFault, RequestTraits } from './fault.ts';
import type { ActiveFault, Faults } from './faults.ts';

export interface FaultStorage {
  /** Whether there can be any fault of this kind. */
  has: (kind: Fault['kind']) => boolean;
  /** A copy of the stored faults. */
  read: () => Promise<Faults> | Faults;
  /**
   * Changes the faults in one transaction; if it fails, nothing changed. No two changes run at the same time.
   * @param change `nextNumber` returns the number of a new fault, or undefined for the next one
   */
  change: <Result>(
    change: (faults: Faults, nextNumber: () => Promise<number | undefined>) => Promise<Result> | Result,
  ) => Promise<Result>;
}

/** The faults of one world, with their counts. */
export class StoredFaults {
  readonly #storage: FaultStorage;

  constructor(storage: FaultStorage) {
    this.#storage = storage;
  }

  has(kind: Fault['kind']): boolean {
    return this.#storage.has(kind);
  }

  async list(): Promise<readonly ActiveFault[]> {
    return (await this.#storage.read()).list();
  }

  async add(fault: Fault): Promise<ActiveFault | undefined> {
    return this.#storage.change(async (faults, nextNumber) => faults.add(fault, await nextNumber()));
  }

  async remove(id: string): Promise<boolean> {
    return this.#storage.change((faults) => faults.remove(id));
  }

  async clear(): Promise<number> {
    return this.#storage.change((faults) => faults.clear());
  }

  async takeForRequest(traits: RequestTraits): Promise<ActiveFault<RequestFault> | undefined> {
    return this.#take((faults) => faults.takeForRequest(traits));
  }

  async takeForDelivery(traits: DeliveryTraits): Promise<ActiveFault<DeliveryFault> | undefined> {
    return this.#take((faults) => faults.takeForDelivery(traits));
  }

  /** Writes only if a fault matches. */
  async #take<Result>(take: (faults: Faults) => Result): Promise<Result | undefined> {
    const copy = await this.#storage.read();
    const { matched } = copy;
    take(copy);
    return copy.matched === matched ? undefined : this.#storage.change(take);
  }
}
