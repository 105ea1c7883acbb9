const SHORT_WORD_MAX = 4;

/** The most similar known word, for suggestions; undefined if none is similar. */
export function findClosest(word: string, known: readonly string[]): string | undefined {
  // Fewer edits for short words: NOPE does not suggest OP.
  const allowed = word.length <= SHORT_WORD_MAX ? 1 : Math.max(2, Math.floor(word.length / 3));
  const ranked = known
    .map((candidate) => {
      const [own, other] = [word.toLowerCase(), candidate.toLowerCase()];
      return { candidate, distance: countEdits(own, other), beyond_signs: countEdits(withoutSigns(own), withoutSigns(other)) };
    })
    // BID26 is BID-26, not BID-2 or BID-6.
    .toSorted((a, b) => a.distance - b.distance || a.beyond_signs - b.beyond_signs);
  const [best] = ranked;
  return best !== undefined && best.distance <= allowed ? best.candidate : undefined;
}

/** Only the letters and digits. */
function withoutSigns(word: string): string {
  return word.replaceAll(/[^a-z\d]/g, '');
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
