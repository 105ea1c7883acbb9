import { expect, test } from 'vitest';
import type { RunEvent, RunReport } from '../check/verdicts.ts';
import { widthOf } from './text/layout.ts';
import { WIDTH_MAX } from './summary.ts';
import { progress, type ProgressOptions } from './terminal.ts';
import { HOSTILE_CASES } from './testing/hostile.ts';
import {
  makeCheck,
  makeEvidence,
  makeHostileReport,
  makeReceiverReport,
  makeReport,
  makeUniformReport,
  sampleClause,
} from './testing/sample-report.ts';

function listEvents(report: RunReport): RunEvent[] {
  const { checks } = report;
  return [
    { type: 'run_started', base_url: report.target.base_url, checks: checks.length, estimated_seconds: 95 },
    ...report.notices.map((message): RunEvent => ({ type: 'notice', message })),
    ...checks.flatMap((result, index): RunEvent[] => [
      { type: 'check_started', id: result.id, title: result.title },
      { type: 'check_ended', result, done: index + 1, of: checks.length },
    ]),
    { type: 'run_ended', report },
  ];
}

function watch(report: RunReport, options: Partial<ProgressOptions> = {}): string {
  let written = '';
  const take = progress((text) => (written += text), { is_tty: false, color: false, ...options });
  for (const event of listEvents(report)) take(event);
  return written;
}

/** The escape sequences of colors. */
const SGR = new RegExp(`${String.fromCodePoint(0x1b)}\\[\\d+m`, 'g');
const PLAIN = { is_tty: false, color: true };

test('the summary has counts, verdict, and exit code once, at the end', () => {
  const text = watch(makeReport());
  const headline =
    ' NON-CONFORMANT  exit code 1\n  Clauses: 110 verified, 10 violated, 10 warned, 40 not verified, 30 informational\n';
  expect(text.split(headline)).toHaveLength(2);
  expect(text.trimEnd().endsWith('- stated clauses are violated')).toBe(true);
  expect(text).toContain('2 min 5 s, 704 requests');
});

test('failures and warnings with one cause are listed once, with the names of the others', () => {
  const causes = ['It rains.', 'It snows.', 'It rains.', 'It rains.'];
  const checks = causes.map((likely_cause, index) =>
    makeCheck(sampleClause(index), { verdict: 'fail', evidence: [makeEvidence({ likely_cause })] }),
  );
  const text = watch(makeReport({ checks }));
  expect(text).toContain('Failures (4 in 2 groups)');
  expect(text.match(/Possible cause: It rains/g)).toHaveLength(1);
  expect(text.match(/Possible cause: It snows/g)).toHaveLength(1);
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'also │ 2 more checks with this possible cause: CONV-3/is-obeyed, CONV-4/is-obeyed',
  );
  const warned = watch(makeReport({ checks: checks.map((check) => ({ ...check, verdict: 'warn' })) })).replaceAll(/\s+/g, ' ');
  expect(warned).toMatch(/Warnings \(4 in 2 groups\) .*2 more checks with this possible cause: CONV-3/);
  expect(text).not.toContain('fail  CONV-3/is-obeyed');
});

test('hundreds of failures with the same finding take a few lines, even without a known cause', () => {
  const report = makeUniformReport();
  const text = watch(report);
  expect(text.replaceAll(/\s+│?\s*/g, ' ')).toMatch(/also 199 more checks failed in the same way: (\S+, ){12}and 187 more/);
  expect(text.match(/The body has no member "error"/g)).toHaveLength(1);
  expect(watch(report, { is_tty: true }).match(/✗ \S+: The body has no member/g)).toHaveLength(1);
  const ended = text.slice(text.indexOf('NON-CONFORMANT'), text.indexOf('Not verified'));
  expect(ended.split('\n').length).toBeLessThan(60);
});

test('a failure shows requirement, expected, observed, pointer, curl, rerun, and cause', () => {
  const text = watch(makeReport());
  const failure = text.slice(text.indexOf('✗ fail  PRIV-13/is-obeyed'), text.indexOf('✗ fail  INV-13'));
  expect(failure.replaceAll(/\s+│ /g, ' ')).toContain('PRIV-13 Before payment, `counterparty` is null, and no other field');
  for (const line of [
    '[S: stated] Section "Resources and their fields > Bid"',
    'request  │ POST https://staging.example/v1/bids as buyer: 201',
    'where    │ /data/counterparty',
    'expected │ null',
    'observed │ {"name":"Two Rivers Farm"}',
    '         │ Possible cause: The view of a bid',
    "curl -X POST 'https://staging.example/v1/bids' -H 'Authorization: Bearer $TOKEN_BUYER' \\\n",
    'gristmill conform --only PRIV-13/is-obeyed --seed 7',
  ]) {
    expect(failure).toContain(line);
  }
});

test('the lines of a script are not wrapped inside $(…)', () => {
  const report = makeReport();
  const script = ['t=$(date +%s)', `v1=$(printf '%s.%s' "$t" "${'long '.repeat(40)}" | hmac)`];
  const checks = report.checks.map((check) => {
    const evidence = (check.evidence ?? []).map((one) => ({
      ...one,
      exchanges: one.exchanges.map((exchange) => ({ ...exchange, curl: script.join('\n') })),
    }));
    return { ...check, evidence };
  });
  const lines = watch({ ...report, checks }).split('\n');
  for (const line of script) expect(lines).toContain(`      ${line}`);
});

test('unverified clauses are grouped by configuration key, and blocked ones by cause', () => {
  const sample = makeReport();
  const checks = sample.clauses.map((clause, index) =>
    index < 40 ? makeCheck(clause, { verdict: 'blocked' }) : makeCheck(clause),
  );
  const text = watch(makeReport({ checks }));
  expect(text).toContain('- set `hooks.pay_invoice` to verify (no hook pays an invoice):\n      CONV-5, CONV-6, CONV-12,');
  expect(text).toContain('- can be checked on the mock only:\n      CONV-11, OP-11, PAGE-11,');
  expect(text).toContain('- POST /bids returns 500, so 40 checks could not run\n      CONV-1/is-obeyed, ');
  expect(text.match(/POST \/bids returns 500/g)).toHaveLength(1);
});

test('errors and unexpected passes are failures; a known failure is not', () => {
  const { clauses } = makeReport();
  const verdicts = ['error', 'unexpected_pass', 'expected_failure'] as const;
  const checks = clauses
    .slice(0, 3)
    .map((clause, index) => makeCheck(clause, { verdict: verdicts[index] ?? 'pass', reason: `why ${index}` }));
  const text = watch(makeReport({ checks }));
  expect(text).toContain('Failures (2)');
  expect(text).toContain('E error  CONV-1/is-obeyed');
  expect(text).toContain('why      │ why 0');
  expect(text).toContain('P unexpected pass  CONV-2/is-obeyed');
  expect(text).toContain('Accepted by the baseline (1)\n  ~ CONV-3/is-obeyed: why 2');
});

test('accepted failures are listed once, at the end', () => {
  const accepted = (reason: string): string =>
    watch(makeReport({ checks: [makeCheck(sampleClause(), { verdict: 'expected_failure', reason, evidence: [] })] }));
  const text = accepted('It rains. (accepted until 2030-01-31): It rains.');
  expect(text).toContain('Accepted by the baseline (1)\n  ~ CONV-1/is-obeyed: known, accepted until 2030-01-31: It rains.\n');
  expect(text.match(/It rains/g)).toHaveLength(1);
  expect(text).not.toContain('✗');
  expect(accepted('Ticket 7 (accepted until 2030-01-31): It rains.')).toContain('until 2030-01-31: Ticket 7 (now: It rains.)');
});

test('how to set the token variables is printed once, and only after a failure that needs it', () => {
  const failed = makeReport().checks.filter(({ verdict }) => verdict === 'fail');
  const said = watch(makeReport({ checks: failed })).replaceAll(/\s+/g, ' ');
  expect(
    said.match(/Set the tokens before you run a curl command or a script: export TOKEN_BUYER='<access token of actors.buyer>'/g),
  ).toHaveLength(1);
  const target = { ...makeReport().target, is_mock: true };
  expect(watch(makeReport({ checks: failed, target })).replaceAll(/\s+/g, ' ')).toContain(
    'script: export TOKEN_BUYER=dev_buyer ',
  );
  const passed = makeReport().checks.filter(({ verdict }) => verdict === 'pass');
  expect(watch(makeReport({ checks: passed }))).not.toContain('Set the tokens');
});

test('the commands that read the JSON report come with how to get it', () => {
  const reproduction = { steps: ['As buyer: Read it.'], script: 'exit 0\n' };
  const failed = makeReport().checks.filter(({ verdict }) => verdict === 'fail');
  const checks = failed.map((check) => ({ ...check, evidence: [makeEvidence({ reproduction })] }));
  const said = watch(makeReport({ checks }));
  expect(said).toContain('\n      cp .gristmill/last-report.json report.json\n');
  expect(said).toContain(`gristmill repro report.json ${failed[0]?.id} --run`);
  expect(watch(makeReport({ checks: failed }))).not.toContain('last-report');
});

test('for a correct receiver, the success comes first, and unverified clauses after it', () => {
  const sample = makeReceiverReport();
  const clauses = { verified: 20, violated: 0, warned: 0, not_verified: 1, informational: 0, not_selected: 0 };
  const partial = { verdict: 'partial', exit_code: 0, counts: { ...sample.counts, clauses }, checks: [] } as const;
  const report = makeReceiverReport({
    ...partial,
    reasons: ['1 clause not verified; it could be verified with a more complete setup'],
  });
  expect(watch(report)).toMatch(
    /^ NOTHING WRONG FOUND {2}exit code 0, partial: not everything could be checked\n {2}Clauses: 20 verified/m,
  );
  const warned = { ...partial.counts, clauses: { ...clauses, warned: 1 } };
  expect(watch(makeReceiverReport({ ...partial, counts: warned }))).toMatch(/^ PARTIAL {2}exit code 0\n/m);
  expect(watch(makeReport(partial))).toMatch(/^ PARTIAL {2}exit code 0\n/m);
});

test('observations are printed only on request', () => {
  expect(watch(makeReport())).not.toContain('filters are ignored');
  expect(watch(makeReport(), { is_verbose: true })).toContain('filters are ignored');
});

test('of many findings of one check, the worst are printed, and the number of the others', () => {
  const clause = sampleClause();
  const findings = ['info', 'warn', 'fail', 'info', 'info'] as const;
  const evidence = findings.map((severity, index) => makeEvidence({ severity, message: `${severity} ${index}` }));
  const text = watch(makeReport({ clauses: [clause], checks: [makeCheck(clause, { verdict: 'fail', evidence })] }));
  expect([...text.matchAll(/found {4}│ (.*)/g)].map(([, message]) => message)).toEqual(['fail 2', 'warn 1', 'info 0']);
  expect(text).toContain('2 more findings');
});

test('a log has plain lines without escape sequences, and no progress for a run of less than a minute', () => {
  const text = watch(makeReport(), PLAIN);
  expect(text).not.toContain('\u001B');
  expect(text).not.toContain('\r');
  expect(text.split('\n').slice(0, 4)).toEqual([
    'Checking https://staging.example/v1: 200 checks, about 2 min',
    '! the clock of the target is 2 s ahead',
    '',
    '  Target        https://staging.example/v1',
  ]);
});

test('a log shows the progress once a minute, with the first failure of each group since the last time', () => {
  let now_ms = 0;
  const text = watch(makeReport(), { ...PLAIN, now: () => (now_ms += 1_000) });
  const lines = text.split('\n');
  expect(lines.slice(2, 4)).toEqual([
    '! CONV-7/is-obeyed: an unknown key is sent to a buyer',
    '✗ CONV-13/is-obeyed: counterparty is named before both invoices are paid',
  ]);
  expect(lines.find((line) => line.includes(' done'))).toMatch(/^\d+ of 200 checks done, \d+ failed(?:, \d+ could not run)?$/);
  expect(text.match(/of 200 checks done/g)?.length).toBeLessThan(5);
});

test('on a terminal, one line is updated: the progress, the current check, the last failure', () => {
  const written: string[] = [];
  const take = progress((text) => written.push(text), { is_tty: true, columns: 60, color: false });
  const result = makeCheck(sampleClause(), { verdict: 'fail', reason: 'it is red' });
  take({ type: 'run_started', base_url: 'http://x/v1', checks: 4, estimated_seconds: 1 });
  for (const id of [result.id, 'CONV-2/is-obeyed']) take({ type: 'check_started', id, title: '' });
  expect(written.at(-1)).toBe('\r\u001B[2K╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌ 0/4 CONV-1/is-obeyed, CONV-2/is-obeyed');
  take({ type: 'check_ended', result, done: 1, of: 4 });
  expect(written.slice(-2)).toEqual([
    '\r\u001B[2K✗ CONV-1/is-obeyed: it is red\n',
    '\r\u001B[2K━━━━╌╌╌╌╌╌╌╌╌╌╌╌ 1/4 1 ✗ CONV-2/is-obeyed',
  ]);
});

test('color is used only on a terminal', () => {
  expect(watch(makeReport(), { is_tty: true, color: true })).toContain('\u001B[31m');
  expect(watch(makeReport(), { is_tty: false, color: true })).not.toContain('\u001B[31m');
  expect(watch(makeReport(), { is_tty: true, color: false })).not.toContain('\u001B[31m');
});

test('a run without checks, a passing run, and an interrupted run can be printed', () => {
  const passing = makeReport({
    clauses: [],
    checks: [],
    verdict: 'conformant',
    exit_code: 0,
    reasons: [],
    notices: [],
    leftovers: [],
    stale_baseline: [],
  });
  expect(watch(passing).match(/CONFORMANT {2}exit code 0\n {2}Clauses: 0 verified, 0 violated\n/g)).toHaveLength(1);
  expect(watch(makeReport({ is_interrupted: true }))).toContain('exit code 1, interrupted');
});

test('a log has the whole text of a notice, a terminal also one line per failure', () => {
  const message = `actors.rival: ${'its token is in the same team as that of buyer, '.repeat(4)}use the token of another team`;
  const [check] = makeReport().checks.filter(({ verdict }) => verdict === 'fail');
  if (check === undefined) throw new Error('the report has a failure');
  const lines = (is_tty: boolean): readonly string[] => {
    let text = '';
    let now_ms = 0;
    const show = progress((more) => (text += more), { is_tty, color: false, now: () => (now_ms += 60_000) });
    show({ type: 'notice', message });
    show({ type: 'check_ended', done: 1, of: 1, result: { ...check, evidence: [], reason: message } });
    return text.split('\n').filter((line) => line.endsWith('another team'));
  };
  expect(lines(false)).toHaveLength(2);
  expect(lines(true)).toHaveLength(1);
});

/** Lines that are too wide. Commands to paste are indented, and can be longer. */
function listTooWide(text: string, columns: number): string[] {
  return text.split('\n').filter((line) => widthOf(line) > columns && !line.startsWith('      '));
}

test.for([40, 80, 100, 300])('no line is wider than a terminal of %i columns, or than 100', (columns) => {
  const shown = watch(makeReport(), { columns, is_verbose: true });
  expect(listTooWide(shown, Math.min(columns, WIDTH_MAX))).toEqual([]);
});

test.for(HOSTILE_CASES)('%j neither moves the cursor nor starts a workflow command', ([, text]) => {
  const report = makeHostileReport(text);
  const plain = watch(report, { is_verbose: true });
  expect(plain).not.toMatch(/[^\P{Cc}\n]|\p{Cs}|[\u202a-\u202e\u2066-\u2069\u2028\u2029]/u);
  expect(plain.split('\n').filter((line) => /^\s*::|##\w*\[/.test(line))).toEqual([]);
  expect(listTooWide(plain, WIDTH_MAX)).toEqual([]);
  expect(plain.length).toBeLessThan(200_000);

  const live = watch(report, { is_tty: true, color: true });
  const ours = live.replaceAll('\r\u001B[2K', '').replaceAll(SGR, '');
  expect(ours).not.toMatch(/[^\P{Cc}\n]/u);
});
