/** Shorter input is contained in too many names to suggest one. */
const PART_MIN = 3;
/** Names up to this length must match exactly, because one changed letter makes a different word. */
const SHORT_MAX = 4;

/** Finds the name that was most likely meant: one that contains the given words, or one with similar spelling. Undefined if none is close. */
export function closestName(name: string, names: readonly string[]): string | undefined {
  const wanted = name.trim().toLowerCase();
  const part = wordsOf(wanted);
  const containing = wanted.length < PART_MIN ? undefined : names.find((known) => wordsOf(known.toLowerCase()).includes(part));
  const ranked = names
    .map((known) => ({ known, distance: nearestDistance(wanted, known.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance);
  const [best] = ranked;
  const allowed = wanted.length <= SHORT_MAX ? 0 : Math.floor(wanted.length / 3);
  const is_near = best !== undefined && best.distance <= allowed;
  return is_near && (containing === undefined || best.distance < 2) ? best.known : containing;
}

/** Describes an unknown name: suggests the closest known name, or lists all names. */
export function describeUnknown(name: string, names: readonly string[]): string {
  const closest = closestName(name, names);
  return `'${name}' is unknown; ${closest === undefined ? `use one of ${names.join(', ')}` : `did you mean ${closest}?`}`;
}

/** The words between hyphens and slashes. */
function wordsOf(name: string): string {
  return `-${name.replaceAll('/', '-')}-`;
}

/** The smaller of two distances: to the whole name, and to the part after the clause. */
function nearestDistance(wanted: string, known: string): number {
  const own = known.slice(known.indexOf('/') + 1);
  return Math.min(distanceOf(wanted, known), distanceOf(wanted, own));
}

/** How many characters must be inserted, deleted, or replaced (Levenshtein). */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, character] of from.split('').entries()) {
    const next = [index + 1];
    for (let column = 0; column < to.length; column += 1) {
      const replaced = (row[column] ?? 0) + (to[column] === character ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
