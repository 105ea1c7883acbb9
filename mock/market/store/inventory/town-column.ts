import type { TypedFastBitSet } from 'typedfastbitset';
import { towns } from '#spec/reference/index';
import { makeSet } from './sorted-column.ts';

const BITS_PER_WORD = 32;
/** Towns are numbered from 1. */
const NO_TOWN = 0;
const LAST_TOWN = Math.max(...towns.map(({ id }) => id));
/** Adding a slot to a set takes at most as long as looking up the towns of so many slots. */
const LOOKUPS_PER_ADDITION = 2;

/** The town of each slot, and the slots of each town. A filter by distance asks for one town, or for up to all of them. */
export class TownColumn {
  #city_ids: Uint16Array;
  /** By town. */
  readonly #slots = Array.from({ length: LAST_TOWN + 1 }, (): number[] => []);

  /** @param capacity how many slots to reserve */
  constructor(capacity: number) {
    this.#city_ids = new Uint16Array(capacity);
  }

  set(slot: number, city_id: number | null): void {
    if (slot >= this.#city_ids.length) {
      const city_ids = new Uint16Array(slot * 2 + 1);
      city_ids.set(this.#city_ids);
      this.#city_ids = city_ids;
    }
    const before = this.#city_ids[slot] ?? NO_TOWN;
    const after = city_id ?? NO_TOWN;
    if (before === after) return;
    this.#city_ids[slot] = after;
    const slots_before = this.#slots[before] ?? [];
    if (before !== NO_TOWN) slots_before.splice(slots_before.indexOf(slot), 1);
    if (after !== NO_TOWN) this.#slots[after]?.push(slot);
  }

  /** INV-7: removes all slots from a selection except those in one of these towns. */
  keep(selected: TypedFastBitSet, city_ids: readonly number[]): void {
    const slots = city_ids.map((city_id) => this.#slots[city_id] ?? []);
    const count = slots.reduce((total, { length }) => total + length, 0);
    if (count * LOOKUPS_PER_ADDITION < this.#city_ids.length) {
      const wanted = makeSet(this.#city_ids.length);
      for (const some of slots) for (const slot of some) wanted.add(slot);
      selected.intersection(wanted);
      return;
    }
    const is_wanted = new Uint8Array(LAST_TOWN + 1);
    for (const city_id of city_ids) is_wanted[city_id] = 1;
    // This loop runs once per lot of the world. Without branches, and with four slots per step, it takes half as long.
    const city_ids_of_slots = this.#city_ids;
    const flagAt = (slot: number): number => is_wanted[city_ids_of_slots[slot] ?? NO_TOWN] ?? 0;
    const { words } = selected;
    for (let index = 0; index < words.length; index += 1) {
      const word = words[index] ?? 0;
      if (word === 0) continue;
      let wanted_bits = 0;
      for (let bit = 0; bit < BITS_PER_WORD; bit += 4) {
        const slot = index * BITS_PER_WORD + bit;
        const four = flagAt(slot) | (flagAt(slot + 1) << 1) | (flagAt(slot + 2) << 2) | (flagAt(slot + 3) << 3);
        wanted_bits |= four << bit;
      }
      words[index] = word & wanted_bits;
    }
  }
}
