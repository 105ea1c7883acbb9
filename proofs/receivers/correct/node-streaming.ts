import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { listen } from '../clean.ts';
import { isEventType } from '#spec/events';
import { makeOnce } from '../once.ts';
import type { MakeReceiver, Envelope } from '../receiver.ts';

/** Plain node:http. The header comes first, so the HMAC is computed while the body arrives. Returns 201. */
export const makeStreamingReceiver: MakeReceiver = ({ secret, effects, nowSeconds }) => {
  const once = makeOnce();
  return listen(async (request, response) => {
    const { t, signatures } = readHeader(request);
    const hmac = createHmac('sha256', secret).update(`${t}.`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      // Without an encoding, the request yields buffers.
      chunks.push(chunk as Buffer);
      hmac.update(chunk as Buffer); // same as above
    }
    const expected = hmac.digest('hex');
    // The age of a slow delivery is measured when it is complete.
    const isInTime = /^\d+$/.test(t) && Math.abs(nowSeconds() - Number(t)) <= 300;
    if (!isInTime || !signatures.some((given) => isEqual(given, expected))) {
      response.writeHead(400, { 'Content-Type': 'text/plain', Connection: 'close' }).end('not genuine\n');
      return;
    }

    const event = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Envelope; // signed by the marketplace
    if (isEventType(event.type)) await once(event.id, () => Promise.resolve(effects.record(event.id)));
    response.writeHead(201).end();
  });
};

function readHeader(request: IncomingMessage): { t: string; signatures: readonly string[] } {
  let t = '';
  const signatures: string[] = [];
  for (const segment of String(request.headers['svc-signature'] ?? '').split(',')) {
    const [key, value = ''] = segment.trim().split('=', 2);
    if (key === 't') t = value;
    if (key === 'v1') signatures.push(value.toLowerCase());
  }
  return { t, signatures };
}

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
