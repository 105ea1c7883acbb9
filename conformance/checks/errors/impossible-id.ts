const TAIL = 12;
/** An id with fewer characters than this could be guessed by chance. */
const TAIL_SAFE = 8;

/**
 * Creates an id in the format of an existing one that is not in use: it reorders the last characters, so that all of them stay plausible.
 * If the order makes no difference, it increments the digits. @param shift a different shift gives a different id
 */
export function impossibleId(id: string, shift: number): string {
  const from = Math.max(id.indexOf('_') + 1, id.length - TAIL);
  const tail = id.slice(from);
  // Short ids are usually sequential, so the neighbors exist.
  if (tail.length < TAIL_SAFE) return `${id}${tail.slice(-1)}${tail}${String(shift)}`;
  const by = shift % Math.max(tail.length, 1);
  const turned = tail.slice(by) + tail.slice(0, by);
  if (turned !== tail) return id.slice(0, from) + turned;
  return id.slice(0, from) + tail.replaceAll(/\d/g, (digit) => String((Number(digit) + shift) % 10));
}
