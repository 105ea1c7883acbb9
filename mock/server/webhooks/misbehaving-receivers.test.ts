/** RTY-1, RTY-3, RTY-9: receivers that break HTTP or never finish. Each delivery gets its verdict, and other receivers are not affected. */
import type { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openSocket } from '../../testing/open-socket.ts';
import { openTestWorld } from '../../testing/open-world.ts';
import { openReceiver } from '../../testing/receiver.ts';
import { classifyReply } from './outcome.ts';
import { ANSWER_BYTES_MAX, Sender } from './sender.ts';

const OK = 'HTTP/1.1 200 OK\r\n';
/** The timeout of an attempt that ends by itself. */
const TIMEOUT_MS = 5_000;
/** The timeout of an attempt that gets no status. */
const SHORT_TIMEOUT_MS = 120;
/** The timeout of an attempt whose headers come at once, and whose body never ends. */
const BODY_TIMEOUT_MS = 600;
const TRICKLE_MS = 10;
const CHUNK = Buffer.alloc(16_384, 'x');
/** Far more than the operating system keeps in its buffers. */
const WRITTEN_BYTES_MAX = 64 * ANSWER_BYTES_MAX;

/** What a receiver wrote until the sender ended the connection. */
interface Written {
  bytes: number;
}

/** Writes for as long as the connection lasts. */
function pour(socket: Socket, written: Written, chunk: string | Buffer): void {
  if (socket.destroyed) return;
  written.bytes += chunk.length;
  socket.write(chunk, () => {
    pour(socket, written, chunk);
  });
}

/** Writes a piece every few ms. */
function trickle(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), TRICKLE_MS);
  socket.once('close', () => {
    clearInterval(timer);
  });
}

interface Row {
  title: string;
  answer: (socket: Socket, written: Written) => void;
  /** The status of the delivery, and what the log says. */
  verdict: readonly [status: 'delivered' | 'retrying' | 'failed', reply: RegExp];
  /** If the URL claims TLS, which this receiver does not speak. */
  is_https?: true;
  /** If only the timeout ends the attempt. */
  is_stuck?: true;
}

const LATE = new RegExp(`^No answer within ${SHORT_TIMEOUT_MS} ms`);

const ROWS: readonly Row[] = [
  { title: 'resets the connection', answer: (socket) => socket.resetAndDestroy(), verdict: ['retrying', /^ECONNRESET/] },
  {
    title: 'resets in the middle of the headers',
    answer: (socket) => socket.write(`${OK}Content-Le`, () => socket.resetAndDestroy()),
    verdict: ['retrying', /^ECONNRESET/],
  },
  {
    title: 'closes in the middle of the status line',
    answer: (socket) => socket.end('HTTP/1.1 2'),
    verdict: ['retrying', /^(ECONNRESET|HPE_)/],
  },
  { title: 'says nothing', answer: () => undefined, verdict: ['retrying', LATE], is_stuck: true },
  {
    title: 'trickles its headers',
    answer: (socket) => {
      socket.write(OK);
      trickle(socket, 'a');
    },
    verdict: ['retrying', LATE],
    is_stuck: true,
  },
  {
    title: 'sends interim responses only',
    answer: (socket) => {
      trickle(socket, 'HTTP/1.1 102 Processing\r\n\r\n');
    },
    verdict: ['retrying', LATE],
    is_stuck: true,
  },
  {
    title: 'sends headers without an end',
    answer: (socket, written) => {
      socket.write(OK);
      pour(socket, written, `X-Long: ${'x'.repeat(1_000)}\r\n`);
    },
    verdict: ['retrying', /^HPE_HEADER_OVERFLOW/],
  },
  {
    title: 'sends one header without an end',
    answer: (socket, written) => {
      socket.write(`${OK}X: `);
      pour(socket, written, CHUNK);
    },
    verdict: ['retrying', /^HPE_HEADER_OVERFLOW/],
  },
  {
    title: 'sends random bytes',
    answer: (socket) => socket.end(Buffer.from([0x16, 0x03, 0x01, 0x00, 0xff, 0x00])),
    verdict: ['retrying', /^HPE_/],
  },
  {
    title: 'contradicts itself about the length',
    answer: (socket) => socket.end(`${OK}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`),
    verdict: ['retrying', /^HPE_/],
  },
  {
    title: 'has a negative length',
    answer: (socket) => socket.end(`${OK}Content-Length: -1\r\n\r\n`),
    verdict: ['retrying', /^HPE_/],
  },
  {
    title: 'does not speak TLS and says nothing',
    answer: () => undefined,
    verdict: ['retrying', LATE],
    is_stuck: true,
    is_https: true,
  },
  {
    title: 'answers TLS with HTTP',
    answer: (socket) => socket.end(`${OK}\r\n`),
    verdict: ['retrying', /wrong version|packet length|SSL|EPROTO/i],
    is_https: true,
  },
  // The status is known, so it counts.
  {
    title: 'resets in the middle of the body',
    answer: (socket) =>
      socket.write(`${OK}Content-Length: 9\r\n\r\nabc`, () => {
        setImmediate(() => socket.resetAndDestroy());
      }),
    verdict: ['delivered', /^200$/],
  },
  {
    title: 'sends 1 GB',
    answer: (socket, written) => {
      socket.write(`${OK}Content-Length: 1000000000\r\n\r\n`);
      pour(socket, written, CHUNK);
    },
    verdict: ['delivered', /^200$/],
  },
  {
    title: 'sends chunks without an end',
    answer: (socket, written) => {
      socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n`);
      pour(socket, written, `4000\r\n${'x'.repeat(0x4000)}\r\n`);
    },
    verdict: ['delivered', /^200$/],
  },
  {
    title: 'trickles its body',
    answer: (socket) => {
      socket.write(`${OK}\r\n`);
      trickle(socket, 'a');
    },
    verdict: ['delivered', /^200$/],
    is_stuck: true,
  },
  {
    title: 'has garbage for a chunk size',
    answer: (socket) => socket.end(`${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\n`),
    verdict: ['delivered', /^200$/],
  },
  {
    title: 'continues after the response',
    answer: (socket) => socket.end(`HTTP/1.1 204 No Content\r\n\r\n${OK}Content-Length: 0\r\n\r\n`),
    verdict: ['delivered', /^204$/],
  },
  {
    title: 'refuses and never ends its body',
    answer: (socket) => {
      socket.write('HTTP/1.1 410 Gone\r\n\r\n');
      trickle(socket, 'a');
    },
    verdict: ['failed', /^410$/],
    is_stuck: true,
  },
];

test.for(ROWS)('a receiver that $title', async ({ answer, verdict: [status, expected], is_https, is_stuck }) => {
  const written = { bytes: 0 };
  const url = await openSocket((socket) => {
    answer(socket, written);
  });
  const waits_in_vain = is_stuck === true && expected === LATE;
  const timeout_ms = waits_in_vain ? SHORT_TIMEOUT_MS : is_stuck === true ? BODY_TIMEOUT_MS : TIMEOUT_MS;
  const sender = new Sender({ timeout_ms, is_shared: false });
  onTestFinished(() => sender.close());
  const outgoing = { url: is_https === true ? url.replace('http:', 'https:') : url, headers: {}, body: '{}' };
  const reply = await sender.post(outgoing, new AbortController());
  if (reply === undefined) throw new Error('nobody aborted the attempt');
  expect(classifyReply(reply, 1, true).status).toBe(status);
  expect(reply.kind === 'answer' ? String(reply.status) : reply.reason).toMatch(expected);
  expect(written.bytes).toBeLessThan(WRITTEN_BYTES_MAX);
});

test('a healthy receiver gets its deliveries while all others misbehave', async () => {
  await using healthy = await openReceiver();
  await using setup = await openTestWorld();
  for (const { answer, is_https } of ROWS) {
    const url = await openSocket((socket) => {
      answer(socket, { bytes: 0 });
    });
    await setup.subscribe({ url: is_https === true ? url.replace('http:', 'https:') : url, team_id: 'tm_odd' });
  }
  await setup.subscribe({ url: healthy.url });
  await setup.addBid('bid_1');
  for (let event = 0; event < 5; event += 1) await setup.emitReceived('bid_1', { team_ids: ['tm_odd', 'tm_1'] });
  await healthy.count(5);
  const ids = healthy.received.map(({ envelope }) => envelope.id);
  expect(new Set(ids).size).toBe(5);
});
