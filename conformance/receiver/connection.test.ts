/** Several deliveries on one connection, and what comes behind the end of a response. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { wait } from '#client';
import { serve } from '#client/testing/server';
import { compose } from './compose.ts';
import { Connection } from './connection.ts';
import { Sender, type ReceiverResult } from './sender.ts';

const SETTLED_MS = 50;

/** Sends two deliveries on one connection. @returns both responses, and whether the connection was open between them */
async function sendTwo(
  reply: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ responses: readonly ReceiverResult[]; was_open: boolean }> {
  await using server = await serve((request, response) => {
    request.resume().once('end', () => {
      reply(request, response);
    });
  });
  const url = server.base_url;
  const sender = new Sender({ url, timeout_ms: 2_000, max_in_flight: 4 });
  using connection = new Connection(url);
  const send = async (): Promise<ReceiverResult> =>
    sender.send(compose({}, { secret: 'whsec_connection', url, now_seconds: 1_800_000_000 }), {
      drill: 'RTY-1/reused-connection',
      signal: new AbortController().signal,
      connection,
    });
  const first = await send();
  await wait(SETTLED_MS);
  const was_open = connection.is_open;
  return { responses: [first, await send()], was_open };
}

describe.concurrent('RTY-1 a connection carries several deliveries', () => {
  test('if the receiver keeps it open', async () => {
    const { responses, was_open } = await sendTwo((_request, response) => response.end('ok'));
    expect(was_open).toBe(true);
    expect(responses.map(({ use }) => use?.is_reused)).toEqual([false, true]);
    expect(responses).toMatchObject([{ status: 200, use: { stays_open: true } }, { status: 200 }]);
  });

  test.each<[what: string, headers: Record<string, string>, stays_open: boolean]>([
    ['says that it closes it', { connection: 'close' }, false],
    ['keeps it open for a second', { connection: 'keep-alive', 'keep-alive': 'timeout=1' }, false],
    ['closes it and says that it stays open', { connection: 'keep-alive' }, true],
  ])('but not if the receiver %s', async (_what, headers, stays_open) => {
    const { responses, was_open } = await sendTwo((request, response) =>
      response.writeHead(204, headers).end(() => {
        request.socket.destroySoon();
      }),
    );
    expect(was_open).toBe(false);
    for (const one of responses) expect(one).toMatchObject({ status: 204, use: { is_reused: false, stays_open } });
  });
});

test.each([
  ['a body after 204', 'HTTP/1.1 204 No Content\r\n\r\nthank you'],
  ['more of its body than its length', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nokay'],
])('RTY-1 %s is noticed, and the status counts', async (_what, text) => {
  const { responses } = await sendTwo(({ socket }) => socket.write(text));
  for (const one of responses)
    expect(one).toMatchObject({ is_accepted: true, excess: expect.stringContaining('more bytes come after its end') });
});
