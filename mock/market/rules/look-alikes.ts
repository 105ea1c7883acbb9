/** Letters of other alphabets that look like Latin ones, and Latin ones that Unicode takes apart no further. */
const LATIN: ReadonlyMap<string, string> = new Map([
  ...pairUp('авеіјкӏмнорсԛѕтухһԝԁ', 'abeijklmhopcqstyxhwd'),
  ...pairUp('αβεηικνορτυχω', 'abenikvoptuxw'),
  ...pairUp('ıłđðøħŧɑɡ', 'ilddohtag'),
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
]);

function pairUp(from: string, to: string): [string, string][] {
  const twins = Array.from(to);
  return Array.from(from, (letter, index) => [letter, twins[index] ?? letter]);
}

/** The same text in Latin letters and in the digits of ASCII, as far as it looks like them; what is capital stays capital. */
export function withoutLookAlikes(text: string): string {
  return text.replaceAll(/[^\p{ASCII}]/gu, (sign) => {
    if (/\p{Nd}/u.test(sign)) return digitOf(sign);
    const small = sign.toLowerCase();
    const latin = LATIN.get(small);
    if (latin === undefined) return sign;
    return small === sign ? latin : latin.toUpperCase();
  });
}

/** Unicode, chapter 4.6: the decimal digits of every script stand in a row, from zero to nine. */
function digitOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}
