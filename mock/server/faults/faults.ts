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
  /** How many of those the fault disturbed. A fault *strikes* when it applies. */
  struck: number;
}

export interface FaultState {
  armed: readonly ActiveFault[];
  /** How many were ever made, so that no id is used twice. */
  made: number;
}

/** A copy of the faults of one world, in order of creation. Only the first fault that applies is used. */
export class Faults {
  readonly #seed: string;
  readonly #armed: ActiveFault[];
  #made: number;

  /** @param seed the seed of the probabilities */
  constructor(seed: string, { armed, made }: FaultState = { armed: [], made: 0 }) {
    this.#seed = seed;
    // Copies, since the counts change.
    this.#armed = armed.map((one) => ({ ...one }));
    this.#made = made;
  }

  get state(): FaultState {
    return { armed: this.#armed, made: this.#made };
  }

  /** How often any of them matched. */
  get matched(): number {
    return this.#armed.reduce((sum, { matched }) => sum + matched, 0);
  }

  list(): readonly ActiveFault[] {
    return this.#armed;
  }

  /**
   * @param number of its id. Default: the next one
   * @returns undefined if the limit is reached
   */
  add(fault: Fault, number?: number): ActiveFault | undefined {
    if (this.#armed.length >= FAULTS_MAX) return undefined;
    this.#made += 1;
    const armed = { id: `flt_${number ?? this.#made}`, fault, matched: 0, struck: 0 };
    this.#armed.push(armed);
    return armed;
  }

  /** @returns whether it was there */
  remove(id: string): boolean {
    const index = this.#armed.findIndex((armed) => armed.id === id);
    if (index !== -1) this.#armed.splice(index, 1);
    return index !== -1;
  }

  /** @returns how many there were */
  clear(): number {
    return this.#armed.splice(0).length;
  }

  has(kind: Fault['kind']): boolean {
    return this.#armed.some(({ fault }) => fault.kind === kind);
  }

  takeForRequest(traits: RequestTraits): ActiveFault<RequestFault> | undefined {
    return this.#take(
      (armed): armed is ActiveFault<RequestFault> => armed.fault.kind === 'request' && isRequestMatch(armed.fault.match, traits),
    );
  }

  takeForDelivery(traits: DeliveryTraits): ActiveFault<DeliveryFault> | undefined {
    return this.#take(
      (armed): armed is ActiveFault<DeliveryFault> => armed.fault.kind === 'delivery' && isMatch(armed.fault.match, traits),
    );
  }

  #take<Kind extends Fault>(matches: (armed: ActiveFault) => armed is ActiveFault<Kind>): ActiveFault<Kind> | undefined {
    for (const armed of this.#armed) {
      if (!matches(armed)) continue;
      armed.matched += 1;
      const { skip, count, probability } = armed.fault;
      if (armed.matched <= skip || (count !== null && armed.struck >= count) || this.#draw(armed) >= probability) continue;
      armed.struck += 1;
      return armed;
    }
    return undefined;
  }

  /** Draws a number from 0 to below 1, always the same for the same seed, fault, and match. */
  #draw({ id, matched }: ActiveFault): number {
    const digits = hash('sha256', `${this.#seed}\n${id}\n${matched}`, 'hex').slice(0, HEX_DIGITS);
    return Number.parseInt(digits, 16) / 16 ** HEX_DIGITS;
  }
}
