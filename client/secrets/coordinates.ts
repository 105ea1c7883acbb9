/** Finds rounded coordinates. Only pairs count, because a single number could be a price. */
import { isObject } from '../json.ts';

export interface Point {
  latitude: number;
  longitude: number;
}

/** Two decimals are about a kilometer, more precise than a city. */
const DECIMALS_MIN = 2;
/** The maximum white space around a separator, to bound backtracking. */
const PAIR_IN_TEXT = /(-?\d{1,3}\.\d{2,})(?:\s|%20){0,8}(?:[,;|/: ]|%2c)(?:\s|%20){0,8}(-?\d{1,3}\.\d{2,})/gi;

/** Two numbers that match the coordinates of a point. */
interface Match<Of> {
  point: Of;
  first: string;
  second: string;
}

/** An index of points by one coordinate, because most numbers match none. */
export class Points<Of extends Point> {
  readonly all: Of[] = [];
  readonly #by_latitude = new Map<number, Of[]>();
  readonly #by_longitude = new Map<number, Of[]>();

  add(point: Of): void {
    this.all.push(point);
    for (const beside of [-1, 0, 1]) {
      put(this.#by_latitude, hundredthsOf(point.latitude) + beside, point);
      put(this.#by_longitude, hundredthsOf(point.longitude) + beside, point);
    }
  }

  /** Finds the points that match two of the numbers, rounded or not. Prefers the matches with the most decimals. */
  findAmong(numbers: Iterable<string>): readonly Match<Of>[] {
    const latitudes = new Map<Of, string>();
    const longitudes = new Map<Of, string>();
    for (const text of new Set(numbers)) {
      const hundredths = hundredthsOf(Number(text));
      for (const point of this.#by_latitude.get(hundredths) ?? []) keepFinest(latitudes, point, point.latitude, text);
      for (const point of this.#by_longitude.get(hundredths) ?? []) keepFinest(longitudes, point, point.longitude, text);
    }
    return [...latitudes].flatMap(([point, first]) => {
      const second = longitudes.get(point);
      return second === undefined ? [] : [{ point, first, second }];
    });
  }
}

function put<Of>(by_hundredths: Map<number, Of[]>, hundredths: number, point: Of): void {
  const there = by_hundredths.get(hundredths);
  if (there === undefined) by_hundredths.set(hundredths, [point]);
  else there.push(point);
}

function keepFinest<Of>(found: Map<Of, string>, point: Of, degrees: number, text: string): void {
  if (agrees(text, degrees) && text.length > (found.get(point)?.length ?? 0)) found.set(point, text);
}

/** Yields the numbers of each object and array, and each pair of adjacent numbers in a string. */
export function* numbersIn(value: unknown): Generator<readonly string[]> {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string') yield* pairsInText(next);
    const numbers: string[] = [];
    for (const member of Array.isArray(next) ? next : isObject(next) ? Object.values(next) : []) {
      const text = decimalOf(member);
      if (text !== undefined) numbers.push(text);
      else if (typeof member === 'object' || typeof member === 'string') waiting.push(member);
    }
    if (numbers.length > 1) yield numbers;
  }
}

/** Yields each pair of adjacent numbers in a text. */
export function* pairsInText(text: string): Generator<readonly string[]> {
  if (!text.includes('.')) return;
  for (const [, first = '', second = ''] of text.matchAll(PAIR_IN_TEXT)) yield [first, second];
}

function hundredthsOf(degrees: number): number {
  return Math.floor(degrees * 100);
}

function decimalOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
  return /^-?\d{1,3}\.\d{2,}$/.test(text) ? text : undefined;
}

/** The sign matters: prices are never negative, longitudes of the prairies always are. */
function agrees(text: string, degrees: number): boolean {
  const decimals = text.length - text.indexOf('.') - 1;
  if (decimals < DECIMALS_MIN) return false;
  const step = 10 ** -Math.min(decimals, 6);
  return Math.abs(Number(text) - degrees) < step * 1.0001;
}
