import type { FieldError } from '#spec';
import type { Happening, Value } from './world-feed.ts';

export type Pattern = Readonly<Record<string, Value>>;

/** So many of the nearest are told. */
const TOLD_MAX = 3;

interface NearMiss {
  name: string;
  different: FieldError[];
}

export interface NearMisses {
  /** Whether it matches; what does not is kept if it comes nearer than others. */
  judge: (happening: Happening) => boolean;
  /** One entry a field that differs, the nearest miss first. */
  list: () => FieldError[];
  describe: () => string;
}

/** Keeps the happenings that differ from a pattern in the fewest fields, the newest of equals. */
export function createNearMisses(pattern: Pattern): NearMisses {
  const wanted = Object.entries(pattern);
  let nearest: NearMiss[] = [];
  return {
    judge: ({ name, fields }) => {
      const different = wanted
        .filter(([field, value]) => fields.get(field) !== value)
        .map(([field, value]) => ({
          field,
          message: `is ${JSON.stringify(fields.get(field))} in ${name}, not ${JSON.stringify(value)}`,
        }));
      if (different.length === 0) return true;
      nearest = [{ name, different }, ...nearest].toSorted((a, b) => a.different.length - b.different.length).slice(0, TOLD_MAX);
      return false;
    },
    list: () => nearest.flatMap(({ different }) => different),
    describe: () => {
      const [first] = nearest;
      if (first === undefined) return 'There was none at all.';
      return `Nearest was ${first.name}, which differs in ${first.different.map(({ field }) => field).join(', ')}.`;
    },
  };
}
