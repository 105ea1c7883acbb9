import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { STAGES, generateKeys, readConfig } from '#certify';
import { makeTestFolder } from '#client/testing/folder';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { runHere } from '../testing/run-here.ts';

let folder: string;
const home = process.cwd();
beforeEach(() => {
  folder = makeTestFolder(onTestFinished);
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(home);
});

test('--list prints every stage once, and --only an area', async () => {
  const { code, out } = await runHere('certify', '--list');
  expect(code).toBe(0);
  expect(out.trim().split('\n')).toHaveLength(STAGES.length);
  expect(new Set(STAGES.map(({ id }) => id)).size).toBe(STAGES.length);
  const some = (await runHere('certify', '--list', '--only', 'pages,auth.rotation')).out.trim().split('\n');
  expect(some.map((line) => line.split(/\s+/)[1])).toEqual(expect.arrayContaining(['pages.all', 'auth.rotation']));
  expect(await runHere('certify', '--list', '--config', 'missing.yaml')).toMatchObject({ code: 2 });
  expect(some.every((line) => / (?:pages\.|auth\.rotation )/.test(line))).toBe(true);
});

test('--init writes a file that works once its examples are uncommented, and never replaces one', async () => {
  expect(await runHere('certify', '--init')).toMatchObject({ code: 0, complaint: '' });
  const text = readFileSync('certify.yaml', 'utf8');
  expect(readConfig(text, 'certify.yaml', []).command).toBe('node client.js');
  const whole = readConfig(text.replaceAll(/^# /gm, ''), 'certify.yaml', []);
  expect(whole).toMatchObject({
    env: { MARKETPLACE_BASE_URL: 'GRAIN_API_URL' },
    receiver_url: 'http://127.0.0.1:{port}/webhooks',
    do: { url: 'http://127.0.0.1:{port}/do' },
    show: { url: 'http://127.0.0.1:{port}/show' },
    timeout_seconds: 20,
  });
  expect(Object.keys(whole.not_applicable)).toEqual(['pages']);
  expect(await runHere('certify', '--init')).toMatchObject({
    code: 2,
    complaint: expect.stringContaining('certify.yaml already exists'),
  });
});

test('--keygen writes a key that only its owner can read, and never replaces one', async () => {
  expect(await runHere('certify', '--keygen')).toMatchObject({ code: 0, complaint: '' });
  expect(statSync('certify-key.pem').mode & 0o777).toBe(0o600);
  expect(readFileSync('certify-key.pub.pem', 'utf8')).toContain('PUBLIC KEY');
  expect(await runHere('certify', '--keygen')).toMatchObject({ code: 2 });
});

test.each<[name: string, args: string[], says: string]>([
  ['no command', [], 'command: there is no command; pass the one that starts your client after --'],
  [
    'an unknown stage',
    ['--only', 'placin', '--', 'node', 'x'],
    "--only: there is no stage or area 'placin'; did you mean placing?",
  ],
  [
    'a part of the name of a stage',
    ['--only', 'placing.lost', '--', 'node', 'x'],
    "--only: there is no stage or area 'placing.lost'; did you mean placing.response-lost?",
  ],
  [
    'a statement about a part',
    ['--only', 'pages', '--statement', 's.json', '--', 'node', 'x'],
    '--statement: a statement is about the whole exam',
  ],
  ['a statement without a key', ['--statement', 's.json', '--', 'node', 'x'], '--key: certify-key.pem cannot be read'],
  [
    'a statement with a public key',
    ['--statement', 's.json', '--key', 'public.pem', '--', 'node', 'x'],
    '--key: public.pem: the key is not an ed25519 private key in PEM; make one with gristmill certify --keygen',
  ],
  [
    'an unknown format',
    ['--report', 'pdf=x', '--', 'node', 'x'],
    "--report: there is no format 'pdf'; use one of json, junit, html, badge, text",
  ],
  ['a report elsewhere', ['--statement', 's.json', '--report', 'json=a/r.json', '--', 'node', 'x'], '--report json=r.json'],
  ['an unknown field', ['--config', 'bad.yaml'], 'bad.yaml: there is no field recevier_url; did you mean receiver_url?'],
  ['an unknown variable', ['--config', 'env.yaml'], 'env.yaml: there is no variable MARKETPLACE_URL; '],
  ['no YAML', ['--config', 'no.yaml'], 'no.yaml: is not valid YAML: '],
  ['a bad URL', ['--config', 'url.yaml'], "receiver_url: 'localhost' is not an http address"],
  ['an excuse for nothing', ['--config', 'excuse.yaml'], "not_applicable: there is no stage or area 'page'"],
  ['no file', ['--config', 'nowhere.yaml'], '--config: nowhere.yaml cannot be read'],
  ['two commands', ['--config', 'url.yaml', '--', 'node', 'x'], '--: url.yaml also has a command'],
  [
    'no report to rerun',
    ['--rerun-failed', 'bad.yaml', '--', 'node', 'x'],
    '--rerun-failed: bad.yaml is not a JSON report of gristmill certify',
  ],
  ['no statement', ['--verify', 'nowhere.json'], '--verify: nowhere.json cannot be read'],
  [
    'no public key',
    ['--verify', 'bad.yaml', '--key', 'bad.yaml'],
    '--key: bad.yaml: the key is not an ed25519 public key in PEM',
  ],
])('wrong usage: %s', async (_, args, says) => {
  writeFileSync('bad.yaml', 'command: x\nrecevier_url: http://127.0.0.1/x\n');
  writeFileSync('env.yaml', 'command: x\nenv: { MARKETPLACE_URL: X }\n');
  writeFileSync('no.yaml', 'command: [x\n');
  writeFileSync('url.yaml', 'command: x\nreceiver_url: localhost\n');
  writeFileSync('excuse.yaml', 'command: x\nnot_applicable: { page: "no lists" }\n');
  writeFileSync('public.pem', generateKeys().public_key);
  const { code, complaint } = await runHere('certify', ...args);
  expect(complaint).toContain(says);
  expect(complaint.trim().split('\n')).toHaveLength(1);
  expect(code).toBe(2);
});

test.each<[name: string, args: string[], says: string]>([
  ['a program', ['--', './client'], 'could not be started: spawn ./client ENOENT; correct the command that starts it'],
  [
    'a command line of certify.yaml',
    ['--config', 'line.yaml'],
    'could not be started: the shell did not find it (exit code 127); it printed: ',
  ],
  [
    'a file that cannot be executed',
    ['--config', 'file.yaml'],
    'could not be started: the shell cannot execute it (exit code 126); ',
  ],
  ['a server', ['--config', 'server.yaml'], 'could not be started: the shell did not find it (exit code 127); '],
  [
    'a hook',
    ['--config', 'hook.yaml'],
    'the command of the hook `do` could not be started: the shell did not find it (exit code 127): ',
  ],
  [
    'a hook that cannot be executed',
    ['--config', 'hook-file.yaml'],
    'the command of the hook `do` could not be started: the shell cannot execute it (exit code 126): ',
  ],
  [
    'a hook of a client that has ended',
    ['--config', 'hook.yaml', '--', 'true'],
    'the command of the hook `do` could not be started: the shell did not find it (exit code 127): ',
  ],
])('a client that cannot be started makes the exam inconclusive: %s', async (_, args, says) => {
  writeFileSync('line.yaml', 'command: ./client --now\n');
  writeFileSync('file.yaml', 'command: ./line.yaml\n');
  writeFileSync('server.yaml', 'command: ./client\ndo: { url: "http://127.0.0.1:{port}/do" }\n');
  writeFileSync('hook.yaml', 'do: { command: ./client --do }\n');
  writeFileSync('hook-file.yaml', 'do: { command: ./line.yaml }\n');
  const { code, out } = await runHere('certify', '--report', 'json=report.json', ...args);
  expect(out).toContain(says);
  expect(code).toBe(3);
  const { counts } = JSON.parse(readFileSync('report.json', 'utf8')) as { counts: { must: { not_ready: number } } };
  expect(counts.must.not_ready).toBe(0);
});

test('--verify prints no control characters of a statement', async () => {
  await runHere('certify', '--keygen');
  await runHere('certify', '--statement', 'statement.json', '--', './client\u001B[2J');
  const { code, out } = await runHere('certify', '--verify', 'statement.json');
  expect(code).toBe(3);
  expect(out).toContain(String.raw`client ./client\u001b[2J`);
  expect(out).not.toContain('\u001B');
});

test.each([
  ['before it sends a request', [], 'it ended with exit code 3 before it sent a request; it printed: no such file. Correct the'],
  ['before it listens', ['--config', 'server.yaml'], 'it ended with exit code 3 before it was ready; it printed: no such file.'],
])('a client that ends %s ends the exam immediately, and every report says why', async (_, args, says) => {
  writeFileSync('server.yaml', 'receiver_url: http://127.0.0.1:{port}/webhooks\n');
  const reports = ['--report', 'junit=r.xml', '--report', 'html=r.html'];
  const client = ['--', 'node', '-e', 'console.error("line 1 of the stack\\nno such file"); process.exit(3)'];
  const { code, out } = await runHere('certify', ...args, ...reports, ...client);
  expect(code).toBe(3);
  expect(out.match(/could not be started/g)).toHaveLength(1);
  expect(out).toContain('\n      line 1 of the stack\n      no such file\n');
  for (const text of [out, readFileSync('r.xml', 'utf8'), readFileSync('r.html', 'utf8')]) {
    const words = text.replaceAll(/\s+/g, ' ');
    expect(words).toContain(`the client could not be started: ${says}`);
    expect(words).toContain(
      'Correct the cause, and run certify again. The command gets MARKETPLACE_BASE_URL, MARKETPLACE_ACCESS_TOKEN, and others: if it reads',
    );
  }
});

test('a client that bids all the time is told once what the exam expects, after a plan of the run', async () => {
  const client = `
    const { MARKETPLACE_BASE_URL: base, MARKETPLACE_ACCESS_TOKEN: token } = process.env;
    const headers = { Authorization: 'Bearer ' + token, 'Content-Type': 'application/json' };
    const { items } = await (await fetch(base + '/inventory?limit=50', { headers })).json();
    const lot = items.find((one) => one.grade !== null && one.quantity_mt > 20);
    const terms = { price: { amount: 300, unit: 'MT' }, quantity_mt: 1, delivery: { from: '2035-09-01', to: '2035-09-30' } };
    for (;;) {
      await fetch(base + '/inventory/' + lot.id + '/bids', { method: 'POST', headers, body: JSON.stringify(terms) });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  `;
  const only = ['--only', 'placing.plain,placing.has-key,placing.cheapest'];
  const { code, out } = await runHere('certify', ...only, '--', 'node', '--input-type=module', '-e', client);
  expect(code).toBe(3);
  expect(out).toMatch(
    /^2 stages, about 3 s if the client responds quickly\.\nWithout the hook `do`, .*: up to 40 s each\.\n1 more needs /,
  );
  expect(out.match(/the client keeps placing bids without being asked/g)).toHaveLength(1);
  expect(out).toMatch(/ placing\.has-key .*\n {4}as in placing\.plain\n/);
});
