import type { FieldError } from '#spec';
import type { Occurrence, Value } from './world-feed.ts';

export type Pattern = Readonly<Record<string, Value>>;

/** The maximum number of near misses. */
const KEPT_MAX = 3;

interface NearMiss {
  name: string;
  different: FieldError[];
}

/** Keeps the occurrences that differ from a pattern in the fewest fields. Of equally near ones, keeps the newest. */
export class NearMisses {
  readonly #pattern: Pattern;
  #nearest: NearMiss[] = [];

  constructor(pattern: Pattern) {
    this.#pattern = pattern;
  }

  /** Returns whether an occurrence matches. If not, it can become a near miss. */
  check({ name, fields }: Occurrence): boolean {
    const different = Object.entries(this.#pattern)
      .filter(([field, value]) => fields.get(field) !== value)
      .map(([field, value]) => ({
        field,
        message: fields.has(field)
          ? `is ${JSON.stringify(fields.get(field))} in ${name}, not ${JSON.stringify(value)}`
          : `is missing in ${name}`,
      }));
    if (different.length === 0) return true;
    this.#nearest = [{ name, different }, ...this.#nearest]
      .toSorted((a, b) => a.different.length - b.different.length)
      .slice(0, KEPT_MAX);
    return false;
  }

  /** The fields that differ, nearest miss first. */
  list(): FieldError[] {
    return this.#nearest.flatMap(({ different }) => different);
  }

  /** @param is_from_now whether only later occurrences were compared */
  describe(is_from_now: boolean): string {
    const [first] = this.#nearest;
    if (first !== undefined)
      return `The closest is ${first.name}, which differs in ${first.different.map(({ field }) => field).join(', ')}.`;
    return is_from_now ? 'None was recorded after the call; to include earlier ones, pass since.' : 'None was recorded.';
  }
}
