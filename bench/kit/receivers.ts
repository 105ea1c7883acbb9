/** Webhook receivers: most respond immediately, some after 9 s, some never, and some refuse the connection. */
import type { ServerResponse } from 'node:http';
import { findFreePort, openLocalServer } from '#client';
import { Clock, toMs } from '#mock/ports/clock';
import { Alarm } from '#mock/ports/timer';

export type Behavior = 'healthy' | 'slow' | 'silent' | 'refusing';

/** Just below the timeout of an attempt (RTY-5). */
const SLOW_MS = 9_000;

export interface Receivers extends AsyncDisposable {
  /** The URL of a receiver. */
  urlOf: (behavior: Behavior, number: number) => string;
  /** The time from each event to the arrival of its first attempt at a healthy receiver, in ms. */
  readonly latencies_ms: number[];
  /** Resolves when this many first attempts have arrived at healthy receivers. */
  awaitFirstAttempts: (wanted: number) => Promise<void>;
  /** How many attempts have arrived at healthy receivers. */
  readonly arrivals: number;
  /** Resolves when this many attempts have arrived at healthy receivers. */
  awaitArrivals: (wanted: number) => Promise<void>;
  /** The last body that arrived. */
  readonly last_body: unknown;
}

export async function openReceivers(): Promise<Receivers> {
  const clock = new Clock('real');
  const latencies_ms: number[] = [];
  const seen = new Set<string>();
  let arrivals = 0;
  let last_body: unknown;
  let onArrival = (): void => undefined;
  const until = (isDone: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      onArrival = () => {
        if (isDone()) resolve();
      };
      onArrival();
    });

  const { server, port, close } = await openLocalServer();
  server.on('request', (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [, behavior, number = ''] = (request.url ?? '').split('/');
      if (behavior !== 'healthy') {
        respondLate(behavior, response);
        return;
      }
      response.writeHead(204).end();
      // EVT-1: the envelope.
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { id: string; created_at: string };
      last_body = body;
      arrivals += 1;
      const key = `${number} ${body.id}`;
      if (!seen.has(key)) latencies_ms.push(clock.now_ms() - toMs(body.created_at));
      seen.add(key);
      onArrival();
    });
  });
  const refusing_port = await findFreePort();
  return {
    urlOf: (behavior, number) => `http://127.0.0.1:${behavior === 'refusing' ? refusing_port : port}/${behavior}/${number}`,
    latencies_ms,
    awaitFirstAttempts: (wanted) => until(() => latencies_ms.length >= wanted),
    get arrivals() {
      return arrivals;
    },
    awaitArrivals: (wanted) => until(() => arrivals >= wanted),
    get last_body() {
      return last_body;
    },
    [Symbol.asyncDispose]: close,
  };
}

function respondLate(behavior: string | undefined, response: ServerResponse): void {
  if (behavior !== 'slow') return;
  new Alarm(() => {
    response.writeHead(204).end();
  }).set(SLOW_MS);
}
