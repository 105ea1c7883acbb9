import { TypedFastBitSet } from 'typedfastbitset';

/** The number of slots per bin, by default. A bin is searched in microseconds. */
export const BIN_SIZE = 8_192;
/** How many slots per bin are sampled to choose where the bins begin. */
const SAMPLES_PER_BIN = 16;
/** A selection is sorted by itself, instead of being looked for in the bins, if it has less than this share of a bin. */
const FEW = 1 / 16;

/** A position in the order: by number, then by id. */
interface Position {
  readonly number: number;
  readonly id: string;
}

const START: Position = { number: Number.NEGATIVE_INFINITY, id: '' };

/** A range of the order. */
interface Bin {
  /** Where the range begins. It ends where the next one begins. */
  readonly from: Position;
  slots: number[];
  is_sorted: boolean;
  /** The slots of this bin and of all bins before it. */
  readonly up_to: TypedFastBitSet;
}

/**
 * Slots in the order of a number, and of their ids where the numbers are equal. It finds the slots of a range, or a page of a selection,
 * without reading every slot, because each bin of the order has the set of all slots up to its end.
 */
export class SortedColumn {
  /** All slots that have a number. */
  readonly slots = new TypedFastBitSet();
  readonly #ids: readonly string[];
  /** By slot. NaN for a slot that is not in the column. An array of numbers stores them unboxed. */
  readonly #numbers: number[] = [];
  #bins: Bin[] = [{ from: START, slots: [], is_sorted: true, up_to: new TypedFastBitSet() }];
  #count = 0;
  readonly #bin_size: number;
  /** The bins are made anew when there are more slots than this. */
  #rebin_above: number;

  /** @param ids the id of each slot */
  constructor(ids: readonly string[], bin_size = BIN_SIZE) {
    this.#ids = ids;
    this.#bin_size = bin_size;
    this.#rebin_above = bin_size;
  }

  /** Adds a slot that is not in the column. */
  add(slot: number, number: number): void {
    while (this.#numbers.length <= slot) this.#numbers.push(Number.NaN);
    this.#numbers[slot] = number;
    this.slots.add(slot);
    this.#count += 1;
    if (this.#count > this.#rebin_above) this.#makeBins();
    else this.#insert(slot);
  }

  /** Removes a slot, if the column has it. */
  remove(slot: number): void {
    if (!this.slots.has(slot)) return;
    const at = this.#findBin(slot);
    for (const { up_to } of this.#bins.slice(at)) up_to.remove(slot);
    const { slots } = this.#bin(at);
    slots.splice(slots.indexOf(slot), 1);
    this.slots.remove(slot);
    this.#numbers[slot] = Number.NaN;
    this.#count -= 1;
  }

  /** The slots whose number is less than a limit, or also those that equal it. */
  below(limit: number, is_inclusive: boolean): TypedFastBitSet {
    const isBelow = (number: number): boolean => (is_inclusive ? number <= limit : number < limit);
    // No number of a bin is greater than the one where the next bin begins, so only the last bin that begins below can have both kinds.
    const last = this.#countBins((bin) => isBelow(bin.from.number)) - 1;
    if (last < 0) return new TypedFastBitSet();
    const below = last === 0 ? new TypedFastBitSet() : this.#bin(last - 1).up_to.clone();
    for (const slot of this.#bin(last).slots) if (isBelow(this.#number(slot))) below.add(slot);
    return below;
  }

  /**
   * A part of a selection, in ascending order.
   * @param selected slots of this column
   * @param start how many of them come before the part
   * @param count how many slots the part has at most
   */
  slice(selected: TypedFastBitSet, start: number, count: number): number[] {
    if (this.#bins.length > 1 && selected.size() < this.#bin_size * FEW)
      return this.#sort(selected.array()).slice(start, start + count);

    let at = this.#countBins((bin) => selected.intersection_size(bin.up_to) <= start);
    let passed = at === 0 ? 0 : selected.intersection_size(this.#bin(at - 1).up_to);
    const part: number[] = [];
    for (; at < this.#bins.length && part.length < count; at += 1) {
      for (const slot of this.#sortedSlots(this.#bin(at))) {
        if (!selected.has(slot)) continue;
        passed += 1;
        if (passed > start && part.push(slot) === count) break;
      }
    }
    return part;
  }

  #insert(slot: number): void {
    const at = this.#findBin(slot);
    const bin = this.#bin(at);
    bin.slots.push(slot);
    bin.is_sorted = false;
    for (const { up_to } of this.#bins.slice(at)) up_to.add(slot);
  }

  /** Divides the slots among bins of about the same size. */
  #makeBins(): void {
    const slots = this.slots.array();
    const bins = Math.ceil(slots.length / this.#bin_size);
    const step = Math.ceil(slots.length / (bins * SAMPLES_PER_BIN));
    const sample = this.#sort(slots.filter((_, index) => index % step === 0));
    this.#bins = Array.from({ length: bins }, (_, index) => ({
      from: index === 0 ? START : this.#position(sample[Math.floor((index * sample.length) / bins)] ?? 0),
      slots: [],
      is_sorted: false,
      up_to: new TypedFastBitSet(),
    }));
    for (const slot of slots) {
      const bin = this.#bin(this.#findBin(slot));
      bin.slots.push(slot);
      bin.up_to.add(slot);
    }
    for (const [index, { up_to }] of this.#bins.entries()) if (index > 0) up_to.union(this.#bin(index - 1).up_to);
    this.#rebin_above = slots.length * 2;
  }

  #sortedSlots(bin: Bin): readonly number[] {
    if (!bin.is_sorted) this.#sort(bin.slots);
    bin.is_sorted = true;
    return bin.slots;
  }

  /** Sorts in place. */
  #sort(slots: number[]): number[] {
    // oxlint-disable-next-line unicorn/no-array-sort -- all of these arrays belong to this object
    return slots.sort((a, b) => compare(this.#number(a), this.#id(a), this.#number(b), this.#id(b)));
  }

  /** The bin in which a slot is, or belongs. */
  #findBin(slot: number): number {
    const number = this.#number(slot);
    const id = this.#id(slot);
    return this.#countBins(({ from }) => compare(from.number, from.id, number, id) <= 0) - 1;
  }

  /** The number of bins that meet a condition, which the first ones meet and the others do not. */
  #countBins(isMet: (bin: Bin) => boolean): number {
    let low = 0;
    let high = this.#bins.length;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (isMet(this.#bin(middle))) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #bin(at: number): Bin {
    const bin = this.#bins[at];
    if (bin === undefined) throw new RangeError(`there is no bin ${at}`);
    return bin;
  }

  #position(slot: number): Position {
    return { number: this.#number(slot), id: this.#id(slot) };
  }

  #number(slot: number): number {
    return this.#numbers[slot] ?? Number.NaN;
  }

  #id(slot: number): string {
    return this.#ids[slot] ?? '';
  }
}

function compare(number_a: number, id_a: string, number_b: number, id_b: string): number {
  if (number_a !== number_b) return number_a < number_b ? -1 : 1;
  return id_a < id_b ? -1 : id_a === id_b ? 0 : 1;
}
