/** The one of the names that is written most like a name; undefined where there are none. */
export function closestName(name: string, names: readonly string[]): string | undefined {
  const [best] = names.map((known) => ({ known, distance: distanceOf(name, known) })).toSorted((a, b) => a.distance - b.distance);
  return best?.known;
}

/** How many characters must be put in, taken out or replaced (Levenshtein). */
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
