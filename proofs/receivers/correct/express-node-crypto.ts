import { createHmac, timingSafeEqual } from 'node:crypto';
import express from 'express';
import { isEventType } from '#spec/events';
import { makeOnce } from '../once.ts';
import type { MakeReceiver, Envelope } from '../receiver.ts';

/** Express 5 with node:crypto only: the raw parser for every content type. */
export const makeExpressReceiver: MakeReceiver = ({ secret, effects, nowSeconds }) => {
  const app = express();
  // Errors get 500. The test reads no log.
  app.set('env', 'test');
  const once = makeOnce();

  app.post('/webhooks', express.raw({ type: () => true, limit: '5mb' }), (request, response, next) => {
    // Without a body, the parser returns no buffer.
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (!isGenuine(secret, request.get('SVC-Signature') ?? '', raw, nowSeconds())) {
      response.status(400).json({ error: 'the signature does not match' });
      return;
    }
    const event = JSON.parse(raw.toString('utf8')) as Envelope; // signed by the marketplace
    // SIG-6: an unknown type has no effect.
    if (!isEventType(event.type)) {
      response.sendStatus(200);
      return;
    }
    once(event.id, () => Promise.resolve(effects.record(event.id))).then(() => response.sendStatus(200), next);
  });
  return (request, response) => {
    app(request, response);
  };
};

function isGenuine(secret: string, header: string, raw: Buffer, now_seconds: number): boolean {
  const segments = header.split(',').map((segment) => segment.trim());
  const t = segments.find((segment) => segment.startsWith('t='))?.slice(2) ?? '';
  if (!/^\d+$/.test(t) || Math.abs(now_seconds - Number(t)) > 300) return false;

  const expected = createHmac('sha256', secret).update(`${t}.`).update(raw).digest();
  return segments
    .filter((segment) => segment.startsWith('v1='))
    .map((segment) => Buffer.from(segment.slice(3), 'hex'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}
