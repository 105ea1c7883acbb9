/** Opaque tokens, opened: cursors, ETags, ids that are something else encoded. */

/** A run of such characters is looked at once, from its beginning: short ones are many. */
const TOKEN = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{16,}={0,2}/g;
/** So many of one answer are opened. */
const TOKENS_MAX = 200;

/** The texts that tokens of this text hold; what is no text inside is left out. */
export function openTokens(text: string): string {
  const tokens = new Set((text.match(TOKEN) ?? []).slice(0, TOKENS_MAX));
  const opened: string[] = [];
  for (const token of tokens) {
    const inside = Buffer.from(token, 'base64').toString('utf8');
    if (isPrintable(inside)) opened.push(inside);
    if (/^(?:[0-9a-f]{2})+$/i.test(token)) {
      const from_hex = Buffer.from(token, 'hex').toString('utf8');
      if (isPrintable(from_hex)) opened.push(from_hex);
    }
  }
  return opened.join('\n');
}

/** The same text without percent signs and JSON's own escapes. */
export function unescapeText(text: string): string {
  const plain = text.replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return plain.replaceAll(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}

function isPrintable(text: string): boolean {
  return text.length > 5 && !/[\p{C}\uFFFD]/u.test(text.replaceAll(/\s/g, ' '));
}
