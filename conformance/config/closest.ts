/** The one of `known` that was most likely meant by `word`; undefined where none is near. */
export function findClosest(word: string, known: readonly string[]): string | undefined {
  const allowed = Math.max(2, Math.floor(word.length / 3));
  const ranked = known
    .map((candidate) => ({ candidate, distance: countEdits(word.toLowerCase(), candidate.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best !== undefined && best.distance <= allowed ? best.candidate : undefined;
}

/** Levenshtein's distance. */
function countEdits(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of a.split('').entries()) {
    const row = [i + 1];
    for (const [j, other] of b.split('').entries()) {
      const swapped = (previous[j] ?? 0) + (letter === other ? 0 : 1);
      row.push(Math.min(swapped, (previous[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1));
    }
    previous = row;
  }
  return previous.at(-1) ?? 0;
}
