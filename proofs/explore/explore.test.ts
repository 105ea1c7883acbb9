/** `gristmill explore` as a process. */
import type { ChildProcess } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { makeTestFolder } from '#client/testing/folder';
import { serve } from '#client/testing/server';
import { createMock } from '#mock';
import { expect, test } from 'vitest';
import { startCli, type Finished } from '../conform/run-cli.ts';

const FOLDER = makeTestFolder();
/** Written in two parts, so that it does not count as a citation of the clause. */
const NAMED_TOO_EARLY = ['PRIV-4', 'unmasked-after-one-invoice'].join('/');

/** @param onProgress called when the command has printed its first progress */
async function explore(args: readonly string[], onProgress?: (child: ChildProcess) => void): Promise<Finished> {
  const { child, finished } = startCli(['explore', ...args], FOLDER, { NO_COLOR: '1', GRISTMILL_TARGET: '' });
  let has_progress = false;
  child.stdout?.on('data', (chunk: Buffer) => {
    if (has_progress || !chunk.includes('commands,')) return;
    has_progress = true;
    onProgress?.(child);
  });
  return finished;
}

function readSaved(name: string): { counterexample?: unknown; commands: unknown[]; seed: number; path: string } {
  // Written by the command, in the form that --replay takes.
  return JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as ReturnType<typeof readSaved>;
}

test('a violation is found, printed, and saved, and can be replayed from seed and path or from the file', async () => {
  await using mock = await createMock({ lots: 20, violations: [NAMED_TOO_EARLY] });
  const files = ['--script', 'found/it.sh', '--story', 'found/it.txt', '--save', 'found/it.json'];
  const found = await explore([mock.base_url, '--runs', '25', '--seed', '7', '--no-regressions', ...files]);
  expect(found).toMatchObject({ code: 1, stderr: '' });
  expect(found.stdout).toContain('PRIV-4 is violated: The counterparty of');
  const { commands, seed, path } = readSaved('found/it.json');
  expect(commands.length).toBeLessThanOrEqual(6);
  const again = `gristmill explore ${mock.base_url} --replay ${seed}:${path}`;
  expect(found.stdout).toContain(`  Deterministic: 3 of 3 replays reproduced the finding.\n  ${again}\n`);
  expect(readFileSync(join(FOLDER, 'found/it.sh'), 'utf8')).toContain(`# ${again}\n`);
  expect(found.stdout).toContain(readFileSync(join(FOLDER, 'found/it.txt'), 'utf8'));

  const replayed = await explore([mock.base_url, '--replay', `${seed}:${path}`, '--json']);
  expect(replayed.code).toBe(1);
  expect(JSON.parse(replayed.stdout)).toMatchObject({
    exit_code: 1,
    verdict: 'violated',
    runs: 1,
    counterexample: { commands, finding: { clause: 'PRIV-4' }, determinism: 'deterministic' },
    story: expect.stringMatching(/^PRIV-4 is violated/),
    script: expect.stringMatching(/^#!\/bin\/sh\n/),
  });
  const kept = await explore([mock.base_url, '--replay', 'found/it.json', '--quiet']);
  expect(kept).toEqual({ code: 1, stdout: '', stderr: '' });
  await using clean = await createMock({ lots: 20 });
  const fixed = await explore([clean.base_url, '--replay', 'found/it.json']);
  expect(fixed).toMatchObject({ code: 0, stdout: expect.stringMatching(/The finding did not occur again/) });
});

test('without a target, a mock is started, and known regressions are played first', async () => {
  const clean = await explore(['--runs', '2', '--no-regressions', '--verbose']);
  expect(clean).toMatchObject({ code: 0, stderr: '' });
  expect(clean.stdout).toMatch(/^Exploring a new mock\./);
  expect(clean.stdout).toMatch(/Nothing was found: 2 scenarios, \d+ commands, [\d,]+ requests, seed 1\./);
  expect(clean.stdout).toMatch(/\d  privacy\/counterparty/);
  const broken = await explore(['--violate', NAMED_TOO_EARLY]);
  expect(broken).toMatchObject({ code: 1, stdout: expect.stringMatching(/Known: a scenario/) });
  expect(broken.stdout).toContain('sh .gristmill/explore-PRIV-4-1.sh http://127.0.0.1:4010/v1');
  expect(readSaved('.gristmill/explore-PRIV-4-1.json').commands).toHaveLength(3);
});

test('a second finding is saved under another name, and existing files are not changed', async () => {
  await using mock = await createMock({ lots: 20, violations: [NAMED_TOO_EARLY] });
  const folder = join(FOLDER, '.gristmill');
  const args = [mock.base_url, '--seed', '9', '--no-shrink'];
  const first = await explore(args);
  expect(first.stdout).toContain('Written: .gristmill/explore-PRIV-4-9.sh, .gristmill/explore-PRIV-4-9.json\n');
  writeFileSync(join(folder, 'explore-PRIV-4-9.sh'), 'mine');
  const second = await explore(args);
  expect(second).toMatchObject({ code: 1, stderr: '' });
  expect(second.stdout).toContain('Written: .gristmill/explore-PRIV-4-9-2.sh, .gristmill/explore-PRIV-4-9-2.json\n');
  expect(second.stdout).toContain('  sh .gristmill/explore-PRIV-4-9-2.sh\n');
  // A name with one of its two files is taken too.
  writeFileSync(join(folder, 'explore-PRIV-4-9-3.json'), 'mine');
  expect((await explore(args)).stdout).toContain('sh .gristmill/explore-PRIV-4-9-4.sh');
  const kept = ['explore-PRIV-4-9.sh', 'explore-PRIV-4-9-3.json'].map((name) => readFileSync(join(folder, name), 'utf8'));
  expect(kept).toEqual(['mine', 'mine']);
  // A finding of a scenario from a file is not saved again.
  const again = await explore([mock.base_url, '--replay', '.gristmill/explore-PRIV-4-9-2.json']);
  expect(again.stdout).toContain(`\n  gristmill explore ${mock.base_url} --replay .gristmill/explore-PRIV-4-9-2.json\n\n`);
  expect(again.stdout).not.toContain('Written');
  expect(readdirSync(folder).filter((name) => name.includes('-9'))).toHaveLength(7);
});

test('a finding that does not recur every time is flaky', async () => {
  await using mock = await createMock({ lots: 20 });
  // Forwards all requests, but fails bids in every other world.
  await using proxy = await serve((request, response) => {
    const { url = '', method = '' } = request;
    const world = Number(/^\/worlds\/w(\d+)\/v1\/inventory\/[^/]+\/bids$/.exec(url)?.[1] ?? 1);
    const forward = async (): Promise<void> => {
      const body = await text(request);
      const { authorization = '', 'content-type': type } = request.headers;
      const headers = { authorization, ...(type === undefined ? {} : { 'content-type': type }) };
      const reply = await fetch(`${mock.auth_url}${url}`, { method, headers, ...(body === '' ? {} : { body }) });
      const here = new URL(proxy.base_url).origin;
      response.writeHead(method === 'POST' && world % 2 === 0 ? 500 : reply.status, { 'content-type': 'application/json' });
      response.end((await reply.text()).replaceAll(mock.auth_url, here));
    };
    void forward();
  });
  writeFileSync(
    join(FOLDER, 'bid.json'),
    JSON.stringify([{ kind: 'bid', params: { who: 0, lot: 0, price: 0, share: 0, keyed: 0 } }]),
  );
  const flaky = await explore([proxy.base_url, '--replay', 'bid.json']);
  expect(flaky).toMatchObject({ code: 1, stdout: expect.stringMatching(/Flaky: [12] of 3 replays reproduced the finding\./) });
});

test('Ctrl+C ends the run with 130, and prints what was found so far', async () => {
  const { code, stdout, stderr } = await explore(['--runs', '1000', '--no-regressions'], (child) => {
    child.kill('SIGINT');
  });
  expect(stderr).toContain('gristmill: stopping; to end immediately, press Ctrl+C again');
  expect(stdout).toMatch(/Interrupted\. So far: Nothing was found: \d+ scenarios?/);
  expect(code).toBe(130);
});
