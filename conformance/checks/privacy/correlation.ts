/** Finds values that are the same for all listings of one seller and differ between two sellers. */

/** The values that a buyer read of one listing, by their places. */
export type Leaves = ReadonlyMap<string, string>;

interface Correlation {
  /** `GET /inventory/{id} /data/id (from character 5)` */
  place: string;
  /** For each seller. */
  values: readonly [string, string];
  /** The probability that this happens by coincidence somewhere in this many values. */
  chance: number;
}

/** At the end of a place: the digits after the seconds. */
export const FRACTION = ' (fraction of a second)';

/**
 * A value with its place. An instant becomes two, so that what its fraction shows does not depend on whether all lots were listed within one
 * second.
 */
export function splitInstant(place: string, value: string): readonly (readonly [string, string])[] {
  const [, second = '', fraction = ''] = /^(\d{4}-\d{2}-\d{2}T[\d:]{8})\.(\d{3,})/.exec(value) ?? [];
  return fraction === ''
    ? [[place, value]]
    : [
        [place, second],
        [`${place}${FRACTION}`, fraction],
      ];
}

/** A part of a value that matches by coincidence more often than this proves nothing. */
const CHANCE_MAX = 0.001;
/** The longest value that is compared character by character. */
const COMPARED_MAX = 64;

/**
 * Whole values that are the same for each seller and differ between them.
 * The chance is the probability of this result if the listings are assigned to the sellers at random.
 */
export function findEqualValues(of_one: readonly Leaves[], of_other: readonly Leaves[]): readonly Correlation[] {
  const chance = 2 / binomial(of_one.length + of_other.length, of_one.length);
  return placesOf([...of_one, ...of_other]).flatMap((place) => {
    const [one, other] = [
      sharedBy(of_one.map((leaves) => leaves.get(place))),
      sharedBy(of_other.map((leaves) => leaves.get(place))),
    ];
    return one === NOT_SHARED || other === NOT_SHARED || one === other
      ? []
      : [{ place, values: [String(one), String(other)], chance }];
  });
}

/**
 * Neighboring characters, counted from the start or from the end, that are the same for each seller and differ between them, although the
 * values differ. The chance allows for every position that was compared.
 */
export function findEqualParts(of_one: readonly Leaves[], of_other: readonly Leaves[]): readonly Correlation[] {
  const found: Correlation[] = [];
  let compared = 0;
  for (const place of placesOf([...of_one, ...of_other])) {
    const textsOf = (own: readonly Leaves[]): string[] => own.map((leaves) => leaves.get(place) ?? '');
    const [ones, others] = [textsOf(of_one), textsOf(of_other)];
    const lengths = [...ones, ...others].map(({ length }) => length);
    const length = Math.min(...lengths);
    // Values that are the same as a whole are not parts.
    if (Math.max(...lengths) > COMPARED_MAX || new Set(ones).size === 1 || new Set(others).size === 1) continue;
    for (const is_from_end of new Set(lengths).size === 1 ? [false] : [false, true]) {
      compared += length;
      found.push(...findRuns(ones, others, length, is_from_end).map((run) => ({ ...run, place: `${place} (${run.place})` })));
    }
  }
  return found
    .map((one) => ({ ...one, chance: Math.min(1, one.chance * compared) }))
    .filter(({ chance }) => chance <= CHANCE_MAX);
}

/** The runs of positions at which each seller's values agree. */
function findRuns(
  ones: readonly string[],
  others: readonly string[],
  length: number,
  is_from_end: boolean,
): readonly Correlation[] {
  const freedom = new Set(ones).size + new Set(others).size - 2;
  const runs: Correlation[] = [];
  let is_open = false;
  for (let i = 0; i < length; i += 1) {
    const at = is_from_end ? -1 - i : i;
    const [of_one, of_other] = [ones.map((text) => text.at(at) ?? ''), others.map((text) => text.at(at) ?? '')];
    const [one, other] = [sharedBy(of_one), sharedBy(of_other)];
    const is_telling = typeof one === 'string' && typeof other === 'string' && one !== other;
    if (is_telling) {
      const [chance, values] = [alphabetOf([...of_one, ...of_other].join('')) ** -freedom, [one, other] as const];
      const last = is_open ? runs.pop() : undefined;
      runs.push(
        last === undefined ? { place: describeAt(i, is_from_end), values, chance } : extend(last, values, chance, is_from_end),
      );
    }
    is_open = is_telling;
  }
  return runs;
}

function describeAt(i: number, is_from_end: boolean): string {
  return is_from_end ? `up to character ${i + 1} from the end` : `from character ${i + 1}`;
}

function extend(
  { place, values, chance }: Correlation,
  more: readonly [string, string],
  factor: number,
  is_from_end: boolean,
): Correlation {
  const join = (i: 0 | 1): string => (is_from_end ? `${more[i]}${values[i]}` : `${values[i]}${more[i]}`);
  return { place, values: [join(0), join(1)], chance: chance * factor };
}

/**
 * Whether an order keeps the listings of each seller together.
 * @param order the seller of each listing, in order
 * @returns how many times the seller changes from one listing to the next, and the probability of so few changes by chance
 */
export function countChanges(order: readonly unknown[]): { changes: number; chance: number } {
  const changes = order.slice(1).filter((seller, i) => seller !== order[i]).length;
  const [ones, others] = [
    order.filter((seller) => seller === order[0]).length,
    order.filter((seller) => seller !== order[0]).length,
  ];
  let ways = 0;
  for (let runs = 2; runs <= changes + 1; runs += 1) ways += waysWithRuns(runs, ones, others);
  return { changes, chance: Math.min(1, ways / binomial(ones + others, ones)) };
}

/** The number of orders with this many runs: the distribution behind the Wald-Wolfowitz runs test. */
function waysWithRuns(runs: number, ones: number, others: number): number {
  const half = Math.floor(runs / 2);
  if (runs % 2 === 0) return 2 * binomial(ones - 1, half - 1) * binomial(others - 1, half - 1);
  return binomial(ones - 1, half) * binomial(others - 1, half - 1) + binomial(ones - 1, half - 1) * binomial(others - 1, half);
}

function binomial(n: number, k: number): number {
  let ways = 1;
  for (let i = 1; i <= k; i += 1) ways = (ways * (n - k + i)) / i;
  return k < 0 || k > n ? 0 : ways;
}

const NOT_SHARED = Symbol('not shared');

/** The value that all have; undefined if none has one. */
function sharedBy(values: readonly (string | undefined)[]): string | undefined | typeof NOT_SHARED {
  return values.every((value) => value === values[0]) ? values[0] : NOT_SHARED;
}

function placesOf(all: readonly Leaves[]): readonly string[] {
  return [...new Set(all.flatMap((leaves) => [...leaves.keys()]))];
}

/** The size of the alphabet that strings like these use. */
function alphabetOf(characters: string): number {
  if (/^\d*$/.test(characters)) return 10;
  return /^[\da-f]*$/i.test(characters) ? 16 : 20;
}
