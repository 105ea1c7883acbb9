import { describe, expect, onTestFinished, test } from 'vitest';
import { openReceiver } from '../../testing/receiver.ts';
import { openSocket } from '../../testing/open-socket.ts';
import { ANSWER_BYTES_MAX, Sender } from './sender.ts';

function openSender(timeout_ms = 5_000): Sender {
  const sender = new Sender({ timeout_ms, is_shared: false });
  onTestFinished(() => sender.close());
  return sender;
}

/** Posts, and returns the result as one line. */
async function post(sender: Sender, url: string, stop = new AbortController()): Promise<string> {
  const reply = await sender.post({ url, headers: { 'Content-Type': 'application/json' }, body: '{}' }, stop);
  if (reply === undefined) return 'nothing';
  return reply.kind === 'answer' ? `answer ${reply.status}` : `${reply.kind}: ${reply.reason}`;
}

/** Raw responses, and how they are read. */
const WIRE: readonly [title: string, bytes: string, reply: RegExp][] = [
  ['a status beyond the classes', 'HTTP/1.1 799 Odd\r\nContent-Length: 0\r\n\r\n', /^answer 799$/],
  ['hints before the answer', 'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n', /^answer 204$/],
  ['a 100 before the answer', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n', /^answer 204$/],
  ['a 100 before a refusal', `${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(3)}HTTP/1.1 503 Busy\r\n\r\n`, /^answer 503$/],
  ['RTY-12 an interim answer alone', 'HTTP/1.1 102 Processing\r\n\r\n', /^answer 102$/],
  ['RTY-12 an unexpected 100', 'HTTP/1.1 100 Continue\r\n\r\n', /^answer 100$/],
  [
    'RTY-12 a change of protocol',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
    /^answer 101$/,
  ],
  ['an answer cut short in its body', 'HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nshort', /^answer 200$/],
  ['RTY-3 no answer', '', /^silence: ECONNRESET: socket hang up$/],
  ['RTY-3 something that is not HTTP', 'hello\r\n\r\n', /^silence: HPE_INVALID_CONSTANT: /],
];

describe('responses', () => {
  test.for(WIRE)('%s', async ([, bytes, reply]) => {
    const url = await openSocket((socket) => {
      socket.end(bytes);
    });
    expect(await post(openSender(), url)).toMatch(reply);
  });

  test('RTY-12 a redirect is a response, and is not followed', async () => {
    await using receiver = await openReceiver((response) => {
      response.writeHead(307, { Location: '/elsewhere' }).end();
    });
    expect(await post(openSender(), receiver.url)).toBe('answer 307');
    expect(receiver.received).toHaveLength(1);
  });

  test('RTY-3 a name that does not resolve gives no response', async () => {
    expect(await post(openSender(), 'http://nobody.invalid/')).toMatch(/^silence: (ENOTFOUND|EAI_AGAIN)/);
  });
});

describe('bounds', () => {
  test('RTY-5 a late response is no response', async () => {
    await using receiver = await openReceiver(() => undefined);
    expect(await post(openSender(40), receiver.url)).toBe('silence: No answer within 40 ms.');
  });

  test('an endless body does not delay a delivery beyond the timeout', async () => {
    const url = await openSocket((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n');
    });
    expect(await post(openSender(40), url)).toBe('answer 200');
  });

  test(`at most ${ANSWER_BYTES_MAX} bytes of a response are read`, async () => {
    const chunk = Buffer.alloc(16_384, 'x');
    let written = 0;
    const url = await openSocket((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const pour = (): void => {
        if (socket.destroyed) return;
        written += chunk.length;
        socket.write(chunk, pour);
      };
      pour();
    });
    expect(await post(openSender(), url)).toBe('answer 200');
    // What lay in the buffers of the operating system was written as well.
    expect(written).toBeLessThan(64 * ANSWER_BYTES_MAX);
  });

  test('an aborted attempt has no result', async () => {
    await using receiver = await openReceiver(() => undefined);
    const stop = new AbortController();
    const reply = post(openSender(), receiver.url, stop);
    await receiver.count(1);
    stop.abort();
    expect(await reply).toBe('nothing');
  });
});
