import quickselect from 'quickselect';
import { TypedFastBitSet } from 'typedfastbitset';

/** The default number of slots per bin. Searching a bin takes microseconds. */
export const BIN_SIZE = 4_096;
/** How many slots per bin are sampled to choose where the bins begin. */
const SAMPLES_PER_BIN = 16;
/** A position in the order: by number, then by id. */
interface Position {
  readonly number: number;
  readonly id: string;
}

interface Entry extends Position {
  readonly slot: number;
}

const START: Position = { number: Number.NEGATIVE_INFINITY, id: '' };
const NONE = new TypedFastBitSet();
const BITS_PER_WORD = 32;

/** Slots, and how many they are. Counting them takes as long as an intersection. */
export interface Selection {
  readonly slots: TypedFastBitSet;
  readonly size: number;
}

/** An empty set with memory for a number of slots. */
export function makeSet(capacity: number): TypedFastBitSet {
  return new TypedFastBitSet(null, new Uint32Array(Math.ceil(capacity / BITS_PER_WORD)));
}

/** A copy of a set. Its own `clone` takes ten times as long (Node 24). */
export function copySet({ words }: TypedFastBitSet): TypedFastBitSet {
  const copy = new Uint32Array(words.length);
  copy.set(words);
  return TypedFastBitSet.fromWords(copy);
}

/** A range of the order. */
interface Bin {
  /** Where the range begins. It ends where the next one begins. */
  readonly from: Position;
  /** In any order. */
  readonly slots: number[];
  /** The slots of this bin and of all bins before it. */
  readonly up_to: TypedFastBitSet;
}

/**
 * Slots sorted by a number and, where numbers are equal, by id. The order is divided into bins, and each bin has the set of all slots up to
 * its end. So finding a range, or a page of a selection, does not read every slot.
 */
export class SortedColumn {
  /** All slots that have a number. */
  readonly slots: TypedFastBitSet;
  readonly #ids: readonly string[];
  /** By slot. NaN for a slot that is not in the column. */
  #numbers: Float64Array;
  /** Undefined before the first search, and after the slots have outgrown them. The next search builds them. */
  #bins: readonly Bin[] | undefined;
  #count = 0;
  /** The bins are rebuilt when there are more slots than this. */
  #rebin_above = 0;
  readonly #bin_size: number;

  /**
   * @param ids the id of each slot
   * @param options.capacity how many slots to reserve
   */
  constructor(ids: readonly string[], { capacity = 0, bin_size = BIN_SIZE }: { capacity?: number; bin_size?: number } = {}) {
    this.#ids = ids;
    this.slots = makeSet(capacity);
    this.#numbers = new Float64Array(capacity).fill(Number.NaN);
    this.#bin_size = bin_size;
  }

  /** Adds a slot that is not in the column. */
  add(slot: number, number: number): void {
    if (slot >= this.#numbers.length) {
      const numbers = new Float64Array(slot * 2 + 1).fill(Number.NaN);
      numbers.set(this.#numbers);
      this.#numbers = numbers;
    }
    this.#numbers[slot] = number;
    this.slots.add(slot);
    this.#count += 1;
    if (this.#count > this.#rebin_above) this.#bins = undefined;
    if (this.#bins !== undefined) insert(this.#bins, this.#findBin(this.#bins, slot), slot);
  }

  /** Removes a slot, if the column has it. */
  remove(slot: number): void {
    if (!this.slots.has(slot)) return;
    if (this.#bins !== undefined) removeFrom(this.#bins, this.#findBin(this.#bins, slot), slot);
    this.slots.remove(slot);
    this.#numbers[slot] = Number.NaN;
    this.#count -= 1;
  }

  /** Keeps only those slots of a selection whose number is less than a limit, or equal to it if the limit is inclusive. */
  keepBelow(selected: TypedFastBitSet, limit: number, is_inclusive: boolean): void {
    const { lower, border } = this.#divide(limit, is_inclusive);
    const kept = border.filter((slot) => selected.has(slot));
    selected.intersection(lower);
    for (const slot of kept) selected.add(slot);
  }

  /** Removes from a selection all slots whose number is less than a limit. Keeps slots that are not in the column. */
  removeBelow(selected: TypedFastBitSet, limit: number): void {
    const { lower, border } = this.#divide(limit, false);
    selected.difference(lower);
    for (const slot of border) if (selected.has(slot)) selected.remove(slot);
  }

  /**
   * A part of a selection, in ascending order.
   * @param selection slots of this column
   * @param start how many of them come before the part
   * @param count how many slots the part has at most
   */
  slice({ slots: selected, size }: Selection, start: number, count: number): number[] {
    if (size <= this.#bin_size) return this.#sortPart(selected.array(), start, count);

    if (start >= size) return [];
    const bins = this.#makeBins();
    const { at, before } = findPosition(bins, { slots: selected, size }, start);
    let passed = before;
    const part: number[] = [];
    for (const bin of bins.slice(at)) {
      if (part.length === count) break;
      const chosen = bin.slots.filter((slot) => selected.has(slot));
      part.push(...this.#sortPart(chosen, Math.max(0, start - passed), count - part.length));
      passed += chosen.length;
    }
    return part;
  }

  /** The slots below a limit, in two parts, because a single set would have to be copied for each request. */
  #divide(limit: number, is_inclusive: boolean): { lower: TypedFastBitSet; border: readonly number[] } {
    const isBelow = (number: number): boolean => (is_inclusive ? number <= limit : number < limit);
    // A bin ends where the next one begins. So all bins that begin below the limit are entirely below it, except possibly the last of them.
    const bins = this.#makeBins();
    const last = countFirst(bins, ({ from }) => isBelow(from.number)) - 1;
    const border = bins[last]?.slots.filter((slot) => isBelow(this.#number(slot))) ?? [];
    return { lower: bins[last - 1]?.up_to ?? NONE, border };
  }

  /** Divides the slots among bins of about the same size, unless they already are. */
  #makeBins(): readonly Bin[] {
    if (this.#bins !== undefined) return this.#bins;
    const slots = this.slots.array();
    const count = Math.max(1, Math.ceil(slots.length / this.#bin_size));
    const step = Math.ceil(slots.length / (count * SAMPLES_PER_BIN));
    const sample = this.#entries(slots.filter((_, index) => index % step === 0)).toSorted(compare);
    const bins = Array.from({ length: count }, (_, index): Bin => ({
      from: (index === 0 ? undefined : sample[Math.floor((index * sample.length) / count)]) ?? START,
      slots: [],
      up_to: makeSet(this.#numbers.length),
    }));
    for (const slot of slots) {
      const bin = bins[this.#findBin(bins, slot)];
      bin?.slots.push(slot);
      bin?.up_to.add(slot);
    }
    for (const [index, { up_to }] of bins.entries()) up_to.union(bins[index - 1]?.up_to ?? NONE);
    this.#rebin_above = Math.max(this.#bin_size, slots.length * 2);
    this.#bins = bins;
    return bins;
  }

  /** Sorts only the requested part of the slots. */
  #sortPart(slots: readonly number[], start: number, count: number): number[] {
    const end = Math.min(start + count, slots.length);
    if (start >= end) return [];
    const entries = this.#entries(slots);
    quickselect(entries, start, 0, entries.length - 1, compare);
    quickselect(entries, end - 1, start, entries.length - 1, compare);
    return entries
      .slice(start, end)
      .toSorted(compare)
      .map(({ slot }) => slot);
  }

  /** Looks up numbers and ids once, instead of in each comparison. */
  #entries(slots: readonly number[]): Entry[] {
    return slots.map((slot) => ({ slot, number: this.#number(slot), id: this.#id(slot) }));
  }

  /** The bin in which a slot is, or belongs. */
  #findBin(bins: readonly Bin[], slot: number): number {
    const position = { number: this.#number(slot), id: this.#id(slot) };
    return countFirst(bins, ({ from }) => compare(from, position) <= 0) - 1;
  }

  #number(slot: number): number {
    return this.#numbers[slot] ?? Number.NaN;
  }

  #id(slot: number): string {
    return this.#ids[slot] ?? '';
  }
}

function compare(a: Position, b: Position): number {
  if (a.number !== b.number) return a.number < b.number ? -1 : 1;
  return a.id < b.id ? -1 : a.id === b.id ? 0 : 1;
}

/** The number of bins that meet a condition, by binary search. The bins that meet it must come first. */
function countFirst(bins: readonly Bin[], isMet: (bin: Bin) => boolean): number {
  let low = 0;
  let high = bins.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const bin = bins[middle];
    if (bin !== undefined && isMet(bin)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How often {@link findPosition} guesses before it halves the rest. */
const GUESSES_MAX = 6;

/**
 * The bin with a position of a selection, and how many selected slots are in the bins before it. Most selections are spread over the bins evenly, so a guess
 * is almost right, and it has to count few of the sets.
 * @param position less than the size of the selection
 */
function findPosition(
  bins: readonly Bin[],
  { slots, size }: Selection,
  position: number,
): { readonly at: number; readonly before: number } {
  let low = -1;
  let before = 0;
  let high = bins.length - 1;
  let up_to_high = size;
  for (let guesses = 0; high - low > 1; guesses += 1) {
    const share = guesses < GUESSES_MAX ? (position - before) / (up_to_high - before) : 0.5;
    const bin = Math.min(Math.max(low + Math.round((high - low) * share), low + 1), high - 1);
    const count = slots.intersection_size(bins[bin]?.up_to ?? NONE);
    if (count <= position) {
      low = bin;
      before = count;
    } else {
      high = bin;
      up_to_high = count;
    }
  }
  return { at: high, before };
}

function insert(bins: readonly Bin[], at: number, slot: number): void {
  for (const { up_to } of bins.slice(at)) up_to.add(slot);
  const bin = bins[at];
  if (bin === undefined) return;
  bin.slots.push(slot);
}

function removeFrom(bins: readonly Bin[], at: number, slot: number): void {
  for (const { up_to } of bins.slice(at)) up_to.remove(slot);
  const { slots = [] } = bins[at] ?? {};
  slots.splice(slots.indexOf(slot), 1);
}
