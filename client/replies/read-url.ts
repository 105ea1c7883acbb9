/** An address that a target named, or an answer came from; undefined where it is none. */
export function readUrl(text: string, base?: string): URL | undefined {
  return URL.parse(text, base) ?? undefined;
}

/** A part of a path without its percent signs; as it stands where they mean nothing. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
