/** Looks for secrets in what somebody has received. */
import { isObject } from '../judge/sight.ts';
import { parseJson } from '../target/line.ts';
import { pairsIn, pairsInText } from './coordinates.ts';
import { openTokens, unescapeText } from './decode.ts';
import { isSeller } from './owner-of.ts';
import type { Secret, Secrets } from './secrets.ts';
import { isSettled } from './settled.ts';

/** An answer or a delivery. */
export interface Received {
  headers: Readonly<Record<string, string>>;
  text: string;
  json: unknown;
  /** What they had sent: what comes back of it tells them nothing. */
  sent: string;
}

export interface Finding {
  secret: Secret;
  /** `as base64`, … */
  said: string;
  /** A JSON pointer, or `the header X`. */
  place: string;
}

/** Every secret in an answer, whoever may know it; what the receiver had sent itself is none. */
export function sweep(secrets: Secrets, received: Received): readonly Finding[] {
  const raw = [...Object.values(received.headers), received.text].join('\n');
  const found = searchAll(secrets, raw, received.json, received.headers);
  if (found.length === 0) return [];
  const sent = unescapeText(received.sent).toLowerCase();
  const foreign = found.filter(({ needle, secret }) => !sent.includes(needle) && !sent.includes(secret.text.toLowerCase()));
  return foreign.flatMap((one) => locate(secrets, one, received));
}

interface Found {
  secret: Secret;
  said: string;
  /** The text that was found. */
  needle: string;
}

function searchAll(secrets: Secrets, raw: string, json: unknown, headers: Readonly<Record<string, string>>): readonly Found[] {
  const texts = [raw];
  if (/\\u|%[0-9a-f]{2}/i.test(raw)) texts.push(unescapeText(raw));
  const opened = openTokens(raw);
  if (opened !== '') texts.push(opened);
  const found = new Map<string, Found>();
  for (const [i, text] of texts.entries()) {
    for (const { needle } of secrets.needles.search(text.toLowerCase())) {
      const said = i === 2 || (i === 1 && text === opened) ? `${needle.said}, inside an opaque token` : needle.said;
      const key = `${needle.of.kind}|${needle.of.text}`;
      if (!found.has(key)) found.set(key, { secret: needle.of, said, needle: needle.text });
    }
  }
  for (const one of searchPairs(secrets, json, headers, opened)) found.set(`${one.secret.kind}|${one.secret.text}`, one);
  return [...found.values()];
}

function searchPairs(
  secrets: Secrets,
  json: unknown,
  headers: Readonly<Record<string, string>>,
  opened: string,
): readonly Found[] {
  if (secrets.points.all.length === 0) return [];
  const pairs = [
    ...pairsIn(json),
    ...pairsInText(Object.values(headers).join('\n')),
    ...pairsInText(opened),
    ...pairsIn(parseJson(opened)),
  ];
  return pairs.flatMap((pair) => {
    // A pair has a negative half wherever farms are west of Greenwich; where none are, four decimals tell it from a price.
    const point = secrets.points.find(pair);
    if (point === undefined) return [];
    const decimals = Math.min(...[pair.first, pair.second].map((text) => text.split('.')[1]?.length ?? 0));
    if (decimals < 4 && point.latitude > 0 && point.longitude > 0) return [];
    const secret = { kind: 'coordinates', text: `${point.latitude},${point.longitude}`, owner: point.owner };
    return [{ secret, said: `to ${decimals} decimals`, needle: pair.first.replace('-', '') }];
  });
}

/** Where it stands; nothing where it stands only where it may. */
function locate(secrets: Secrets, { secret, said, needle }: Found, received: Received): readonly Finding[] {
  for (const [name, value] of Object.entries(received.headers)) {
    if (holds(secrets, value, undefined, secret)) return [{ secret, said, place: `the header ${name}` }];
  }
  if (received.json === undefined) return [{ secret, said, place: 'the body' }];
  const visible = withoutLegal(received.json, secret);
  if (!holds(secrets, JSON.stringify(visible), visible, secret)) return [];
  return [{ secret, said, place: pointerTo(visible, needle) ?? 'the body' }];
}

function holds(secrets: Secrets, text: string, json: unknown, secret: Secret): boolean {
  const all = searchAll(secrets, text, json, {});
  return all.some((one) => one.secret.kind === secret.kind && one.secret.text === secret.text);
}

/** Public words, which may be those of a name that is no rare one. */
const PUBLIC_WORDS = ['variety', 'additional_terms', 'nearest_city', 'nearest_province', 'province', 'city', 'formatted'];

/** The value without what may stand there: the counterparty of what is settled, and for names of common words the public ones. */
function withoutLegal(value: unknown, secret: Secret): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutLegal(item, secret));
  if (!isObject(value)) return value;
  const is_settled = isSettled(value);
  const is_common = secret.kind === 'configured secret';
  const kept = Object.entries(value).filter(
    ([key]) => !(is_settled && key === 'counterparty') && !(is_common && PUBLIC_WORDS.includes(key)),
  );
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutLegal(inner, secret)]));
}

function pointerTo(value: unknown, needle: string, pointer = ''): string | undefined {
  if (Array.isArray(value)) return firstOf(value.map((item, i) => () => pointerTo(item, needle, `${pointer}/${i}`)));
  if (isObject(value)) {
    return firstOf(
      Object.entries(value).map(
        ([key, inner]) =>
          () =>
            pointerTo(inner, needle, `${pointer}/${key}`),
      ),
    );
  }
  return String(value).toLowerCase().includes(needle) ? pointer : undefined;
}

function firstOf(looks: readonly (() => string | undefined)[]): string | undefined {
  for (const look of looks) {
    const found = look();
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether the receiver may know it. */
export function mayKnow(actor: string, owner: string, secret: Secret): boolean {
  return secret.owner === owner || (secret.owner === 'sellers' && isSeller(actor));
}
