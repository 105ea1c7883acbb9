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

/** Whether one of the strings of a JSON body, or a name of a member, is exactly this one. */
export function hasString({ text, json }: Body, wanted: string): boolean {
  const quoted = JSON.stringify(wanted);
  return text.includes(quoted) || (text.includes('\\') && json !== undefined && JSON.stringify(json).includes(quoted));
}
