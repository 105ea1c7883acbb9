/** A delivery as a shell script. It signs when it is run, because a signature is valid for five minutes only. */
import { quote } from '../reproduction/shell.ts';
import type { Shape } from './compose.ts';
import type { Envelope } from './envelope.ts';

/** Longer bodies are not practical to paste. */
const BODY_BYTES_MAX = 4_000;

/** A script for these would be too long. */
const UNWRITABLE = ['sign', 'writeTime', 'mac', 'cuts', 'writeName', 'arrange', 'is_chunked'] as const;

interface Written {
  body: Buffer;
  signed: Buffer;
  envelope: Envelope;
  url: string;
  clock_seconds: number;
}

/**
 * The secret is `$WEBHOOK_SECRET`. @returns undefined if there is no short script: for a long body, a body that is not text, or a signature over something other than
 * `<t>.<body>`
 */
export function writeScript(shape: Shape, { body, signed, envelope, url, clock_seconds }: Written): string | undefined {
  if (UNWRITABLE.some((key) => shape[key] !== undefined)) return undefined;
  if (shape.key !== undefined && typeof shape.key !== 'string') return undefined;
  if (!isShort(body) || !isShort(signed)) return undefined;
  const { offset_seconds = 0, header, key, headers = {} } = shape;
  if (Object.values(headers).some((value) => value.includes('{standard}'))) return undefined;
  const all = new Map([
    ['content-type', 'application/json'],
    ['SVC-Event', envelope.type],
    ...(header === null ? [] : [['SVC-Signature', header ?? 't={t},v1={v1}'] as const]),
    ...Object.entries(headers),
  ]);
  const off_seconds = clock_seconds + offset_seconds;
  const parts = { ...PARTS, now: `$((t - (${offset_seconds})))`, id: envelope.id, type: envelope.type };
  const is_tampered = !body.equals(signed);
  // The body that is signed and the one that is sent.
  const source = is_tampered ? 'signed' : 'body';
  const all_parts = { ...parts, sha256: `$(printf %s "$${source}" | hmac)` };
  return [
    off_seconds === 0 ? 't=$(date +%s)' : `t=$(($(date +%s) + ${off_seconds}))`,
    `${source}=${quote(signed.toString())}`,
    ...(is_tampered ? [`body=${quote(body.toString())}`] : []),
    `hmac() { openssl dgst -sha256 -hmac ${key === undefined ? '"$WEBHOOK_SECRET"' : quote(key)} | sed 's/.* //'; }`,
    `v1=$(printf '%s.%s' "$t" "$${source}" | hmac)`,
    ['curl -sS -i -X POST', ...[...all].map(([name, value]) => writeHeader(name, value, all_parts))]
      .concat('--data-binary "$body"', quote(url))
      .join(' '),
  ].join('\n');
}

const PARTS: Readonly<Record<string, string>> = {
  t: '${t}',
  v1: '${v1}',
  V1: "$(printf %s \"$v1\" | tr 'a-f' 'A-F')",
  first: '$(printf %s "$v1" | cut -c 1 | tr \'0-9a-f\' \'1-9a-f0\')$(printf %s "$v1" | cut -c 2-)',
  middle:
    '$(printf %s "$v1" | cut -c 1-31)$(printf %s "$v1" | cut -c 32 | tr \'0-9a-f\' \'1-9a-f0\')$(printf %s "$v1" | cut -c 33-)',
  swapped: String.raw`$(printf %s "$v1" | sed 's/^\(.\)\(\1*\)\(.\)/\3\2\1/')`,
  half: '$(printf %s "$v1" | cut -c 1-32)',
  most: '$(printf %s "$v1" | cut -c 1-62)',
  digit: '$(printf %s "$v1" | cut -c 1)',
  // Changes the last digit.
  flipped: "$(printf %s \"$v1\" | sed 's/.$//')$(printf %s \"$v1\" | tail -c 1 | tr '0-9a-f' '1-9a-f0')",
  other: '0'.repeat(64),
};

function writeHeader(name: string, value: string, parts: typeof PARTS): string {
  // curl removes a header that is written as a name and a colon.
  if (value === '') return `-H ${quote(`${name};`)}`;
  return value.includes('{') ? `-H "${name}: ${fill(value, parts)}"` : `-H ${quote(`${name}: ${value}`)}`;
}

/** Replaces the parts of a header by what the shell computes. */
function fill(header: string, parts: typeof PARTS): string {
  return header.replaceAll(/\{(\w+)\}|["$`\\]/g, (whole, name: string | undefined) => {
    return name === undefined ? `\\${whole}` : (parts[name] ?? whole);
  });
}

/** Text that a shell can hold: UTF-8 without NUL. */
function isShort(bytes: Buffer): boolean {
  return bytes.length <= BODY_BYTES_MAX && !bytes.includes(0) && Buffer.from(bytes.toString()).equals(bytes);
}
