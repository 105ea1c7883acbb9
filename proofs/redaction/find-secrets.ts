/** Searches output for secrets independently of the redactor: decodes the whole text repeatedly with regular expressions. */

const NAMED: Readonly<Record<string, string>> = { lowbar: '_', period: '.', amp: '&', quot: '"', lt: '<', gt: '>', apos: "'" };
const fromHex = (_: string, digits: string): string => String.fromCharCode(Number.parseInt(digits, 16));

const DECODERS: Readonly<Record<string, (text: string) => string>> = {
  json: (text) =>
    text
      .replaceAll(/\\u([\da-f]{4})/gi, fromHex)
      .replaceAll(/\\([nrt"\\/])/g, (_, sign: string) => ('nrt'.includes(sign) ? ' ' : sign)),
  percent: (text) => text.replaceAll(/%([\da-f]{2})/gi, fromHex),
  html: (text) =>
    text
      .replaceAll(/&#x([\da-f]+);/gi, fromHex)
      .replaceAll(/&#(\d+);/g, (_, digits: string) => String.fromCharCode(Number(digits)))
      .replaceAll(/&(\w+);/g, (whole, name: string) => NAMED[name] ?? whole),
  quoted: (text) => text.replaceAll(/=([\da-f]{2})/gi, fromHex),
};
const ROUNDS = 3;

/** @returns the secrets, and how each was found */
export function findSecrets(text: string, secrets: readonly string[]): readonly string[] {
  const folded = secrets.map((secret) => secret.toLowerCase());
  const backwards = folded.map((secret) => Array.from(secret).toReversed().join(''));
  const found = new Set<string>();
  const search = (how: string, decoded: string): void => {
    const bare = decoded.replaceAll(/[\s\0]+/g, '').toLowerCase();
    for (const [i, secret] of secrets.entries())
      if (bare.includes(folded[i] ?? secret) || bare.includes(backwards[i] ?? secret)) found.add(`${how}: ${secret}`);
  };
  const texts = new Map([['plain', text]]);
  for (const [name, decode] of Object.entries(DECODERS)) {
    let decoded = text;
    for (let round = 0; round < ROUNDS; round += 1) decoded = decode(decoded);
    if (decoded !== text) texts.set(name, decoded);
  }
  let together = text;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of ['json', 'percent', 'html'] as const) together = DECODERS[name]?.(together) ?? together;
  }
  texts.set('together', together);
  for (const [how, decoded] of texts) search(how, decoded);
  const runs = [...new Set(together.match(/[\w+/-]{16,}/g))];
  for (const offset of [0, 1, 2, 3])
    search('base64', runs.map((run) => Buffer.from(run.slice(offset), 'base64').toString('latin1')).join('\u0001'));
  const digits = [...new Set(together.match(/[\da-f]{24,}/gi))];
  for (const offset of [0, 1])
    search('hex', digits.map((run) => Buffer.from(run.slice(offset), 'hex').toString('latin1')).join('\u0001'));
  return [...found];
}
