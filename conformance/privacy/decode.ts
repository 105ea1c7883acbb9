/** Decodes opaque tokens, such as cursors, ETags, and encoded ids. */

/** Limits the length, because longer parts would be decoded repeatedly. A longer token is decoded in parts. */
const TOKEN = /[A-Za-z0-9+/_-]{16,65536}/g;

/** The texts inside the tokens of a text. Tokens that contain no text are left out. */
export function openTokens(text: string): string {
  const opened: string[] = [];
  for (const token of new Set(text.match(TOKEN))) {
    const inside = Buffer.from(token, 'base64').toString('utf8');
    if (isPrintable(inside)) opened.push(inside);
    if (/^[0-9a-f]+$/i.test(token) && token.length % 2 === 0) {
      const from_hex = Buffer.from(token, 'hex').toString('utf8');
      if (isPrintable(from_hex)) opened.push(from_hex);
    }
  }
  return opened.join('\n');
}

/** The same text without percent signs and JSON's own escapes. */
export function unescapeText(text: string): string {
  const plain = text.replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  // Invalid UTF-8 must not hide the text next to it.
  return plain.replaceAll(/(?:%[0-9a-f]{2}){1,65536}/gi, (encoded) =>
    Buffer.from(encoded.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}

function isPrintable(text: string): boolean {
  return text.length > 5 && !/[\p{C}\uFFFD]/u.test(text.replaceAll(/\s/g, ' '));
}
