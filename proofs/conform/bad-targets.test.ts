/** Targets that are not a marketplace: the gate ends in time, with a verdict and without a stack trace. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder, runCli } from './run-cli.ts';

const CHUNK = Buffer.alloc(1024 * 1024, 'x');
/** Far more than the gate reads. */
const FLOOD_CHUNKS = 1024;

function flood(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  let sent = 0;
  const more = (): void => {
    while (sent < FLOOD_CHUNKS && !response.destroyed) {
      sent += 1;
      if (!response.write(CHUNK)) {
        response.once('drain', more);
        return;
      }
    }
    response.end();
  };
  more();
}

/** What the target does with each request, and the exit codes that are correct for it. */
const TARGETS: readonly [
  name: string,
  codes: readonly number[],
  answer: (request: IncomingMessage, response: ServerResponse) => void,
][] = [
  ['never answers', [3], () => undefined],
  [
    'hangs in the middle of a body',
    [3],
    (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{"items": ['),
  ],
  ['closes the connection', [3], ({ socket }) => socket.destroy()],
  ['resets the connection', [3], ({ socket }) => socket.resetAndDestroy()],
  [
    'answers HTML',
    [1, 3],
    (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to nginx</h1>'),
  ],
  [
    'returns 200 with invalid content',
    [1, 3],
    (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"hello": "world"}'),
  ],
  [
    'returns an array',
    [1, 3],
    (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('[1, null, "x"]'),
  ],
  ['answers 500', [1, 3], (_, response) => response.writeHead(500).end('oops')],
  ['returns 503 without a body', [1, 3], (_, response) => response.writeHead(503).end()],
  ['redirects', [1, 3], (_, response) => response.writeHead(302, { location: 'https://login.example/' }).end()],
  ['redirects to itself', [1, 3], ({ url }, response) => response.writeHead(307, { location: url ?? '/' }).end()],
  ['sends a gigabyte', [3], (_, response) => flood(response)],
  ['does not speak HTTP', [3], ({ socket }) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')],
];

async function open(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ server: Server; base_url: string }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A listening TCP server has an address with a port.
  return { server, base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
}

test.each(TARGETS)('a target that %s', async (_name, codes, answer) => {
  const { server, base_url } = await open(answer);
  using folder = makeFolder();
  writeFileSync(
    join(folder.path, 'gristmill.config.json'),
    JSON.stringify({ actors: { buyer: { token_env: 'TOKEN' }, seller: { token_env: 'TOKEN' }, reader: { token_env: 'TOKEN' } } }),
  );
  const { code, stdout, stderr } = await runCli(['conform', base_url, '--timeout', '1'], folder.path, { TOKEN: 'some-token' });
  server.closeAllConnections();
  server.close();
  expect(codes).toContain(code);
  expect(`${stdout}${stderr}`).not.toMatch(/^\s+at .*:\d+:\d+/m);
  expect(`${stdout}${stderr}`).not.toContain('a fault of Gristmill');
  expect(`${stdout}${stderr}`.trim()).not.toBe('');
});

test('a target that is down, or whose host name does not resolve', async () => {
  using folder = makeFolder();
  for (const base_url of ['http://127.0.0.1:1/v1', 'http://no-such-host.invalid/v1']) {
    const { code, stdout, stderr } = await runCli(['conform', base_url, '--timeout', '2'], folder.path);
    expect(code).toBe(3);
    expect(`${stdout}${stderr}`).not.toMatch(/^\s+at .*:\d+:\d+/m);
  }
});
