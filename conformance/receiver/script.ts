/** A delivery as a line of shell: signed when it is run, since a signature is good for five minutes only. */
import type { Shape } from './compose.ts';

/** A longer body is nothing to paste. */
const BODY_BYTES_MAX = 4_000;

/** What a line of shell would be too long for. */
const UNWRITABLE = ['sign', 'writeTime', 'mac', 'cuts', 'writeName', 'is_chunked'] as const;

interface Written {
  body: Buffer;
  signed: Buffer;
  type: string;
  url: string;
}

/**
 * @returns undefined where the shape has no short form: bodies that are long or no text, signatures over something else than `<t>.<body>`. The secret stands as
 * `$WEBHOOK_SECRET`.
 */
export function writeScript(shape: Shape, { body, signed, type, url }: Written): string | undefined {
  if (UNWRITABLE.some((key) => shape[key] !== undefined)) return undefined;
  if (shape.key !== undefined && typeof shape.key !== 'string') return undefined;
  if (!isShort(body) || !isShort(signed)) return undefined;
  const { offset_seconds = 0, header, key, headers = {} } = shape;
  const all = new Map([
    ['content-type', 'application/json'],
    ['SVC-Event', type],
    ...(header === null ? [] : [['SVC-Signature', header ?? 't={t},v1={v1}'] as const]),
    ...Object.entries(headers),
  ]);
  const is_tampered = !body.equals(signed);
  return [
    offset_seconds === 0 ? 't=$(date +%s)' : `t=$(( $(date +%s) + ${offset_seconds} ))`,
    `signed=${quote(signed.toString())}`,
    ...(is_tampered ? [`body=${quote(body.toString())}`] : []),
    `hmac() { openssl dgst -sha256 -hmac ${key === undefined ? '"$WEBHOOK_SECRET"' : quote(key)} | sed 's/.* //'; }`,
    `v1=$(printf '%s.%s' "$t" "$signed" | hmac)`,
    ['curl -sS -i -X POST', ...[...all].map(([name, value]) => writeHeader(name, value))]
      .concat(`--data-binary "$${is_tampered ? 'body' : 'signed'}"`, quote(url))
      .join(' '),
  ].join('; ');
}

const PARTS: Readonly<Record<string, string>> = {
  t: '${t}',
  now: '$(date +%s)',
  v1: '${v1}',
  V1: "$(printf %s \"$v1\" | tr 'a-f' 'A-F')",
  first: '$(printf %s "$v1" | cut -c 1 | tr \'0-9a-f\' \'1-9a-f0\')$(printf %s "$v1" | cut -c 2-)',
  middle:
    '$(printf %s "$v1" | cut -c 1-31)$(printf %s "$v1" | cut -c 32 | tr \'0-9a-f\' \'1-9a-f0\')$(printf %s "$v1" | cut -c 33-)',
  swapped: String.raw`$(printf %s "$v1" | sed 's/^\(.\)\(\1*\)\(.\)/\3\2\1/')`,
  half: '$(printf %s "$v1" | cut -c 1-32)',
  digit: '$(printf %s "$v1" | cut -c 1)',
  // The last digit is changed to another one.
  flipped: "$(printf %s \"$v1\" | sed 's/.$//')$(printf %s \"$v1\" | tail -c 1 | tr '0-9a-f' '1-9a-f0')",
  sha256: '$(printf %s "$signed" | hmac)',
  other: '0'.repeat(64),
};

function writeHeader(name: string, value: string): string {
  // To curl, a name with a colon and nothing behind it is a header to leave out.
  if (value === '') return `-H ${quote(`${name};`)}`;
  return value.includes('{') ? `-H "${name}: ${fill(value)}"` : `-H ${quote(`${name}: ${value}`)}`;
}

/** The parts of a header as a shell computes them; all else as it stands. */
function fill(header: string): string {
  return header.replaceAll(/\{(\w+)\}|["$`\\]/g, (whole, name: string | undefined) => {
    return name === undefined ? `\\${whole}` : (PARTS[name] ?? whole);
  });
}

/** Text that a shell can hold: UTF-8 without NUL. */
function isShort(bytes: Buffer): boolean {
  return bytes.length <= BODY_BYTES_MAX && !bytes.includes(0) && Buffer.from(bytes.toString()).equals(bytes);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
