/** A shorter text is part of too many names. */
const PART_MIN = 3;
/** Up to this length a name must be exact, because one changed letter makes it another word. */
const SHORT_MAX = 4;

/** The name that was most likely meant: it contains the given words, or is spelled similarly. Undefined if none is close. */
export function closestName(name: string, names: readonly string[]): string | undefined {
  const wanted = name.trim().toLowerCase();
  const part = wordsOf(wanted);
  const holding = wanted.length < PART_MIN ? undefined : names.find((known) => wordsOf(known.toLowerCase()).includes(part));
  const ranked = names
    .map((known) => ({ known, distance: nearestDistance(wanted, known.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance);
  const [best] = ranked;
  const allowed = wanted.length <= SHORT_MAX ? 0 : Math.floor(wanted.length / 3);
  const is_near = best !== undefined && best.distance <= allowed;
  return is_near && (holding === undefined || best.distance < 2) ? best.known : holding;
}

/** Says that a name is unknown, and which one was probably meant, or else which ones there are. */
export function describeUnknown(name: string, names: readonly string[]): string {
  const closest = closestName(name, names);
  return `'${name}' is unknown; ${closest === undefined ? `use one of ${names.join(', ')}` : `did you mean ${closest}?`}`;
}

/** The words between hyphens and slashes. */
function wordsOf(name: string): string {
  return `-${name.replaceAll('/', '-')}-`;
}

/** The distance to the whole name, or to the part after its clause. */
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
