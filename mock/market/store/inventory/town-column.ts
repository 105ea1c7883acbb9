import type { TypedFastBitSet } from 'typedfastbitset';
import { towns } from '#spec/reference/index';
import { makeSet } from './sorted-column.ts';

/** Towns are numbered from 1. */
const NO_TOWN = 0;
const LAST_TOWN = Math.max(...towns.map(({ id }) => id));
const UNKNOWN = LAST_TOWN + 1;

/** The town of each slot, and the slots of each town. A filter by distance asks for one town, or for up to all of them. */
export class TownColumn {
  #city_ids: Uint16Array;
  /** By town. */
  readonly #slots = Array.from({ length: LAST_TOWN + 1 }, (): number[] => []);

  /** @param capacity how many slots to reserve */
  constructor(capacity: number) {
    this.#city_ids = new Uint16Array(capacity).fill(UNKNOWN);
  }

  set(slot: number, city_id: number | null): void {
    if (slot >= this.#city_ids.length) {
      const city_ids = new Uint16Array(slot * 2 + 1).fill(UNKNOWN);
      city_ids.set(this.#city_ids);
      this.#city_ids = city_ids;
    }
    const before = this.#city_ids[slot] ?? UNKNOWN;
    const after = city_id ?? NO_TOWN;
    if (before === after) return;
    this.#city_ids[slot] = after;
    const slots_before = this.#slots[before];
    slots_before?.splice(slots_before.indexOf(slot), 1);
    this.#slots[after]?.push(slot);
  }

  /** INV-7: removes all slots from a selection except those in one of these towns. */
  keep(selected: TypedFastBitSet, city_ids: readonly number[]): void {
    const is_wanted = new Set(city_ids);
    const wanted = this.#slots.filter((_, city_id) => is_wanted.has(city_id));
    const others = this.#slots.filter((_, city_id) => !is_wanted.has(city_id));
    // The cost grows with the number of slots, so it uses the smaller part of them.
    if (count(others) < count(wanted)) {
      for (const slots of others) for (const slot of slots) selected.remove(slot);
      return;
    }
    const kept = makeSet(this.#city_ids.length);
    for (const slots of wanted) for (const slot of slots) kept.add(slot);
    selected.intersection(kept);
  }
}

function count(lists: readonly (readonly number[])[]): number {
  return lists.reduce((total, { length }) => total + length, 0);
}
