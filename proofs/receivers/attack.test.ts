/** `gristmill receiver` on the gallery, or as much of it as a minute holds: all of it is `npm run teeth -- receivers`. */
import { describe, expect, test } from 'vitest';
import { attackFaulty, attackMade } from '../teeth/attack-gallery.ts';
import { LASTING, TELLING } from '../teeth/exceptions.ts';
import { judgeReceiverBite, judgeReceiverPeace } from '../teeth/judge-receivers.ts';
import { CLEAN, CORRECT, FAULTY, type FaultyReceiver } from './index.ts';

/** They mostly wait. */
const AT_ONCE = 24;

/** Does something with each, some of them at once. @returns what came of it by name, but for what came to nothing */
async function forEach<Row extends { readonly name: string }, Found>(
  rows: readonly Row[],
  deed: (row: Row) => Promise<Found | undefined>,
): Promise<Record<string, Found>> {
  expect(rows).not.toEqual([]);
  const found: Record<string, Found> = {};
  const waiting = [...rows];
  const work = async (): Promise<void> => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      const one = await deed(row);
      if (one !== undefined) found[row.name] = one;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found;
}

function faulty(...names: readonly string[]): readonly FaultyReceiver[] {
  return names.map((name) => {
    const row = FAULTY.find((one) => one.name === name);
    if (row === undefined) throw new Error(`there is no receiver ${name}`);
    return row;
  });
}

test('no correct receiver is failed, warned of or left unjudged, in whatever style; what is truly wrong is named', async () => {
  const alarms = await forEach(CORRECT, async (row) => {
    const peace = judgeReceiverPeace(row, await attackMade(row.make, { skip: LASTING }), LASTING);
    return peace.alarms.length === 0 ? undefined : peace.alarms;
  });
  expect(alarms).toEqual({});
});

test('SIG-3 the one-sided tolerance of the stripe package is a finding, and its cause is named', async () => {
  const [row] = CORRECT.filter(({ name }) => name === 'express-stripe');
  expect(row).toBeDefined();
  const report = row && (await attackMade(row.make, { only: ['SIG-3/future-310'] }));
  expect(report?.exit_code).toBe(1);
  const causes = report?.checks.flatMap(({ evidence = [] }) => evidence.map(({ likely_cause }) => likely_cause));
  expect(causes).toEqual([expect.stringMatching(/stripe.*absolute/)]);
});

test('a full run against a good receiver passes; how long it takes is told', async () => {
  const report = await attackMade(CLEAN);
  expect(report.exit_code, JSON.stringify(report.reasons)).toBe(0);
  const rest = report.checks.filter(({ verdict }) => verdict !== 'pass').map(({ id, verdict }) => `${id} ${verdict}`);
  expect(rest).toEqual(TELLING.map((id) => `${id} skip`));
  console.log(`${report.counts.requests} deliveries to a good receiver took ${(report.duration_ms / 1_000).toFixed(1)} s`);
});

/** One of each kind of mistake, and what is said of it. The first drill of each row tells. */
const NAMED: Readonly<Record<string, RegExp>> = {
  'body-alone': /signs the body alone/,
  'joined-by-comma': /by a comma/,
  'signs-the-id-too': /Standard Webhooks/,
  'standard-webhooks': /Standard Webhooks.*base64/,
  'decoded-secret': /base64-decodes the secret/,
  'stripped-prefix': /without whsec_/,
  'secret-with-line-end': /line break/,
  'undefined-secret': /"undefined"/,
  sha1: /SHA-1/,
  'base64-digest': /base64/,
  'upper-case-digest': /upper case/,
  'signs-milliseconds': /milliseconds/,
  'whole-header': /whole header/,
  'dumped-as-python': /Python/,
  'body-used-up': /has read the body already/,
  'object-object': /\[object Object\]/,
  stringified: /JSON\.stringify/,
  latin1: /Latin-1/,
  'chunks-as-text': /put the bytes together/,
  'local-time': /local time for UTC/,
  't-as-milliseconds': /milliseconds/,
  'past-only': /absolute value/,
  'future-only': /too far ahead.*absolute value/,
  'no-clock': /age of `t` is not looked at/,
  'ten-minutes': /tolerance is wider/,
  'four-minutes': /tighter than 300 s/,
  'clock-ahead': /clock is off/,
  'checks-the-first-t': /Of two `t` the last is verified/,
  'checks-the-last-t': /Of two `t` the first is verified and the last is compared/,
  'keeps-the-last-t': /age of `t` is not looked at/,
  positional: /by their place/,
  'legacy-suffices': /legacy segment is taken/,
  'refuses-legacy': /legacy segment/,
  'no-verification': /not verified at all/,
  'as-far-as-given': /as many|so many digits/i,
  'all-but-the-first': /Not all digits count/,
  'both-ends': /Not all digits count/,
  'in-any-order': /timingSafeEqual/,
  'ends-of-keys': /compare whole keys/,
  'ping-is-fine': /calls itself a ping/,
  'event-header-decides': /SVC-Event decides/,
  'verifies-json-only': /parser of JSON/,
  'known-ids-first': /looked up before the signature is verified/,
  'remembers-signatures': /remembered, and what they were made for is not/,
  'key-of-the-tests': /"whsec_test"/,
  'unsigned-is-fine': /left out where there is no header/,
  'empty-old-secret': /empty secret/,
  'body-alone-suffices': /`t` is not signed/,
  'mismatch-500': /nobody catches it/,
  'tells-the-secret': /sent to the caller/,
  'unknown-type-422': /answer 2xx and do nothing/,
  'created-at-too': /`created_at`/,
  'by-instant': /created_at/,
  'by-bid': /a bid_id for instance/,
  'no-memory': /not remembered by the id/,
  'looks-then-acts': /unique key/,
  'noted-before-the-effect': /written down before the effect/,
  'fails-after-the-effect': /fails after its effect/,
  'notes-before-it-verifies': /before the signature is verified/,
  'duplicate-409': /seen before is answered as an error/,
  'to-slash': /do not follow redirects/,
  password: /asks for credentials/,
};

describe('a faulty receiver is found by the drills of its row, and its mistake is named', () => {
  test('each of one mistake', async () => {
    expect(Object.keys(NAMED).length).toBeGreaterThanOrEqual(30);
    const missed = await forEach(faulty(...Object.keys(NAMED)), async (row) => {
      const bite = judgeReceiverBite(row, await attackMade(row.make, { only: ['SIG-1/genuine', ...row.drills] }));
      if (bite.escaped_as !== undefined) return bite.escaped_as;
      return NAMED[row.name]?.test(bite.cause) === true ? undefined : bite.cause;
    });
    expect(missed).toEqual({});
  });
});

const ODD_ANSWERS = [
  'hangs',
  'resets',
  'hangs-up',
  'no-http',
  'endless-headers',
  'huge-headers',
  'endless-hints',
  'body-in-drops',
  'body-that-never-comes',
  'breaks-off',
];

describe('RTY-5 whatever a receiver answers, it is judged, and the judge survives it', () => {
  test('silence, resets, no HTTP, headers and bodies without end', async () => {
    const rows = faulty(...ODD_ANSWERS);
    const wrong = await forEach(rows, async (row) => {
      const report = await attackFaulty(row);
      const bite = judgeReceiverBite(row, report);
      const errors = report.checks.filter(({ verdict }) => verdict === 'error').map(({ id, reason }) => `${id} ${reason}`);
      const exit_code = row.kind === 'faulty' ? 1 : 0;
      const is_right = bite.escaped_as === undefined && errors.length === 0 && report.exit_code === exit_code;
      return is_right ? undefined : { bite, errors, exit_code: report.exit_code };
    });
    expect(wrong).toEqual({});
  });

  test('a gigabyte, which is not kept', async () => {
    const before = { rss: process.memoryUsage.rss(), peak: process.resourceUsage().maxRSS * 1_024 };
    for (const row of faulty('gigabyte')) {
      expect(judgeReceiverBite(row, await attackFaulty(row))).toMatchObject({ escaped_as: undefined });
    }
    expect(process.memoryUsage.rss() - before.rss).toBeLessThan(200_000_000);
    expect(process.resourceUsage().maxRSS * 1_024 - before.peak).toBeLessThan(200_000_000);
  });
});
