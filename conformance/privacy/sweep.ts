/** Searches for secrets in what a person received. */
import { isObject, isSeller, numbersIn, pairsInText, parseJson, type Secret, type Secrets } from '#client';
import { canNameParty, isSettled } from './check-resource.ts';
import { openTokens, unescapeText } from './decode.ts';
import { TYPED_FOR_THE_PUBLIC } from './keys.ts';

/** The parts of a response or a delivery that are searched. */
interface ReceivedMessage {
  headers: Readonly<Record<string, string>>;
  text: string;
  json: unknown;
  /** What the receiver had sent. An echo of it reveals nothing. */
  sent: string;
}

export interface FoundSecret {
  secret: Secret;
  /** `as base64`, … */
  how: string;
  /** A JSON pointer, or `the header X`. */
  place: string;
}

/**
 * Every secret in a response, except what the receiver had sent. The caller decides who is allowed to know it.
 * @param isKnown whether the receiver may know a secret: its place does not matter then, and is not determined
 */
export function sweep(
  secrets: Secrets,
  received: ReceivedMessage,
  isKnown: (secret: Secret) => boolean = () => false,
): readonly FoundSecret[] {
  const raw = [...Object.values(received.headers), received.text].join('\n');
  const found = searchAll(secrets, raw, received.json, received.headers);
  if (found.length === 0) return [];
  const sent = unescapeText(received.sent).toLowerCase();
  const foreign = found.filter(({ needle, secret }) => !sent.includes(needle) && !sent.includes(secret.text.toLowerCase()));
  const parts = takeApart(secrets, received);
  return foreign.flatMap((one, i) =>
    isKnown(one.secret) ? [{ secret: one.secret, how: one.how, place: 'the body' }] : locate(one, parts, i < LOCATED_MAX),
  );
}

/** How many findings of one response are reported with their place, because finding the place is slow. */
const LOCATED_MAX = 20;

interface Found {
  secret: Secret;
  how: string;
  needle: string;
}

function searchAll(secrets: Secrets, raw: string, json: unknown, headers: Readonly<Record<string, string>>): readonly Found[] {
  const texts = [raw];
  if (/\\u|%[0-9a-f]{2}/i.test(raw)) texts.push(unescapeText(raw));
  const opened = openTokens(raw);
  if (opened !== '') texts.push(opened);
  const found = new Map<string, Found>();
  for (const [i, text] of texts.entries()) {
    for (const needle of secrets.needles.search(text.toLowerCase())) {
      const how = i === 2 || (i === 1 && text === opened) ? `${needle.how}, inside an opaque token` : needle.how;
      const key = keyOf(needle.subject);
      if (!found.has(key)) found.set(key, { secret: needle.subject, how, needle: needle.text });
    }
  }
  for (const one of searchPairs(secrets, json, headers, opened)) found.set(keyOf(one.secret), one);
  return [...found.values()];
}

function* searchPairs(
  secrets: Secrets,
  json: unknown,
  headers: Readonly<Record<string, string>>,
  opened: string,
): Generator<Found> {
  if (secrets.points.all.length === 0) return;
  for (const numbers of numbersOf(json, headers, opened)) {
    for (const { point, first, second } of secrets.points.findAmong(numbers)) {
      // A pair has a negative half for farms west of Greenwich. For others, four decimals distinguish it from a price.
      const decimals = Math.min(...[first, second].map((text) => text.split('.')[1]?.length ?? 0));
      if (decimals < 4 && point.latitude > 0 && point.longitude > 0) continue;
      const secret = { kind: 'coordinates', text: `${point.latitude},${point.longitude}`, owner: point.owner };
      yield { secret, how: `to ${decimals} decimals`, needle: first.replace('-', '') };
    }
  }
}

function* numbersOf(json: unknown, headers: Readonly<Record<string, string>>, opened: string): Generator<readonly string[]> {
  yield* numbersIn(json);
  yield* pairsInText(Object.values(headers).join('\n'));
  yield* pairsInText(opened);
  // Most decoded tokens are not JSON, and parsing them to find out is slow.
  for (const line of opened.split('\n')) if (/^\s*[[{]/.test(line)) yield* numbersIn(parseJson(line));
}

/** The parts of a response, each prepared when it is first needed. */
interface Parts {
  headerWith: (secret: Secret) => string | undefined;
  /** The JSON without its legal places. Undefined if the body is not JSON. */
  visible: ((secret: Secret) => { json: unknown; has: (secret: Secret) => boolean }) | undefined;
}

function takeApart(secrets: Secrets, { headers, json }: ReceivedMessage): Parts {
  const searched = once(() =>
    Object.entries(headers).map(([name, value]) => [name, holding(searchAll(secrets, value, undefined, {}))] as const),
  );
  const look = (is_common: boolean): { json: unknown; has: (secret: Secret) => boolean } => {
    const visible = withoutLegal(json, is_common);
    return { json: visible, has: holding(searchAll(secrets, JSON.stringify(visible), visible, {})) };
  };
  const common = once(() => look(true));
  const rare = once(() => look(false));
  return {
    headerWith: (secret) => searched().find(([, has]) => has(secret))?.[0],
    visible: json === undefined ? undefined : ({ kind }) => (kind === 'configured secret' ? common() : rare()),
  };
}

function holding(found: readonly Found[]): (secret: Secret) => boolean {
  const keys = new Set(found.map(({ secret }) => keyOf(secret)));
  return (secret) => keys.has(keyOf(secret));
}

function keyOf({ kind, text }: Secret): string {
  return `${kind}|${text}`;
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The place of a finding. Undefined if it is in legal places only. */
function locate({ secret, how, needle }: Found, { headerWith, visible }: Parts, is_located: boolean): readonly FoundSecret[] {
  const header = headerWith(secret);
  if (header !== undefined) return [{ secret, how, place: `the header ${header}` }];
  if (visible === undefined) return [{ secret, how, place: 'the body' }];
  const { json, has } = visible(secret);
  return has(secret) ? [{ secret, how, place: (is_located ? pointerTo(json, needle) : undefined) ?? 'the body' }] : [];
}

/**
 * The value without its legal places: the counterparty of settled deals, and public words.
 * @param is_common whether the search is for names of common words, which public words can contain
 */
function withoutLegal(value: unknown, is_common: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutLegal(item, is_common));
  if (!isObject(value)) return value;
  const is_settled = isSettled(value);
  const kept = Object.entries(value).filter(
    ([key]) => !(is_settled && canNameParty(value, key)) && !(is_common && TYPED_FOR_THE_PUBLIC.has(key)),
  );
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutLegal(inner, is_common)]));
}

/** The place of the first text that contains `needle`, which is in lower case. */
export function pointerTo(value: unknown, needle: string, pointer = ''): string | undefined {
  if (typeof value !== 'object' || value === null) return String(value).toLowerCase().includes(needle) ? pointer : undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = pointerTo(inner, needle, `${pointer}/${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a party is allowed to know a secret: it is its own, or that of a seller, and the run does not know which seller. */
export function mayKnow(party: string, secret: Secret): boolean {
  return secret.owner === party || (secret.owner === 'sellers' && isSeller(party));
}
