import type { TypedFastBitSet } from 'typedfastbitset';

const BITS_PER_WORD = 32;
/** Towns are numbered from 1. */
const NO_TOWN = 0;
const TOWNS_MAX = 0xff_ff;

/** The town of each slot. A filter by distance asks for up to all towns, so a set of slots per town would cost one union per town. */
export class TownColumn {
  #city_ids: Uint16Array;

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
    this.#city_ids[slot] = city_id ?? NO_TOWN;
  }

  /** INV-7: removes all slots from a selection except those in one of these towns. */
  keep(selected: TypedFastBitSet, city_ids: readonly number[]): void {
    if (city_ids.length === 0) selected.clear();
    const is_wanted = new Uint8Array(TOWNS_MAX + 1);
    for (const city_id of city_ids) is_wanted[city_id] = 1;
    const { words } = selected;
    for (let index = 0; index < words.length; index += 1) {
      const word = words[index] ?? 0;
      if (word !== 0) words[index] = word & this.#wantedBits(index * BITS_PER_WORD, is_wanted);
    }
  }

  /** A bit for each of the 32 slots from one on. Without branches, this is faster than visiting only the selected slots. */
  #wantedBits(first: number, is_wanted: Uint8Array): number {
    let bits = 0;
    for (let bit = 0; bit < BITS_PER_WORD; bit += 1) {
      const city_id = this.#city_ids[first + bit] ?? NO_TOWN;
      bits |= (is_wanted[city_id] ?? 0) << bit;
    }
    return bits;
  }
}
