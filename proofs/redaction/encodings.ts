/** The encodings of a secret in a response, as the content of a JSON string. */
type Encode = (secret: string) => string;

const each =
  (write: (code: number, index: number) => string): Encode =>
  (secret) =>
    Array.from(secret)
      .map((sign, index) => write(sign.charCodeAt(0), index))
      .join('');
const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');
const plain = (code: number): string => String.fromCharCode(code);

export const ENCODINGS: Readonly<Record<string, Encode>> = {
  plain: (secret) => secret,
  upper: (secret) => secret.toUpperCase(),
  reversed: (secret) => Array.from(secret).toReversed().join(''),
  json: each((code) => `\\u${hex(code, 4)}`),
  'json, some': each((code, i) => (i % 3 === 0 ? `\\u${hex(code, 4).toUpperCase()}` : plain(code))),
  'json twice': each((code) => `\\\\u${hex(code, 4)}`),
  percent: each((code) => `%${hex(code, 2)}`),
  'percent, some': each((code, i) => (i % 2 === 0 ? `%${hex(code, 2).toUpperCase()}` : plain(code))),
  'percent twice': each((code) => `%25${hex(code, 2)}`),
  'percent in json': each((code) => `\\u0025${hex(code, 2)}`),
  decimal: each((code) => `&#${code};`),
  hexadecimal: each((code) => `&#x${hex(code, 2)};`),
  named: (secret) => secret.replaceAll('_', '&lowbar;').replaceAll('.', '&period;'),
  quoted: each((code) => `=${hex(code, 2).toUpperCase()}`),
  spaces: (secret) => Array.from(secret).join(' '),
  newlines: (secret) => Array.from(secret).join(String.raw`\n`),
  base64: (secret) => Buffer.from(secret).toString('base64'),
  'base64, second': (secret) => Buffer.from(`a${secret}z`).toString('base64'),
  'base64url, third': (secret) => Buffer.from(`ab${secret}`).toString('base64url'),
  hex: (secret) => Buffer.from(secret).toString('hex'),
  'upper hex': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
  'utf-16': (secret) => Buffer.from(secret, 'utf16le').toString('base64'),
};
