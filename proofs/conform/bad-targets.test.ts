/** Targets that are not a marketplace: the gate ends in time, with a verdict and without a stack trace. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, pipeline } from 'node:stream';
import { serve } from '#client/testing/server';
import { expect, test } from 'vitest';
import { INTERNAL_ERROR, STACK } from '../hostile/find-problems.ts';
import { makeFolder, runCli } from './run-cli.ts';

const CHUNK = Buffer.alloc(1024 * 1024, 'x');
/** A gigabyte: far more than the gate reads. */
const FLOOD_CHUNKS = 1024;

function flood(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  pipeline(Readable.from(Array.from({ length: FLOOD_CHUNKS }, () => CHUNK)), response, () => undefined);
}

const JSON_TYPE = { 'content-type': 'application/json' };

type AnswerRequest = (request: IncomingMessage, response: ServerResponse) => void;

/** Each target, the exit codes that are correct for it, and what it does with each request. */
const TARGETS: readonly (readonly [name: string, codes: readonly number[], answer: AnswerRequest])[] = [
  ['never answers', [3], () => undefined],
  ['hangs in the middle of a body', [3], (_, response) => response.writeHead(200, JSON_TYPE).write('{"items": [')],
  ['closes the connection', [3], ({ socket }) => socket.destroy()],
  ['resets the connection', [3], ({ socket }) => socket.resetAndDestroy()],
  ['answers HTML', [1, 3], (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>')],
  ['returns 200 with invalid content', [1, 3], (_, response) => response.writeHead(200, JSON_TYPE).end('{"hello": "world"}')],
  ['returns an array', [1, 3], (_, response) => response.writeHead(200, JSON_TYPE).end('[1, null, "x"]')],
  ['answers 500', [1, 3], (_, response) => response.writeHead(500).end('oops')],
  ['returns 503 without a body', [1, 3], (_, response) => response.writeHead(503).end()],
  ['redirects', [1, 3], (_, response) => response.writeHead(302, { location: 'https://login.example/' }).end()],
  ['redirects to itself', [1, 3], ({ url }, response) => response.writeHead(307, { location: url ?? '/' }).end()],
  ['sends a gigabyte', [3], (_, response) => flood(response)],
  ['does not speak HTTP', [3], ({ socket }) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')],
];

const TOKEN = { token_env: 'TOKEN' };
const CONFIG = { actors: { buyer: TOKEN, seller: TOKEN, reader: TOKEN } };

// They mostly wait.
test.concurrent.each(TARGETS)('a target that %s', async (_name, codes, answer) => {
  await using target = await serve(answer);
  using folder = makeFolder();
  writeFileSync(join(folder.path, 'gristmill.config.json'), JSON.stringify(CONFIG));
  const args = ['conform', target.base_url, '--timeout', '1'];
  const { code, stdout, stderr } = await runCli(args, folder.path, { TOKEN: 'some-token' });
  const output = `${stdout}${stderr}`;
  expect(codes).toContain(code);
  expect(output).not.toMatch(STACK);
  expect(output).not.toContain(INTERNAL_ERROR);
  expect(output.trim()).not.toBe('');
});

test('a target that is down, or whose host name does not resolve', async () => {
  using folder = makeFolder();
  for (const base_url of ['http://127.0.0.1:1/v1', 'http://no-such-host.invalid/v1']) {
    const { code, stdout, stderr } = await runCli(['conform', base_url, '--timeout', '2'], folder.path);
    expect(code).toBe(3);
    expect(`${stdout}${stderr}`).not.toMatch(STACK);
  }
});
