import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import type { RunEvent, RunReport } from '../check/verdicts.ts';
import { FORMATS, renderReport } from '../reports/index.ts';
import { makeReportSchema } from '../reports/report-schema.ts';
import { attackReceiver, type AttackOptions } from './attack.ts';
import { DRILLS } from './drills/index.ts';
import type { ReceiverSettings } from './settings.ts';
import { TEST_SECRET, makeReceiverSettings, openReceiver, selecting, type Habits } from './testing/small-receiver.ts';

interface Attack {
  only?: readonly string[];
  settings?: Partial<ReceiverSettings>;
  options?: AttackOptions;
}

async function attack(
  habits: Habits,
  { only = [], settings = {}, options = {} }: Attack = {},
): Promise<{ report: RunReport; sent: number }> {
  await using receiver = await openReceiver(habits);
  const report = await attackReceiver(makeReceiverSettings(receiver.url, { selection: selecting(only), ...settings }), options);
  return { report, sent: receiver.arrivals.length };
}

const ofRun = ({ checks }: RunReport): RunReport['checks'] => checks.filter(({ verdict }) => verdict !== 'not_selected');

test('every drill has a unique id, a title, and an existing clause', () => {
  expect(DRILLS.length).toBeGreaterThan(100);
  const ids = DRILLS.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  for (const { id, title, clause } of DRILLS) {
    expect(id).toMatch(/^[A-Z]+-\d+\/[a-z0-9-]+$/);
    expect(id.startsWith(`${clause}/`)).toBe(true);
    expect(title).toMatch(/^(?:[A-Z]|\d).{10,}[^.]$/);
  }
});

test('a run ends when its time is up, whatever the receiver does, and is inconclusive', async () => {
  const { report } = await attack({ respond: () => true }, { settings: { timeout_ms: 60_000, time_limit_ms: 300 } });
  expect([report.verdict, report.exit_code, report.is_interrupted]).toEqual(['inconclusive', 3, false]);
  expect(report.reasons.join()).toContain('allow more time with --max-minutes');
});

test('a note about a drill that only reports says what it observed', async () => {
  const { report } = await attack({}, { only: ['SIG-1'] });
  expect(report.notices).toContainEqual(
    expect.stringMatching(/^SIG-1\/upper-case only reports, because the document allows any response: v1 in upper-case hex: /),
  );
});

test('EVT-20 a drill that checks no response says why', async () => {
  const { report } = await attack({}, { only: ['EVT-20', 'SIG-1/genuine'] });
  expect(report.clauses.find(({ id }) => id === 'EVT-20')).toMatchObject({
    verdict: 'not_verified',
    reason: expect.stringMatching(
      /^any response is correct, because such a delivery is never sent: each mode has its own .* was status 200$/,
    ),
  });
});

test('a report about a receiver calls its tests drills', async () => {
  const { report } = await attack({ isSame: () => true, status: 204 });
  const rendered = (['text', 'markdown', 'html', 'junit'] as const).map((format) =>
    renderReport(format, report, { exchanges: [] }),
  );
  for (const text of rendered) expect(text).not.toMatch(/\b(?:\d+(?: more)?|all|this|whole|no|blocked) checks?\b/i);
  expect(rendered.join()).toMatch(/\ball drills\b.*Run this drill alone/s);
});

describe('the selection', () => {
  test('some drills: only they run, and the report lists all drills in order', async () => {
    const { report } = await attack({}, { only: ['SIG-3/past-290', 'SIG-1/genuine'], options: { selection: ['--only SIG'] } });
    expect(report.checks.map(({ id }) => id)).toEqual(DRILLS.map(({ id }) => id));
    expect(ofRun(report).map(({ id, verdict }) => [id, verdict])).toEqual([
      ['SIG-1/genuine', 'pass'],
      ['SIG-3/past-290', 'pass'],
    ]);
    expect(report).toMatchObject({ exit_code: 0, selection: ['--only SIG'], is_interrupted: false });
  });

  test('events are emitted while the run goes on', async () => {
    const events: RunEvent[] = [];
    await attack({}, { only: ['SIG-10'], options: { onEvent: (event) => events.push(event) } });
    const chosen = DRILLS.filter(({ clause }) => clause === 'SIG-10').length;
    expect(events[0]).toMatchObject({ type: 'run_started', checks: chosen });
    expect(events.filter(({ type }) => type === 'check_started').length).toBe(chosen);
    expect(events.flatMap((event) => (event.type === 'check_ended' ? [event.done] : []))).toEqual(
      Array.from({ length: chosen }, (_, at) => at + 1),
    );
    expect(events.at(-1)).toMatchObject({ type: 'run_ended', report: { exit_code: 0 } });
  });
});

describe('exit codes', () => {
  const spaced: Habits = {
    read: (header) => {
      const [t, v1] = header.split(',').map((segment) => segment.split('='));
      return t?.[0] === 't' && v1?.[0] === 'v1' ? { t: t[1] ?? '', v1: [v1[1] ?? ''] } : undefined;
    },
  };

  test('0 with a warning of a derived clause, and 1 with --strict', async () => {
    const only = ['SIG-10/spaced', 'SIG-1/genuine'];
    const lenient = await attack(spaced, { only });
    expect(lenient.report).toMatchObject({ exit_code: 0, verdict: expect.not.stringMatching('non_conformant') });
    expect(ofRun(lenient.report).at(-1)).toMatchObject({ id: 'SIG-10/spaced', verdict: 'warn' });
    const strict = await attack(spaced, { only, settings: { is_strict: true } });
    expect(strict.report).toMatchObject({ exit_code: 1, verdict: 'non_conformant' });
  });

  test('3: the receiver does not respond', async () => {
    const gone = await openReceiver();
    await gone[Symbol.asyncDispose]();
    const report = await attackReceiver(makeReceiverSettings(gone.url));
    expect(report).toMatchObject({ exit_code: 3, verdict: 'inconclusive' });
    expect(report.checks.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(report.checks[0]).toMatchObject({
      verdict: 'error',
      reason: expect.stringMatching(/: the connection was refused\. Check the URL, and that the receiver is running\.$/),
    });
    expect(report.checks.find(({ verdict }) => verdict === 'blocked')?.blocked_by).toBe(
      'there is no connection to the receiver (the connection was refused; check the URL, and that the receiver is running)',
    );
  });
});

describe('an interrupted run', () => {
  test('before its start sends nothing, and skips every drill', async () => {
    const stop = AbortSignal.abort(new Error('interrupted'));
    const { report, sent } = await attack({}, { options: { stop } });
    expect(report).toMatchObject({ exit_code: 130, is_interrupted: true });
    expect(new Set(report.checks.map(({ verdict }) => verdict))).toEqual(new Set(['skip']));
    expect(sent).toBe(0);
  });

  test('in the middle keeps the results so far', async () => {
    const stop = new AbortController();
    const onEvent = (event: RunEvent): void => {
      if (event.type === 'check_ended' && event.done === 5) stop.abort(new Error('interrupted'));
    };
    const { report } = await attack({}, { options: { stop: stop.signal, onEvent } });
    expect(report).toMatchObject({ exit_code: 130, reasons: expect.arrayContaining(['the run was interrupted']) });
    const verdicts = report.checks.map(({ verdict }) => verdict);
    expect(verdicts.filter((verdict) => verdict === 'pass').length).toBeGreaterThanOrEqual(3);
    expect(verdicts.filter((verdict) => verdict === 'skip').length).toBeGreaterThan(50);
    expect(report.checks.filter(({ reason }) => reason === 'the run was interrupted').length).toBeGreaterThan(50);
  });
});

describe('RTY-5 an unusable receiver is tested in little time, and the other drills are blocked', () => {
  test.concurrent.each<[what: string, response: NonNullable<Habits['respond']>, said: RegExp]>([
    ['hangs', () => true, /no response within 0.2 s/],
    ['resets', (_arrival, response) => response.socket?.resetAndDestroy(), /closed the connection without a response/],
    ['redirects', (_arrival, response) => response.writeHead(308, { location: '/there' }).end(), /status 308/],
    ['takes nothing', (_arrival, response) => response.writeHead(401).end('Login'), /status 401, Login/],
  ])('one that %s', async (_what, response, said) => {
    const { report } = await attack({ respond: response }, { settings: { timeout_ms: 200 } });
    expect(report).toMatchObject({ exit_code: 1, verdict: 'non_conformant' });
    expect(report.checks[0]).toMatchObject({ id: 'SIG-1/genuine', verdict: 'fail', reason: expect.stringMatching(said) });
    const rest = new Set(report.checks.slice(1).map(({ verdict }) => verdict));
    expect([...rest].filter((verdict) => verdict !== 'blocked' && verdict !== 'skip' && verdict !== 'pass')).toEqual([]);
  });

  test('a receiver that accepts everything fails at the first forgery, and the other forgeries are blocked', async () => {
    const { report } = await attack({ respond: (_arrival, response) => response.end() }, { only: ['SIG-1', 'SIG-4'] });
    const failed = report.checks.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
    expect(failed).toEqual(['SIG-4/forged']);
    expect(report.checks.find(({ id }) => id === 'SIG-4/no-header')).toMatchObject({ verdict: 'blocked' });
  });
});

describe('the report', () => {
  const schema = makeReportSchema();
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
  addFormats.default(ajv);

  const bare = TEST_SECRET.slice('whsec_'.length);
  const forms = [TEST_SECRET, bare].flatMap((text) => [
    text,
    Buffer.from(text).toString('base64'),
    Buffer.from(text).toString('base64url'),
    Buffer.from(text).toString('hex'),
  ]);
  test.each<[what: string, habits: Habits]>([
    ['a clean receiver', {}],
    [
      'one that redirects and reveals its secret',
      {
        respond: (_arrival, response) => response.writeHead(302, { location: `/${TEST_SECRET}` }).end(forms.join(' ')),
      },
    ],
    [
      'one that reveals it with every refusal',
      {
        read: (header) =>
          header.startsWith('t=') && !header.includes('sha256')
            ? { t: header.slice(2, 12), v1: header.split('v1=').slice(1) }
            : undefined,
        respond: ({ headers }, response) => {
          const header = String(headers['svc-signature']);
          if (/^t=\d{10},v1=[0-9a-f]{64}$/.test(header)) return false;
          response.writeHead(400).end(`expected ${forms.join(' ')}`);
          return true;
        },
      },
    ],
  ])('on %s contains the secret in no format and in no encoding, and matches its schema', async (_what, habits) => {
    const settings: Partial<ReceiverSettings> = {
      rerun_flags: [`--effect-command 'SECRET=${TEST_SECRET} count'`],
      timeout_ms: 500,
      countEffects: async () => Promise.reject(new Error(`the command SECRET=${TEST_SECRET} count failed`)),
    };
    const { report } = await attack(habits, {
      only: ['SIG-1', 'SIG-4', 'SIG-10', 'SIG-3/at-the-bound', 'RTY-5/1-at-once', 'SIG-7/one-effect'],
      settings,
    });
    expect(ajv.validate(schema, JSON.parse(renderReport('json', report, { exchanges: [] }))), ajv.errorsText()).toBe(true);
    const formats = Object.keys(FORMATS) as (keyof typeof FORMATS)[];
    for (const format of formats) {
      const text = renderReport(format, report, { exchanges: [] });
      for (const form of forms) expect(text.includes(form), `${form} in ${format}`).toBe(false);
    }
  });

  test('hides the query of an address', async () => {
    await using receiver = await openReceiver();
    const selection = selecting(['SIG-1']);
    const report = await attackReceiver(makeReceiverSettings(`${receiver.url}?token=abc`, { selection }));
    expect(report.target.base_url).toBe(`${receiver.url}?…`);
    expect(receiver.arrivals[0]?.url).toBe('/v1/hooks?token=abc');
  });
});
