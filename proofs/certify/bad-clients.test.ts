/** Clients that do not work at all: the report says why in one sentence, and the exam ends in time and leaves no process running. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STAGES, readConfig, runExam } from '#certify';
import { isAlive } from '#certify/testing/is-alive';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeFolder } from '../conform/run-cli.ts';

const PATIENT_HOOK = 'do: { url: "http://127.0.0.1:{port}/do" }';
const HOOK = `${PATIENT_HOOK}\ntimeout_seconds: 5`;
const SECONDS_MAX = 45;

const LISTEN = "require('node:http').createServer((q, s) => act(q, s)).listen(process.env.MARKETPLACE_PORT, '127.0.0.1')";

test.for<[name: string, script: string, yaml: string, says: RegExp]>([
  [
    'never starts',
    'throw new Error("no settings")',
    HOOK,
    /^the client could not be started: it ended with exit code 1 before it was ready; it printed: Error: no settings\. Correct the /,
  ],
  [
    'prints its token',
    'console.log("bad token " + process.env.MARKETPLACE_ACCESS_TOKEN); process.exit(1)',
    HOOK,
    /^the client could not be started: it ended with exit code 1 before it was ready; it printed: bad token \[secret [0-9a-f]{6}\]\. /,
  ],
  [
    'ends at once',
    'process.exit(4)',
    '',
    /^the client could not be started: it ended with exit code 4 before it sent a request\. Correct the /,
  ],
  [
    'never calls',
    `function act(q, s) { s.end('{"bid_id":"bid_1"}') } ${LISTEN}`,
    HOOK,
    /^the client sent no request to MARKETPLACE_BASE_URL; /,
  ],
  [
    'calls another URL',
    `async function act(q, s) { await fetch(new URL('/inventory', process.env.MARKETPLACE_BASE_URL)); s.end('{}') } ${LISTEN}`,
    HOOK,
    /^none of the client's requests is for the API or the authorization server; the first was GET \/inventory; /,
  ],
  [
    'crashes when asked',
    `function act() { process.exit(9) } ${LISTEN}`,
    HOOK,
    /^the client ended with exit code 9 during \{"task":"place_bid"/,
  ],
  [
    'floods',
    `async function act() { for (;;) await Promise.all(Array.from({ length: 50 }, () => fetch(process.env.MARKETPLACE_BASE_URL + '/bids'))) } ${LISTEN}`,
    // On a busy machine, 1,000 requests take longer than 5 s.
    PATIENT_HOOK,
    /^the client sent more than 1,000 requests in one stage and was stopped; /,
  ],
  [
    'refreshes forever',
    `async function act() { for (;;) { await fetch(process.env.MARKETPLACE_AUTH_URL + '/oauth/token', { method: 'POST' }); await new Promise((done) => setTimeout(done, 100)); } } ${LISTEN}`,
    HOOK,
    /^the hook `do` did not respond to .*; meanwhile, it sent \d+ requests, \d+ of them POST \/oauth\/token; the last response was 4\d\d$/,
  ],
  [
    'prints without end',
    `const line = 'x'.repeat(65536); const go = () => process.stdout.write(line, go); go(); function act() {} ${LISTEN}`,
    HOOK,
    /^the client printed more than 64 MiB and was stopped; |^the client was ended by SIGKILL /,
  ],
  [
    'ignores SIGTERM and leaves a child behind',
    `process.on('SIGTERM', () => {}); require('node:child_process').spawn('sleep', ['600']); function act(q, s) { s.end('[]') } ${LISTEN}`,
    HOOK,
    /^the hook `do` responded to .* with "\[\]", which is not a JSON object$/,
  ],
])('a client that %s', async ([, script, yaml, says]) => {
  using folder = makeFolder();
  const [program, pids] = [join(folder.path, 'client.cjs'), join(folder.path, 'pids')];
  const note = `require('node:fs').appendFileSync(${JSON.stringify(pids)}, process.pid + '\\n');`;
  writeFileSync(program, `${note}\n${script}\n`);
  const config = readConfig(yaml, 'certify.yaml', [process.execPath, program]);
  const stages = STAGES.filter(({ id }) => ['placing.plain', 'placing.response-lost', 'placing.invalid'].includes(id));
  const report = await runExam(config, { seed: '7', stages });

  expect(report.verdict).not.toBe('ready');
  const said = [...report.reasons, ...report.stages.flatMap(({ findings }) => findings)];
  expect(said).toContainEqual(expect.stringMatching(says));
  for (const sentence of said) {
    expect(sentence).not.toContain('\n');
    expect(sentence).not.toMatch(/bad token (?!\[secret )/);
  }
  expect(report.duration_ms / 1_000).toBeLessThan(SECONDS_MAX);
  const started = existsSync(pids) ? readFileSync(pids, 'utf8').trim().split('\n').map(Number) : [];
  expect(started.length).toBeGreaterThan(0);
  expect(started.filter(isAlive)).toEqual([]);
});

test('a client that cannot be stopped makes the exam inconclusive, and is named', async () => {
  using folder = makeFolder();
  const program = join(folder.path, 'client.cjs');
  writeFileSync(program, `function act(q, s) { s.end('{"unsupported":true}') } ${LISTEN}`);
  const kill = process.kill.bind(process);
  const groups = new Set<number>();
  const denied = vi.spyOn(process, 'kill').mockImplementation((pid) => {
    groups.add(pid);
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
  });
  onTestFinished(() => {
    denied.mockRestore();
    for (const group of groups) kill(group, 'SIGKILL');
  });
  const config = readConfig(HOOK, 'certify.yaml', [process.execPath, program]);
  const stages = STAGES.filter(({ id }) => ['process.stops', 'clock.server-ahead'].includes(id)).toReversed();
  const report = await runExam(config, { seed: '7', stages });

  const reason = expect.stringMatching(
    /^the process group \d+ of the client cannot be stopped: kill EPERM; end it yourself, /,
  ) as string;
  expect(report).toMatchObject({ verdict: 'inconclusive', reasons: [reason] });
  expect(report.stages).toMatchObject([
    { id: 'process.stops', verdict: 'not_shown', reason },
    { id: 'clock.server-ahead', verdict: 'not_shown', reason },
  ]);
  expect(groups.size).toBe(1);
});
