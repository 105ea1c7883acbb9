/** The ways in which a hostile deployment changes a correct response. */
import { NASTY_JSON } from '../fuzz/nasty.ts';
import { chance, pick } from './chance.ts';

/** A response before it is sent. */
export interface TargetResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** How to send it. Default: in one piece. */
  manner?: 'late' | 'hanging' | 'dripping' | 'reset' | 'headless';
}

interface Mutation {
  readonly name: string;
  /** Costly mutations are rare. */
  readonly is_costly?: boolean;
  readonly mutate: (response: TargetResponse, ...seed: readonly (string | number)[]) => TargetResponse;
}

const MARK = '@@VALUE@@';
const nest = (open: string, close: string, n: number): string => `${open.repeat(n)}1${close.repeat(n)}`;
const decimals = (n: number): string => JSON.stringify(Array.from({ length: n }, (_, i) => 49 + (i % 900) / 1e4));

const VALUES: readonly string[] = [
  ...NASTY_JSON,
  '0',
  '[null]',
  '[[[]]]',
  '{"a":{}}',
  '"%"',
  '"%zz"',
  '"../.."',
  '"a b"',
  '"?x=1#y"',
  '"http://["',
  '"http://[::1"',
  '"//["',
  '"javascript:alert(1)"',
  '"]]></failure><script>"',
  String.raw`"\u001b[2J::error::x\n##vso[a]b"`,
  '"9999-99-99T99:99:99Z"',
  '{"constructor":{},"toString":1,"then":1}',
  '{"id":{}}',
  `"${' '.repeat(9_000)}"`,
  `"1.25${' '.repeat(9_000)}"`,
  `"${'_'.repeat(9_000)}:"`,
  `"${'`'.repeat(9_000)}"`,
  nest('[', ']', 50_000),
  nest('{"a":', '}', 20_000),
  decimals(2_000),
  `"${Buffer.from(`1.25${' '.repeat(9_000)}`).toString('base64url')}"`,
];
const COSTLY_VALUES: readonly string[] = [
  `"${'a'.repeat(7_000_000)}"`,
  decimals(20_000),
  `"1.25${' '.repeat(200_000)}"`,
  `[${'{},'.repeat(250_000)}0]`,
  `[${'0,'.repeat(150_000)}0]`,
  `"${'%41'.repeat(500_000)}"`,
  `{${Array.from({ length: 20_000 }, (_, i) => `"seller${i}":${i}`).join(',')}}`,
];

/** Replaces one value, or adds a field. */
function replace(response: TargetResponse, values: readonly string[], ...seed: readonly (string | number)[]): TargetResponse {
  let json: unknown;
  try {
    json = JSON.parse(response.body.toString());
  } catch {
    return { ...response, body: Buffer.from(pick(values, ...seed)) };
  }
  const holders: Record<string, unknown>[] = [];
  const gather = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    // An array also has its elements by key.
    holders.push(value as Record<string, unknown>);
    for (const inner of Object.values(value)) gather(inner);
  };
  gather(json);
  const value = pick(values, ...seed, 'value');
  if (holders.length === 0) return { ...response, body: Buffer.from(value) };
  const holder = pick(holders, ...seed, 'holder');
  const key = pick([...Object.keys(holder), 'extra', '__proto__', 'next'], ...seed, 'key');
  Object.defineProperty(holder, key, { value: MARK, enumerable: true, configurable: true, writable: true });
  return { ...response, body: Buffer.from(JSON.stringify(json).replace(`"${MARK}"`, () => value)) };
}

function renameMember(response: TargetResponse, ...seed: readonly (string | number)[]): TargetResponse {
  const text = response.body.toString();
  const members = [...text.matchAll(/"[a-z_]+":/g)];
  if (members.length === 0) return { ...response, body: Buffer.alloc(0) };
  const { 0: found, index } = pick(members, ...seed);
  return { ...response, body: Buffer.from(`${text.slice(0, index)}"gone":${text.slice(index + found.length)}`) };
}

const HEADERS: readonly (readonly [string, string])[] = [
  ['location', 'http://['],
  ['content-type', 'text/html'],
  ['content-type', ''],
  ['retry-after', '-5'],
  ['retry-after', '0'],
  ['date', 'never'],
  ['etag', '"'.repeat(50)],
  ['x-place', `50.12${' '.repeat(2_000)}`],
  ['x-long', 'a'.repeat(7_000)],
  ['x-long', `1.25${'%20'.repeat(2_000)}`],
  ['link', '<http://[>; rel="next"'],
  ['x-odd', '\u00ff\u0080'],
  ['content-encoding', 'gzip'],
  ['www-authenticate', ',,,===,'],
  ['x-many', 'a,'.repeat(3_000)],
];
const STATUSES = [
  200, 201, 204, 206, 299, 301, 302, 304, 307, 400, 401, 403, 404, 409, 410, 413, 418, 422, 451, 500, 502, 503, 599, 999,
];
const BODIES = [
  '',
  '<h1>Welcome</h1>',
  '{',
  '[]',
  'null',
  '0',
  '"x"',
  '\u{feff}{}',
  '{"error":null}',
  '{"error":{"code":{},"errors":[null]}}',
  '{"items":{}}',
  '{"items":[null,1,"x",[]]}',
  '{"data":[]}',
];

const MUTATIONS: readonly Mutation[] = [
  { name: 'a value', mutate: (response, ...seed) => replace(response, VALUES, ...seed) },
  { name: 'another value', mutate: (response, ...seed) => replace(replace(response, VALUES, ...seed, 1), VALUES, ...seed, 2) },
  { name: 'no such member', mutate: renameMember },
  { name: 'a large value', is_costly: true, mutate: (response, ...seed) => replace(response, COSTLY_VALUES, ...seed) },
  { name: 'a status', mutate: (response, ...seed) => ({ ...response, status: pick(STATUSES, ...seed) }) },
  {
    name: 'a header',
    mutate: (response, ...seed) => ({
      ...response,
      headers: { ...response.headers, ...Object.fromEntries([pick(HEADERS, ...seed)]) },
    }),
  },
  {
    name: 'a redirect',
    mutate: (response) => ({ ...response, status: 302, headers: { ...response.headers, location: 'http://[' } }),
  },
  { name: 'a body', mutate: (response, ...seed) => ({ ...response, body: Buffer.from(pick(BODIES, ...seed)) }) },
  { name: 'half a body', mutate: (response) => ({ ...response, body: response.body.subarray(0, response.body.length / 2) }) },
  {
    name: 'no UTF-8',
    mutate: (response) => ({ ...response, body: Buffer.concat([response.body, Buffer.from([0xff, 0xc0, 0x80])]) }),
  },
  { name: 'UTF-16', mutate: (response) => ({ ...response, body: Buffer.from(response.body.toString(), 'utf16le') }) },
  { name: 'twice', mutate: (response) => ({ ...response, body: Buffer.concat([response.body, response.body]) }) },
  ...(['late', 'hanging', 'dripping', 'reset', 'headless'] as const).map((manner): Mutation => ({
    name: manner,
    is_costly: true,
    mutate: (response) => ({ ...response, manner }),
  })),
];
const CHEAP = MUTATIONS.filter(({ is_costly }) => is_costly !== true);
const COSTLY = MUTATIONS.filter(({ is_costly }) => is_costly === true);

/** @param costly how many of a hundred are costly */
export function pickMutation(costly: number, ...seed: readonly (string | number)[]): Mutation {
  return pick(chance(...seed, 'cost') * 100 >= 100 - costly ? COSTLY : CHEAP, ...seed, 'mutation');
}
