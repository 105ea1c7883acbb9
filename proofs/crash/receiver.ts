/** A webhook receiver that survives the crashes of the mock, and remembers every delivery. */
import { createHash, createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Alarm } from '#mock/ports/timer';
import { openReceiver, type Received } from '#mock/testing/receiver';
import { textAt } from './calls.ts';

export interface Arrival {
  /** Each subscription has its own path. */
  path: string;
  event_id: string;
  type: string;
  subject_id: string;
  signature: string;
  raw: string;
}

const SLOW_MS = 100;
const REFUSED_OF = 3;

interface RecordingReceiver extends AsyncDisposable {
  /** Without a path. */
  origin: string;
  /** In the order of arrival. */
  arrivals: readonly Arrival[];
}

/** The path chooses how it responds: `/flaky` refuses the first delivery of each third event, so that it is retried. */
export async function openRecordingReceiver(): Promise<RecordingReceiver> {
  const arrivals: Arrival[] = [];
  const refused = new Set<string>();
  const receiver = await openReceiver((response, received) => {
    const arrival = read(received);
    arrivals.push(arrival);
    respond(arrival, refused, response);
  });
  return { origin: new URL(receiver.url).origin, arrivals, [Symbol.asyncDispose]: receiver.close };
}

function read({ path, headers, raw, envelope }: Received): Arrival {
  const { id: event_id, type } = envelope;
  const subject_id = textAt(envelope, type.startsWith('trade.') ? 'data.trade_id' : 'data.bid_id');
  return { path, event_id, type, subject_id, signature: String(headers['svc-signature']), raw };
}

function respond({ path, event_id }: Arrival, refused: Set<string>, response: ServerResponse): void {
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

/** Depends only on the id, so that an attempt that a crash interrupted meets the same decision again. */
function isRefused(event_id: string): boolean {
  return createHash('sha256').update(event_id).digest().readUInt32BE() % REFUSED_OF === 0;
}

/** SIG-1: `v1` is the HMAC-SHA256 of `<t>.<raw body>`, in hex. */
export function isSigned({ signature, raw }: Arrival, secret: string): boolean {
  const t = /(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? '';
  const v1 = /(?:^|,)v1=([0-9a-f]{64})/.exec(signature)?.[1];
  return v1 === createHmac('sha256', secret).update(`${t}.${raw}`, 'utf8').digest('hex');
}
