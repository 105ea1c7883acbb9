const TAIL = 12;
/** Fewer signs than this are too few for chance. */
const TAIL_SAFE = 8;

/**
 * An id of the same make that nobody has: the signs at the end of one that somebody has, in another order, so that no sign is one that such ids never
 * have. Digits are counted on where the order makes no difference.
 * @param shift another shift makes another id
 */
export function impossibleId(id: string, shift: number): string {
  const from = Math.max(id.indexOf('_') + 1, id.length - TAIL);
  const tail = id.slice(from);
  // Short ones are counted up, so that their neighbours are somebody's.
  if (tail.length < TAIL_SAFE) return `${id}${tail.slice(-1)}${tail}${String(shift)}`;
  const by = shift % Math.max(tail.length, 1);
  const turned = tail.slice(by) + tail.slice(0, by);
  if (turned !== tail) return id.slice(0, from) + turned;
  return id.slice(0, from) + tail.replaceAll(/\d/g, (digit) => String((Number(digit) + shift) % 10));
}
