import { describe, expect, onTestFinished, test } from 'vitest';
import { openReceiver } from '../../testing/receiver.ts';
import { openSocket } from '../../testing/open-socket.ts';
import { Sender } from './sender.ts';

function openSender(): Sender {
  const sender = new Sender({ timeout_ms: 5_000, is_shared: false });
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

test('an aborted attempt has no result', async () => {
  await using receiver = await openReceiver(() => undefined);
  const stop = new AbortController();
  const reply = post(openSender(), receiver.url, stop);
  await receiver.count(1);
  stop.abort();
  expect(await reply).toBe('nothing');
});
