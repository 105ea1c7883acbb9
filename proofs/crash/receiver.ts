/** A webhook receiver that survives the crashes of the mock, and remembers every delivery. */
import { createHash, createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { serve } from '#client/testing/server';
import { Alarm } from '#mock/ports/timer';
import { textAt } from './calls.ts';

export interface Arrival {
  /** Tells the subscription. */
  path: string;
  event_id: string;
  type: string;
  subject_id: string;
  signature: string;
  raw: string;
}

const SLOW_MS = 100;
const REFUSED_OF = 3;

export interface Receiver extends AsyncDisposable {
  url: string;
  /** In the order of arrival. */
  arrivals: readonly Arrival[];
}

/** The path chooses how it answers: `/flaky` refuses the first delivery of each third event, so that it is retried. */
export async function openReceiver(): Promise<Receiver> {
  const arrivals: Arrival[] = [];
  const refused = new Set<string>();
  const server = await serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const arrival = read(request.url ?? '', String(request.headers['svc-signature']), Buffer.concat(chunks).toString('utf8'));
      arrivals.push(arrival);
      answer(arrival, refused, response);
    });
    // The mock was killed while it sent.
    request.on('error', () => undefined);
  });
  return { url: new URL(server.base_url).origin, arrivals, [Symbol.asyncDispose]: server[Symbol.asyncDispose] };
}

function read(path: string, signature: string, raw: string): Arrival {
  const envelope: unknown = JSON.parse(raw);
  const type = textAt(envelope, 'type');
  const subject_id = textAt(envelope, type.startsWith('trade.') ? 'data.trade_id' : 'data.bid_id');
  return { path, event_id: textAt(envelope, 'id'), type, subject_id, signature, raw };
}

function answer({ path, event_id }: Arrival, refused: Set<string>, response: ServerResponse): void {
  const key = `${path} ${event_id}`;
  if (path.startsWith('/flaky') && !refused.has(key) && isRefused(event_id)) {
    refused.add(key);
    response.writeHead(503).end();
  } else if (path.startsWith('/slow')) {
    new Alarm(() => {
      response.writeHead(204).end();
    }).set(SLOW_MS);
  } else response.writeHead(204).end();
}

/** Draws from the id, so that each attempt of a killed process finds the same. */
function isRefused(event_id: string): boolean {
  return createHash('sha256').update(event_id).digest().readUInt32BE() % REFUSED_OF === 0;
}

/** SIG-1: `v1` is the HMAC-SHA256 of `<t>.<raw body>`, in hex. */
export function isSigned({ signature, raw }: Arrival, secret: string): boolean {
  const t = /(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? '';
  const v1 = /(?:^|,)v1=([0-9a-f]{64})/.exec(signature)?.[1];
  return v1 === createHmac('sha256', secret).update(`${t}.${raw}`, 'utf8').digest('hex');
}
