/** Parses a URL; undefined if it is invalid. */
export function readUrl(text: string, base?: string): URL | undefined {
  return URL.parse(text, base) ?? undefined;
}

/** Percent-decodes a path segment; returns it unchanged if it is malformed. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
