/** How many of the last characters are rotated. */
const TAIL_LENGTH = 12;
/** With fewer characters than this, a rotated id could exist by chance. */
const SAFE_LENGTH_MIN = 8;

/**
 * Makes an id in the format of `id` that no record is likely to have: rotates its last characters, or increments its digits if rotation changes nothing.
 * @param shift how far to rotate; different shifts give different ids
 */
export function makeUnusedId(id: string, shift: number): string {
  const from = Math.max(id.indexOf('_') + 1, id.length - TAIL_LENGTH);
  const tail = id.slice(from);
  // Short ids are usually sequential, so similar ids exist. A longer one does not.
  if (tail.length < SAFE_LENGTH_MIN) return `${id}${tail.slice(-1)}${tail}${String(shift)}`;
  const by = shift % Math.max(tail.length, 1);
  const rotated = tail.slice(by) + tail.slice(0, by);
  if (rotated !== tail) return id.slice(0, from) + rotated;
  return id.slice(0, from) + tail.replaceAll(/\d/g, (digit) => String((Number(digit) + shift) % 10));
}
