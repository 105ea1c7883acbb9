/** Coordinates that are rounded: told by two of them together, since one alone might be a price. */
import { isObject } from '../replies/json-node.ts';

export interface Point {
  latitude: number;
  longitude: number;
}

/** Two decimals are a kilometre: finer than a city. */
const DECIMALS_MIN = 2;
const PAIR_IN_TEXT = /(-?\d{1,3}\.\d{2,})(?:\s|%20)*(?:[,;|/: ]|%2c)(?:\s|%20)*(-?\d{1,3}\.\d{2,})/gi;

/** A pair of numbers that may be a place, as written. */
export interface Pair {
  first: string;
  second: string;
}

/** Every two numbers of one object or one array of a JSON value, and every two beside each other in a text. */
export function pairsIn(value: unknown): readonly Pair[] {
  const pairs: Pair[] = [];
  gather(value, pairs);
  return pairs;
}

export function pairsInText(text: string): readonly Pair[] {
  return [...text.matchAll(PAIR_IN_TEXT)].map(([, first = '', second = '']) => ({ first, second }));
}

/** Points, to be looked up by what may be one of their coordinates: most pairs of numbers are no place. */
export class Points<Of extends Point> {
  readonly all: Of[] = [];
  readonly #latitudes = new Set<number>();
  readonly #longitudes = new Set<number>();

  add(point: Of): void {
    this.all.push(point);
    for (const beside of [-1, 0, 1]) {
      this.#latitudes.add(hundredthsOf(point.latitude) + beside);
      this.#longitudes.add(hundredthsOf(point.longitude) + beside);
    }
  }

  /** The point that a pair is, however rounded. */
  find(pair: Pair): Of | undefined {
    const first = hundredthsOf(Number(pair.first));
    const second = hundredthsOf(Number(pair.second));
    const may_be =
      (this.#latitudes.has(first) && this.#longitudes.has(second)) ||
      (this.#latitudes.has(second) && this.#longitudes.has(first));
    return may_be ? this.all.find((point) => isAt(pair, point)) : undefined;
  }
}

function hundredthsOf(degrees: number): number {
  return Math.floor(degrees * 100);
}

/** Whether one of the two is the latitude and the other the longitude, to as many decimals as both have, cut or rounded. */
function isAt({ first, second }: Pair, { latitude, longitude }: Point): boolean {
  return (agrees(first, latitude) && agrees(second, longitude)) || (agrees(second, latitude) && agrees(first, longitude));
}

function gather(value: unknown, pairs: Pair[]): void {
  if (typeof value === 'string') {
    if (value.length < 2_000 && value.includes('.')) pairs.push(...pairsInText(value));
    return;
  }
  const members = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  const numbers: string[] = [];
  for (const member of members) {
    const text = decimalOf(member);
    if (text === undefined) gather(member, pairs);
    else numbers.push(text);
  }
  for (const [i, first] of numbers.entries()) {
    for (const second of numbers.slice(i + 1)) pairs.push({ first, second });
  }
}

function decimalOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
  return /^-?\d{1,3}\.\d{2,}$/.test(text) ? text : undefined;
}

/** Signs count: a price is never negative, a longitude of the prairies always is. */
function agrees(text: string, degrees: number): boolean {
  const decimals = text.length - text.indexOf('.') - 1;
  if (decimals < DECIMALS_MIN) return false;
  const step = 10 ** -Math.min(decimals, 6);
  return Math.abs(Number(text) - degrees) < step * 1.0001;
}
