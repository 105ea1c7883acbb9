import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeTestFolder } from '#client/testing/folder';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Counterexample } from '../findings/counterexample.ts';
import { explore } from '../play/explore.ts';
import { startMock, type TestMock } from '../testing/start-mock.ts';
import { renderStory, formatStory, writeScript } from './index.ts';

/** Generous, because other work can slow the machine down. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const FOLDER = makeTestFolder();
/** Written in two parts, so that they do not count as citations of the clauses. */
const NAMED_TOO_EARLY = ['PRIV-4', 'unmasked-after-one-invoice'].join('/');
const SENT_TWICE = ['EVT-3', 'rejections-twice'].join('/');
const NOT_SENT = ['BID-26', 'reject-without-effect'].join('/');

let clean: TestMock;
beforeAll(async () => {
  clean = await startMock();
});
afterAll(() => clean[Symbol.asyncDispose]());

async function find(mock: TestMock, kinds: readonly string[]): Promise<Counterexample> {
  const commands = kinds.map((kind) => ({ kind, params: {} }));
  const { counterexample, reason } = await explore({ ...mock.settings, seed: 'story' }, { runs: 1, regressions: [commands] });
  if (counterexample === undefined) throw new Error(`nothing was found: ${reason ?? ''}`);
  return counterexample;
}

/** Runs a script as if pasted into a shell. */
async function play(script: string, ...args: readonly string[]): Promise<{ code: number; last: string; stderr: string }> {
  const path = join(FOLDER, `${script.length}.sh`);
  writeFileSync(path, script);
  // The node of this process comes first, as it does in an npm script.
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}` };
  return new Promise((resolve) => {
    execFile('sh', [path, ...args], { env }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, last: stdout.trimEnd().split('\n').at(-1) ?? '', stderr });
    });
  });
}

test('naming a party too early gives a story of three steps and a script that reproduces it, but not on a clean mock', async () => {
  await using mock = await startMock(NAMED_TOO_EARLY);
  const counterexample = await find(mock, ['bid', 'accept', 'pay_one']);
  const story = renderStory(formatStory(counterexample, ['gristmill explore --replay 1:0']));
  expect(story.replace(/\{"name":"[^"]+"\}/, '{"name":"…"}')).toMatchInlineSnapshot(`
    "PRIV-4 is violated: The counterparty of trade 1 is disclosed to buyer, although only one of the two invoices is paid.

    PRIV-4, stated by the document (What the service does): The \`counterparty\` of a bid or trade is null until both invoices on the resulting trade are paid, and then \`{ name }\`; it is still null after acceptance and after just one of the two invoices is paid, whichever it is. (Before any payment: PRIV-13.)

    Setup
      Lot 2 is listed by partner: 60 t of green-peas, No. 1 Canada.

    Steps
      1. Buyer bids 6 t at 280 on lot 2. Response: 201.
      2. Partner accepts bid 1. Response: 200.
      3. The buyer's invoice of trade 1 is paid, the first of two.

    Finding
      The counterparty of trade 1 is disclosed to buyer, although only one of the two invoices is paid.
      seen in  GET /trades/{trade 1} as buyer, status 200
      at       /data/counterparty
      expected null
      actual   {"name":"…"}

    Replay
      Deterministic: 3 of 3 replays reproduced the finding.
      gristmill explore --replay 1:0
    "
  `);
  expect(story).not.toMatch(/(?:inv|bid|trd|farm|whk)_\w/);

  const script = writeScript(counterexample, {
    target: mock.base_url,
    is_mock: true,
    replay: 'gristmill explore --replay 1:0',
  });
  // The script creates only the test data that the steps use.
  expect(
    script.match(/^(?:send|call|control|control_json) .*"\$?.*/gm)?.filter((line) => line.includes('/me/inventory')),
  ).toHaveLength(1);
  const shown = await play(script);
  expect(shown).toMatchObject({ code: 1, last: `reproduced: PRIV-4: ${counterexample.finding.message}` });
  expect(await play(script, clean.base_url)).toMatchObject({ code: 0, last: expect.stringMatching(/^not reproduced: PRIV-4/) });
  // The script's world copies the current violations of the mock.
  await clean.violate(NAMED_TOO_EARLY);
  expect(await play(script, clean.base_url)).toMatchObject({ code: 1 });
  await clean.violate();
  // The scripts have deleted their worlds.
  const worlds: unknown = await (await fetch(`${mock.control_url}/worlds`)).json();
  expect(worlds).toMatchObject({ items: [{ id: 'default' }] });
});

test('for a missing event, the script counts the events that the mock sent', async () => {
  await using mock = await startMock(NOT_SENT);
  const counterexample = await find(mock, ['bid', 'reject']);
  expect(counterexample.finding.invariant).toBe('events/all-due');
  const script = writeScript(counterexample, { target: mock.base_url, is_mock: true, replay: '' });
  expect(await play(script)).toMatchObject({
    code: 1,
    last: expect.stringMatching(/^reproduced: EVT-18: No bid.rejected about/),
  });
  expect(await play(script, clean.base_url)).toMatchObject({ code: 0, last: expect.stringMatching(/^not reproduced/) });
  // Other deployments do not report sent events.
  const elsewhere = writeScript(counterexample, { target: mock.base_url, is_mock: false, replay: 'gristmill explore' });
  expect(elsewhere).toContain("echo 'To check it, run: gristmill explore'\nexit 2");
});

test('for a duplicate event, the script counts the events that the mock sent', async () => {
  await using mock = await startMock(SENT_TWICE);
  const counterexample = await find(mock, ['bid', 'reject']);
  expect(counterexample.finding).toMatchObject({
    invariant: 'events/none-else',
    expected: 'no such event, in addition to 1 delivered',
  });
  const script = writeScript(counterexample, { target: mock.base_url, is_mock: true, replay: '' });
  expect(await play(script)).toMatchObject({
    code: 1,
    last: expect.stringMatching(/^reproduced: EVT-4: An unexpected bid.rejected about bid 1 was delivered/),
  });
  expect(await play(script, clean.base_url)).toMatchObject({ code: 0, last: expect.stringMatching(/^not reproduced/) });
  // A missing event is a different finding.
  await clean.violate(NOT_SENT);
  expect(await play(script, clean.base_url)).toMatchObject({ code: 0, last: expect.stringMatching(/^not reproduced/) });
  await clean.violate();
});

test('the script exits with 2 if the target does not respond or is not a mock', async () => {
  await using mock = await startMock(NAMED_TOO_EARLY);
  const counterexample = await find(mock, ['bid', 'accept', 'pay_one']);
  const script = writeScript(counterexample, { target: mock.base_url, is_mock: true, replay: '' });
  expect(await play(script, `${mock.base_url}/nowhere`)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/is .* the mock\?|Cannot run/),
  });
  const elsewhere = writeScript(counterexample, { target: mock.base_url, is_mock: false, replay: '' });
  expect(await play(elsewhere)).toMatchObject({ code: 2, stderr: expect.stringMatching(/^Set TOKEN_\w+\.$/m) });
});
