const SHORT_WORD_MAX = 4;

/** The most similar known word, for suggestions; undefined if none is similar. */
export function findClosest(word: string, known: readonly string[]): string | undefined {
  // Fewer edits for short words: NOPE does not suggest OP.
  const allowed = word.length <= SHORT_WORD_MAX ? 1 : Math.max(2, Math.floor(word.length / 3));
  const ranked = known
    .map((candidate) => ({ candidate, distance: countEdits(word.toLowerCase(), candidate.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best !== undefined && best.distance <= allowed ? best.candidate : undefined;
}

/** The optimal string alignment distance (Damerau-Levenshtein without repeated edits of a substring). */
function countEdits(a: string, b: string): number {
  let before: readonly number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of a.split('').entries()) {
    const row = [i + 1];
    for (const [j, other] of b.split('').entries()) {
      const replaced = (previous[j] ?? 0) + (letter === other ? 0 : 1);
      const is_swapped = i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === other;
      const swapped = is_swapped ? (before[j - 1] ?? 0) + 1 : Infinity;
      row.push(Math.min(replaced, swapped, (previous[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1));
    }
    before = previous;
    previous = row;
  }
  return previous.at(-1) ?? 0;
}
