/** Shorter input is contained in too many names to suggest one. */
const PART_MIN = 3;
/** Input up to this length may have one mistake, because two make a different word. */
const SHORT_MAX = 4;

/**
 * Finds the name that was most likely meant, for suggestions: one with similar spelling, or one that contains the given words. Of a name with a slash, the
 * part after it is enough. Undefined if none is close.
 */
export function closestName(name: string, names: readonly string[]): string | undefined {
  const wanted = name.trim().toLowerCase();
  const part = wordsOf(wanted);
  const containing = wanted.length < PART_MIN ? undefined : names.find((known) => wordsOf(known.toLowerCase()).includes(part));
  const ranked = names
    .map((known) => ({ known, distance: nearestDistance(wanted, known.toLowerCase()) }))
    .filter(({ distance }) => distance <= (wanted.length <= SHORT_MAX ? 1 : Math.max(2, Math.floor(wanted.length / 3))))
    // BID26 is BID-26, not BID-2 or BID-6.
    .toSorted((a, b) => a.distance - b.distance || beyondSigns(wanted, a.known) - beyondSigns(wanted, b.known));
  const [best] = ranked;
  return best !== undefined && (containing === undefined || best.distance < 2) ? best.known : containing;
}

/** The words between signs. */
function wordsOf(name: string): string {
  return `-${name.replaceAll(/[/_.]/g, '-')}-`;
}

/** The smaller of two distances: to the whole name, and to the part after the slash. */
function nearestDistance(wanted: string, known: string): number {
  return Math.min(distanceOf(wanted, known), distanceOf(wanted, known.slice(known.indexOf('/') + 1)));
}

/** The distance of the letters and digits alone. */
function beyondSigns(wanted: string, known: string): number {
  return distanceOf(withoutSigns(wanted), withoutSigns(known.toLowerCase()));
}

function withoutSigns(text: string): string {
  return text.replaceAll(/[^a-z\d]/g, '');
}

/** The optimal string alignment distance (Damerau-Levenshtein without repeated edits of a substring). */
function distanceOf(from: string, to: string): number {
  let before: readonly number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, letter] of from.split('').entries()) {
    const row = [i + 1];
    for (const [j, other] of to.split('').entries()) {
      const replaced = (previous[j] ?? 0) + (letter === other ? 0 : 1);
      const is_swapped = i > 0 && j > 0 && letter === to[j - 1] && from[i - 1] === other;
      const swapped = is_swapped ? (before[j - 1] ?? 0) + 1 : Infinity;
      row.push(Math.min(replaced, swapped, (previous[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1));
    }
    before = previous;
    previous = row;
  }
  return previous.at(-1) ?? 0;
}
