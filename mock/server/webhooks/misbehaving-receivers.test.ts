/** RTY-1, RTY-3, RTY-9, RTY-12: receivers that respond oddly, break HTTP, or never finish. Each delivery gets its verdict, and other receivers are not affected. */
import type { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openSocket } from '../../testing/open-socket.ts';
import { openTestWorld } from '../../testing/open-world.ts';
import { openReceiver } from '../../testing/receiver.ts';
import { classifyReply } from './outcome.ts';
import { RESPONSE_BYTES_MAX, Sender } from './sender.ts';

const OK = 'HTTP/1.1 200 OK\r\n';
const NO_CONTENT = 'HTTP/1.1 204 No Content\r\n\r\n';
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
/** The timeout of an attempt that ends by itself. */
const TIMEOUT_MS = 5_000;
/** The timeout of an attempt that gets no status. */
const SHORT_TIMEOUT_MS = 120;
/** The timeout of an attempt whose headers come immediately, and whose body never ends. */
const BODY_TIMEOUT_MS = 600;
const TRICKLE_MS = 10;
const CHUNK = Buffer.alloc(16_384, 'x');
/** Far more than the operating system keeps in its buffers. */
const WRITTEN_BYTES_MAX = 64 * RESPONSE_BYTES_MAX;

/** Counts what a receiver wrote until the sender ended the connection. */
interface Written {
  bytes: number;
}

type Behavior = (socket: Socket, written: Written) => void;

/** Writes once, then the chunk again and again for as long as the connection lasts. */
function pour(beginning: string, chunk: string | Buffer): Behavior {
  return (socket, written) => {
    const next = (): void => {
      if (socket.destroyed) return;
      written.bytes += chunk.length;
      socket.write(chunk, next);
    };
    socket.write(beginning, next);
  };
}

/** Writes once, then a piece every few ms. */
function trickle(beginning: string, piece: string): Behavior {
  return (socket) => {
    socket.write(beginning);
    const timer = setInterval(() => socket.write(piece), TRICKLE_MS);
    socket.once('close', () => {
      clearInterval(timer);
    });
  };
}

function end(bytes: string | Buffer): Behavior {
  return (socket) => socket.end(bytes);
}

const keepSilent: Behavior = () => undefined;

interface Traits {
  /** If the URL claims TLS, which this receiver does not speak. */
  is_https?: true;
  /** If only the timeout ends the attempt. */
  is_stuck?: true;
}

type Row = readonly [
  title: string,
  behave: Behavior,
  status: 'delivered' | 'retrying' | 'failed',
  /** The status of the response, or the reason that the log gives. */
  reply: RegExp,
  traits?: Traits,
];

const LATE = new RegExp(`^No response within ${SHORT_TIMEOUT_MS} ms`);
const STUCK: Traits = { is_stuck: true };

function responds(code: number, status: Row[2]): Row {
  return [`responds with ${code}`, end(`HTTP/1.1 ${code} X\r\nContent-Length: 0\r\n\r\n`), status, new RegExp(`^${code}$`)];
}

const ROWS: readonly Row[] = [
  ['resets the connection', (socket) => socket.resetAndDestroy(), 'retrying', /^ECONNRESET/],
  [
    'resets in the middle of the headers',
    (socket) => socket.write(`${OK}Content-Le`, () => socket.resetAndDestroy()),
    'retrying',
    /^ECONNRESET/,
  ],
  ['closes in the middle of the status line', end('HTTP/1.1 2'), 'retrying', /^(ECONNRESET|HPE_)/],
  ['says nothing', keepSilent, 'retrying', LATE, STUCK],
  ['trickles its headers', trickle(OK, 'a'), 'retrying', LATE, STUCK],
  ['sends interim responses only', trickle('', 'HTTP/1.1 102 Processing\r\n\r\n'), 'retrying', LATE, STUCK],
  ['sends headers without an end', pour(OK, `X-Long: ${'x'.repeat(1_000)}\r\n`), 'retrying', /^HPE_HEADER_OVERFLOW/],
  ['sends one header without an end', pour(`${OK}X: `, CHUNK), 'retrying', /^HPE_HEADER_OVERFLOW/],
  ['sends random bytes', end(Buffer.from([0x16, 0x03, 0x01, 0x00, 0xff, 0x00])), 'retrying', /^HPE_/],
  ['contradicts itself about the length', end(`${OK}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`), 'retrying', /^HPE_/],
  ['has a negative length', end(`${OK}Content-Length: -1\r\n\r\n`), 'retrying', /^HPE_/],
  ['does not speak TLS and says nothing', keepSilent, 'retrying', LATE, { is_stuck: true, is_https: true }],
  ['responds to TLS with HTTP', end(`${OK}\r\n`), 'retrying', /wrong version|packet length|SSL|EPROTO/i, { is_https: true }],
  // The status is known, so it counts.
  [
    'resets in the middle of the body',
    (socket) =>
      socket.write(`${OK}Content-Length: 9\r\n\r\nabc`, () => {
        setImmediate(() => socket.resetAndDestroy());
      }),
    'delivered',
    /^200$/,
  ],
  ['sends 1 GB', pour(`${OK}Content-Length: 1000000000\r\n\r\n`, CHUNK), 'delivered', /^200$/],
  [
    'sends chunks without an end',
    pour(`${OK}Transfer-Encoding: chunked\r\n\r\n`, `4000\r\n${'x'.repeat(0x4000)}\r\n`),
    'delivered',
    /^200$/,
  ],
  ['trickles its body', trickle(`${OK}\r\n`, 'a'), 'delivered', /^200$/, STUCK],
  ['has garbage for a chunk size', end(`${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\n`), 'delivered', /^200$/],
  ['continues after the response', end(`${NO_CONTENT}${OK}Content-Length: 0\r\n\r\n`), 'delivered', /^204$/],
  ['refuses and never ends its body', trickle('HTTP/1.1 410 Gone\r\n\r\n', 'a'), 'failed', /^410$/, STUCK],
  // The ends of each class, and what lies beyond the classes. The checks of RTY-1 to RTY-3 have the usual statuses.
  responds(299, 'delivered'),
  responds(300, 'failed'),
  responds(399, 'failed'),
  responds(407, 'failed'),
  responds(430, 'failed'),
  responds(499, 'failed'),
  responds(799, 'retrying'),
  ['gives hints before the response', end(`HTTP/1.1 103 Early Hints\r\n\r\n${NO_CONTENT}`), 'delivered', /^204$/],
  ['continues before the response', end(`${CONTINUE}${NO_CONTENT}`), 'delivered', /^204$/],
  ['continues before a refusal', end(`${CONTINUE.repeat(3)}HTTP/1.1 503 Busy\r\n\r\n`), 'retrying', /^503$/],
  ['RTY-12 sends only an interim response', end('HTTP/1.1 102 Processing\r\n\r\n'), 'failed', /^102$/],
  ['RTY-12 sends an unexpected 100', end(CONTINUE), 'failed', /^100$/],
  ['RTY-12 changes the protocol', end('HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'), 'failed', /^101$/],
];

/** @returns the URL of a receiver that behaves so */
async function openMisbehaving(behave: Behavior, { is_https }: Traits, written: Written = { bytes: 0 }): Promise<string> {
  const url = await openSocket((socket) => {
    behave(socket, written);
  });
  return is_https === true ? url.replace('http:', 'https:') : url;
}

test.for(ROWS)('a receiver that %s', async ([, behave, status, expected, traits = {}]) => {
  const written = { bytes: 0 };
  const url = await openMisbehaving(behave, traits, written);
  const stuck_timeout_ms = expected === LATE ? SHORT_TIMEOUT_MS : BODY_TIMEOUT_MS;
  const timeout_ms = traits.is_stuck === true ? stuck_timeout_ms : TIMEOUT_MS;
  const sender = new Sender({ timeout_ms, is_shared: false });
  onTestFinished(() => {
    sender.close();
  });
  const reply = await sender.post({ url, headers: {}, body: '{}' }, new AbortController());
  if (reply === undefined) throw new Error('nobody aborted the attempt');
  expect(classifyReply(reply, 1, true).status).toBe(status);
  expect(reply.kind === 'response' ? String(reply.status) : reply.reason).toMatch(expected);
  expect(written.bytes).toBeLessThan(WRITTEN_BYTES_MAX);
});

test('RTY-12 a redirect is a response, and is not followed', async () => {
  await using receiver = await openReceiver((response) => {
    response.writeHead(307, { Location: '/elsewhere' }).end();
  });
  await using setup = await openTestWorld();
  await setup.subscribe({ url: receiver.url });
  await setup.addBid('bid_1');
  await setup.emitReceived('bid_1');
  await setup.world.dispatcher.idle();
  expect(await setup.deliveries()).toMatchObject([{ status: 'failed', response_status: 307 }]);
  expect(receiver.received).toHaveLength(1);
});

test('a healthy receiver gets its deliveries while all others misbehave', async () => {
  await using healthy = await openReceiver();
  await using setup = await openTestWorld();
  for (const [, behave, , , traits = {}] of ROWS)
    await setup.subscribe({ url: await openMisbehaving(behave, traits), team_id: 'tm_odd' });
  await setup.subscribe({ url: healthy.url });
  await setup.addBid('bid_1');
  for (let event = 0; event < 5; event += 1) await setup.emitReceived('bid_1', { team_ids: ['tm_odd', 'tm_1'] });
  await healthy.count(5);
  const ids = healthy.received.map(({ envelope }) => envelope.id);
  expect(new Set(ids).size).toBe(5);
});
