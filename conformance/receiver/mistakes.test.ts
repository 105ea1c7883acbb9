/** For each of the usual mistakes a receiver that makes it, built from the sentence alone. */
import { createHash, createHmac } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { CheckResult } from '../check/verdicts.ts';
import { attackReceiver } from './attack.ts';
import { diagnose } from './diagnose.ts';
import type { Drill } from './drill.ts';
import { MISTAKES } from './mistakes.ts';
import { ReceiverRun } from './run.ts';
import type { Arrival, Habits } from './testing/small-receiver.ts';
import { TEST_SECRET, makeReceiverSettings, openReceiver } from './testing/small-receiver.ts';
import { DrillContext } from './drill-context.ts';

interface Row {
  /** What the sentence begins with. */
  says: string;
  habits: Habits;
  /** The first drill that such a receiver fails. */
  drill?: Drill['id'];
}

const bare = TEST_SECRET.slice('whsec_'.length);
const inBase64 = (key: string | Buffer, bytes: Buffer): string => createHmac('sha256', key).update(bytes).digest('base64');
/** Signs of equality in a signature stay there. */
const readWhole: Habits['read'] = (header) => ({
  t: /t=(\d+)/.exec(header)?.[1] ?? '',
  v1: [/v1=(.*)$/.exec(header)?.[1] ?? ''],
});
const idOf = ({ raw }: Arrival): string => /"id" *: *"([^"]+)"/.exec(raw.toString())?.[1] ?? '';
const joinedBy = (glue: string): Habits => ({ signed: (t, { raw }) => Buffer.concat([Buffer.from(t + glue), raw]) });
const bodyAs = (rewrite: (text: string, raw: Buffer) => string | Buffer): Habits => ({
  signed: (t, { raw }) => {
    const rewritten = raw.length === 0 ? '' : rewrite(raw.toString(), raw);
    return Buffer.concat([Buffer.from(`${t}.`), Buffer.from(rewritten as Buffer)]);
  },
});
const withId: Habits['signed'] = (t, arrival) => Buffer.concat([Buffer.from(`${idOf(arrival)}.${t}.`), arrival.raw]);
const keyed = (key: string | Buffer): Habits => ({ key: () => key });

/** As `json.dumps` of Python puts it: the blanks by a walk over the letters, outside of strings. */
function asPython(text: string): string {
  return JSON.stringify(JSON.parse(text)).replaceAll(/"(?:[^"\\]|\\.)*"|[:,]/g, (part) =>
    part.length === 1 ? `${part} ` : part,
  );
}

function inAscii(text: string): string {
  return Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
    .map((unit) => (unit < 128 ? String.fromCharCode(unit) : `\\u${unit.toString(16).padStart(4, '0')}`))
    .join('');
}

function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [name, inOrder(member)]);
  return Object.fromEntries(members.toSorted((a, b) => a[0].localeCompare(b[0], 'en')));
}

const WRONG_KEYS: readonly Row[] = [
  { says: 'Its secret is empty', habits: keyed('') },
  { says: 'Its secret is the word "undefined"', habits: keyed('undefined') },
  { says: 'Its secret is the word "null"', habits: keyed('null') },
  { says: 'It base64-decodes the secret, ', habits: keyed(Buffer.from(bare, 'base64')) },
  { says: 'It uses the secret without whsec_', habits: keyed(bare) },
  { says: 'It hex-decodes the secret', habits: keyed(Buffer.from(bare, 'hex')) },
  { says: 'It base64-decodes the whole secret', habits: keyed(Buffer.from(TEST_SECRET.replace('_', '/'), 'base64')) },
  { says: 'Its secret has a line break at its end', habits: keyed(`${TEST_SECRET}\n`) },
  { says: 'Its secret has a blank at its end', habits: keyed(`${TEST_SECRET} `) },
  { says: 'Its secret has quotes around it', habits: keyed(`"${TEST_SECRET}"`) },
  { says: 'Its secret has quotes around it', habits: keyed(`'${TEST_SECRET}'`) },
  { says: 'Its secret was made upper case', habits: keyed('WHSEC_0AB1CD2EF3A4B5C6') },
  { says: 'Its secret was made lower case', habits: keyed('whsec_0ab1cd2ef3a4b5c6') },
];

const WRONG_TEXTS: readonly Row[] = [
  {
    says: 'It follows Standard Webhooks: there `<id>.<t>.<body>` is signed; here it is `<t>.<body>` (SIG-1).',
    habits: { signed: withId },
  },
  {
    says: 'It follows Standard Webhooks: there `<id>.<t>.<body>` is signed; here it is `<t>.<body>` (SIG-1), and the secret is not',
    habits: { signed: withId, key: () => Buffer.from(bare, 'base64') },
  },
  {
    says: 'It follows Standard Webhooks: there `<id>.<t>.<body>` is signed; here it is `<t>.<body>` (SIG-1), and whsec_',
    habits: { signed: withId, key: () => bare },
  },
  { says: 'It signs the body alone', habits: { signed: (_t, { raw }) => raw } },
  { says: 'It joins `t` and the body by a comma', habits: joinedBy(',') },
  { says: 'It joins `t` and the body by nothing', habits: joinedBy('') },
  { says: 'It joins `t` and the body by a colon', habits: joinedBy(':') },
  { says: 'It joins `t` and the body by a line break', habits: joinedBy('\n') },
  { says: 'It signs the body first', habits: { signed: (t, { raw }) => `${raw.toString()}.${t}` } },
  { says: 'It signs the segment with its key', habits: { signed: (t, { raw }) => `t=${t}.${raw.toString()}` } },
  { says: 'It signs `t` in milliseconds', habits: { signed: (t, { raw }) => `${Number(t) * 1_000}.${raw.toString()}` } },
  {
    says: 'It signs the type of the event',
    habits: { signed: (t, { raw, headers }) => `${String(headers['svc-event'])}.${t}.${raw.toString()}` },
  },
  {
    says: 'It signs its own time',
    habits: { signed: (_t, { raw }) => `${Math.floor(Date.now() / 1_000)}.${raw.toString()}` },
    drill: 'SIG-3/past-290',
  },
  { says: 'It signs an empty body', habits: { signed: (t) => `${t}.` } },
  {
    says: 'It signs the text "[object Object]"',
    habits: { signed: (t, { raw }) => `${t}.${raw.length > 0 ? '[object Object]' : ''}` },
  },
  { says: 'It signs the text "undefined"', habits: { signed: (t) => `${t}.undefined` } },
  { says: 'It signs the body in base64', habits: bodyAs((_text, raw) => raw.toString('base64')) },
  { says: 'It compares with the HMAC in base64:', habits: { mac: inBase64, read: readWhole } },
  {
    says: 'It compares with the HMAC in base64url',
    habits: {
      mac: (key, bytes) => inBase64(key, bytes).replaceAll('+', '-').replaceAll('/', '_').replace('=', ''),
      read: readWhole,
    },
  },
  { says: 'It compares with hex in upper case', habits: { isSame: (given, expected) => given === expected.toUpperCase() } },
  { says: 'It uses SHA-1', habits: { mac: (key, bytes) => createHmac('sha1', key).update(bytes).digest('hex') } },
  { says: 'It uses SHA-512', habits: { mac: (key, bytes) => createHmac('sha512', key).update(bytes).digest('hex') } },
  {
    says: 'It exchanges the key and the text',
    habits: { mac: (key, bytes) => createHmac('sha256', bytes).update(key).digest('hex') },
  },
  {
    says: 'It hashes the secret and the text, without HMAC',
    habits: {
      mac: (key, bytes) =>
        createHash('sha256')
          .update(Buffer.concat([Buffer.from(key as string), bytes]))
          .digest('hex'),
    },
  },
];

const WRONG_BODIES: readonly Row[] = [
  { says: 'It signs JSON.stringify', habits: bodyAs((text) => JSON.stringify(JSON.parse(text))), drill: 'SIG-5/indented' },
  {
    says: 'It signs JSON.stringify',
    habits: bodyAs((text) => JSON.stringify(JSON.parse(text))),
    drill: 'SIG-5/trailing-newline',
  },
  { says: 'It signs the body as Python writes it, with a blank', habits: bodyAs(asPython) },
  { says: 'It signs the body as Python writes it, in ASCII', habits: bodyAs((text) => inAscii(asPython(text))) },
  { says: 'It signs the body with its members sorted', habits: bodyAs((text) => JSON.stringify(inOrder(JSON.parse(text)))) },
  {
    says: 'It signs the body as it is printed with indents',
    habits: bodyAs((text) => JSON.stringify(JSON.parse(text), null, '  ')),
  },
  { says: 'It signs `data` alone', habits: bodyAs((text) => JSON.stringify((JSON.parse(text) as { data: object }).data)) },
  { says: 'It signs the body with what is not ASCII escaped', habits: bodyAs(inAscii), drill: 'SIG-5/non-ascii' },
  { says: 'It reads the body as Latin-1', habits: bodyAs((_text, raw) => String.fromCharCode(...raw)), drill: 'SIG-5/non-ascii' },
  {
    says: 'It reads the body as ASCII',
    habits: bodyAs((_text, raw) => String.fromCharCode(...raw.map((byte) => byte % 128))),
    drill: 'SIG-5/non-ascii',
  },
  {
    says: 'It puts question marks where',
    habits: bodyAs((text) => Array.from(text, (letter) => ((letter.codePointAt(0) ?? 0) < 128 ? letter : '?')).join('')),
    drill: 'SIG-5/non-ascii',
  },
  { says: 'It normalises the characters', habits: bodyAs((text) => text.normalize()), drill: 'SIG-5/decomposed' },
  { says: 'It undoes escaped slashes', habits: bodyAs((text) => text.split('\\/').join('/')), drill: 'SIG-5/slashes' },
  { says: 'It trims the body', habits: bodyAs((text) => text.trim()), drill: 'SIG-5/trailing-newline' },
  { says: 'It takes the white space out', habits: bodyAs((text) => text.split(/\s/).join('')), drill: 'SIG-5/indented' },
  { says: 'It turns CRLF into LF', habits: bodyAs((text) => text.split('\r\n').join('\n')), drill: 'SIG-5/tabs' },
];

const WRONG_HEADERS: readonly Row[] = [
  { says: 'It takes `t` for milliseconds', habits: { isInTime: (t) => Math.abs(Date.now() - Number(t)) <= 300_000 } },
  {
    says: 'It wants v1 before t',
    habits: {
      read: (header) => {
        const [, v1, t] = /^v1=(\w+),t=(\d+)$/.exec(header) ?? [];
        return t === undefined || v1 === undefined ? undefined : { t, v1: [v1] };
      },
    },
  },
  {
    says: 'It looks at the legacy segment sha256',
    habits: {
      signed: (_t, { raw }) => raw,
      read: (header) => ({ t: /t=(\d+)/.exec(header)?.[1] ?? '', v1: /(?<=sha256=)\w+/.exec(header) ?? [] }),
    },
  },
  {
    says: 'It takes the whole header for the signature',
    habits: { read: (header) => ({ t: '', v1: [header] }), isInTime: () => true, signed: (_t, { raw }) => raw },
  },
  {
    says: 'It looks for the header Stripe-Signature',
    habits: { header: ({ headers }) => headers['stripe-signature']?.toString() },
  },
];

const ROWS = [...WRONG_KEYS, ...WRONG_TEXTS, ...WRONG_BODIES, ...WRONG_HEADERS];

test('there is a receiver for every mistake', () => {
  expect(MISTAKES.length).toBeGreaterThan(50);
  for (const { says } of MISTAKES) {
    const alike = MISTAKES.filter((one) => one.says === says).length;
    expect(ROWS.filter((row) => says.startsWith(row.says)).length, says).toBeGreaterThanOrEqual(alike);
  }
  for (const row of ROWS)
    expect(new Set(MISTAKES.map(({ says }) => says).filter((says) => says.startsWith(row.says))).size, row.says).toBe(1);
});

/** What a run of one drill, and of the genuine delivery that it stands on, has to say. */
async function attack(habits: Habits, ...only: readonly string[]): Promise<readonly CheckResult[]> {
  await using receiver = await openReceiver(habits);
  const { checks } = await attackReceiver(
    makeReceiverSettings(receiver.url, { selection: { only, skip: [], clauses: [], shard: undefined } }),
  );
  return checks.filter(({ verdict }) => verdict !== 'not_selected');
}

describe('SIG-1 SIG-3 SIG-5 SIG-10 a receiver that makes one mistake is told which', () => {
  test.concurrent.each(ROWS)('$says … by $drill', async ({ says, habits, drill = 'SIG-1/genuine' }) => {
    const [found] = await attack(habits, drill);
    expect(found).toMatchObject({ id: drill, verdict: 'fail' });
    const [evidence] = found?.evidence ?? [];
    expect(evidence?.likely_cause).toSatisfy(
      (cause: string) => cause.startsWith(says),
      `${says}, not ${evidence?.likely_cause ?? ''}`,
    );
    expect(MISTAKES.map((mistake) => mistake.says)).toContain(evidence?.likely_cause);
  });
});

const TRYING: Drill = { id: 'SIG-1/genuine', title: '', clause: 'SIG-1', lane: 'open', run: async () => Promise.resolve() };

describe('none is found where none was made', () => {
  test('a clean receiver fails no drill of the signature, the time and the body', async () => {
    const found = await attack({}, 'SIG-1', 'SIG-2', 'SIG-3', 'SIG-5', 'SIG-10');
    expect(found.length).toBeGreaterThan(50);
    const told = found.filter(({ verdict }) => verdict !== 'pass').map(({ id, verdict }) => `${id} ${verdict}`);
    // They say what they see, and assert nothing.
    expect(told).toEqual(['SIG-1/upper-case skip', 'SIG-3/at-the-bound skip']);
  });

  test('one that refuses by chance, or whatever comes, makes no mistake that is known', async () => {
    await using clean = await openReceiver();
    const asked = new DrillContext(new ReceiverRun(makeReceiverSettings(clean.url)), TRYING, new AbortController().signal);
    expect(await diagnose(asked, {})).toMatch(/^The like of it was taken when it came again/);

    const [refused] = await attack({ read: () => undefined }, 'SIG-1/genuine');
    expect(refused?.evidence?.[0]?.likely_cause).toMatch(/^None of the usual mistakes explains it/);
  });

  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('where each probe takes a second, no more than some are tried', async () => {
    let elapsed_ms = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (elapsed_ms += 1_000));
    await using deaf = await openReceiver({ read: () => undefined });
    const asked = new DrillContext(new ReceiverRun(makeReceiverSettings(deaf.url)), TRYING, new AbortController().signal);
    expect(await diagnose(asked, {})).toMatch(/^It answers so slowly that not all/);
    expect(deaf.arrivals.length).toBeGreaterThan(5);
    expect(deaf.arrivals.length).toBeLessThan(31);
  });
});
