import type { FieldError } from '#spec';
import type { Occurrence, Value } from './world-feed.ts';

export type Pattern = Readonly<Record<string, Value>>;

/** How many near misses are listed. */
const LISTED_MAX = 3;

interface NearMiss {
  name: string;
  different: FieldError[];
}

export interface NearMisses {
  /** Returns whether it matches. The nearest misses are kept. */
  check: (occurrence: Occurrence) => boolean;
  /** The fields that differ, nearest miss first. */
  list: () => FieldError[];
  /** @param is_from_now whether only what happened after the call was compared */
  describe: (is_from_now: boolean) => string;
}

/** Keeps the occurrences that differ from a pattern in the fewest fields, and of equals the newest. */
export function createNearMisses(pattern: Pattern): NearMisses {
  const wanted = Object.entries(pattern);
  let nearest: NearMiss[] = [];
  return {
    check: ({ name, fields }) => {
      const different = wanted
        .filter(([field, value]) => fields.get(field) !== value)
        .map(([field, value]) => ({
          field,
          message: `is ${JSON.stringify(fields.get(field))} in ${name}, not ${JSON.stringify(value)}`,
        }));
      if (different.length === 0) return true;
      nearest = [{ name, different }, ...nearest]
        .toSorted((a, b) => a.different.length - b.different.length)
        .slice(0, LISTED_MAX);
      return false;
    },
    list: () => nearest.flatMap(({ different }) => different),
    describe: (is_from_now) => {
      const [first] = nearest;
      if (first === undefined)
        return is_from_now ? 'None was recorded after the call; to include earlier ones, pass since.' : 'None was recorded.';
      return `The nearest is ${first.name}, which differs in ${first.different.map(({ field }) => field).join(', ')}.`;
    },
  };
}
