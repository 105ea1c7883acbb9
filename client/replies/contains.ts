/** A response or a delivery. `json` is undefined if the text is not JSON. */
interface Body {
  readonly text: string;
  readonly json: unknown;
}

/** Whether a body contains this text, however its JSON escapes it: any character can be escaped (RFC 8259, section 7). */
export function contains({ text, json }: Body, wanted: string): boolean {
  if (text.includes(wanted)) return true;
  return text.includes('\\') && json !== undefined && JSON.stringify(json).includes(JSON.stringify(wanted).slice(1, -1));
}

/** A character that continues an id. */
const OF_ID = /[\w-]/;

/** Whether a body has this id, alone or in a link or a message, but not as a part of a longer one: bid_6 is not in bid_61. */
export function containsId({ text, json }: Body, id: string): boolean {
  const is_escaped = text.includes('\\') && json !== undefined;
  const [searched, wanted] = is_escaped ? [JSON.stringify(json), JSON.stringify(id).slice(1, -1)] : [text, id];
  for (let at = searched.indexOf(wanted); at >= 0; at = searched.indexOf(wanted, at + 1)) {
    const [before = '', after = ''] = [searched[at - 1], searched[at + wanted.length]];
    if (!OF_ID.test(before) && !OF_ID.test(after)) return true;
  }
  return false;
}
