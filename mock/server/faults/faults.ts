import { hash } from 'node:crypto';
import {
  type DeliveryFault,
  type DeliveryTraits,
  type Fault,
  type RequestFault,
  type RequestTraits,
  isMatch,
  isRequestMatch,
} from './fault.ts';

export const FAULTS_MAX = 100;
const HEX_DIGITS = 12;

/** A fault with its counts. */
export interface ActiveFault<Kind extends Fault = Fault> {
  id: string;
  fault: Kind;
  /** How many requests or attempts matched, including those that the fault did not apply to. */
  matched: number;
  /** How many of those the fault applied to. */
  struck: number;
}

export interface FaultState {
  armed: readonly ActiveFault[];
  /** How many were ever created, so that no id is used twice. */
  made: number;
}

/** A copy of the faults of one world, in order of creation. Only the first fault that applies is used. */
export class Faults {
  readonly #seed: string;
  readonly #faults: ActiveFault[];
  #created: number;

  /** @param seed the seed of the probabilities */
  constructor(seed: string, { armed, made }: FaultState = { armed: [], made: 0 }) {
    this.#seed = seed;
    // Copies, since the counts change.
    this.#faults = armed.map((one) => ({ ...one }));
    this.#created = made;
  }

  get state(): FaultState {
    return { armed: this.#faults, made: this.#created };
  }

  /** How often any of them matched. */
  get matched(): number {
    return this.#faults.reduce((sum, { matched }) => sum + matched, 0);
  }

  list(): readonly ActiveFault[] {
    return this.#faults;
  }

  /**
   * @param number of its id. Default: the next one
   * @returns undefined if the limit is reached
   */
  add(fault: Fault, number?: number): ActiveFault | undefined {
    if (this.#faults.length >= FAULTS_MAX) return undefined;
    this.#created += 1;
    const active = { id: `flt_${number ?? this.#created}`, fault, matched: 0, struck: 0 };
    this.#faults.push(active);
    return active;
  }

  /** @returns whether it was there */
  remove(id: string): boolean {
    const index = this.#faults.findIndex((active) => active.id === id);
    if (index !== -1) this.#faults.splice(index, 1);
    return index !== -1;
  }

  /** @returns how many there were */
  clear(): number {
    return this.#faults.splice(0).length;
  }

  has(kind: Fault['kind']): boolean {
    return this.#faults.some(({ fault }) => fault.kind === kind);
  }

  takeForRequest(traits: RequestTraits): ActiveFault<RequestFault> | undefined {
    return this.#take(
      (active): active is ActiveFault<RequestFault> =>
        active.fault.kind === 'request' && isRequestMatch(active.fault.match, traits),
    );
  }

  takeForDelivery(traits: DeliveryTraits): ActiveFault<DeliveryFault> | undefined {
    return this.#take(
      (active): active is ActiveFault<DeliveryFault> => active.fault.kind === 'delivery' && isMatch(active.fault.match, traits),
    );
  }

  #take<Kind extends Fault>(matches: (active: ActiveFault) => active is ActiveFault<Kind>): ActiveFault<Kind> | undefined {
    for (const active of this.#faults) {
      if (!matches(active)) continue;
      active.matched += 1;
      const { skip, count, probability } = active.fault;
      if (active.matched <= skip || (count !== null && active.struck >= count) || this.#randomFor(active) >= probability)
        continue;
      active.struck += 1;
      return active;
    }
    return undefined;
  }

  /** A pseudorandom number from 0 to below 1, always the same for the same seed, fault, and match. */
  #randomFor({ id, matched }: ActiveFault): number {
    const digits = hash('sha256', `${this.#seed}\n${id}\n${matched}`, 'hex').slice(0, HEX_DIGITS);
    return Number.parseInt(digits, 16) / 16 ** HEX_DIGITS;
  }
}
