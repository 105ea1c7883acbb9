import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { isEventType } from '#spec/events';
import { makeOnce } from '../once.ts';
import type { MakeReceiver, Envelope } from '../receiver.ts';

/** Hono with Web Crypto, as it runs in a worker. `crypto.subtle.verify` compares in constant time. Returns 202. */
export const makeHonoReceiver: MakeReceiver = async ({ secret, effects, nowSeconds }) => {
  const text = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', text.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const app = new Hono();
  const once = makeOnce();

  app.onError((_error, context) => context.text('failed', 500));
  app.post('/webhooks', async (context) => {
    const raw = new Uint8Array(await context.req.arrayBuffer());
    const segments = new URLSearchParams((context.req.header('SVC-Signature') ?? '').replaceAll(/\s*,\s*/g, '&'));
    const t = segments.get('t') ?? '';
    if (!/^[1-9]\d*$/.test(t) || Math.abs(nowSeconds() - Number(t)) > 300) return context.text('out of time', 400);

    const signed = new Uint8Array([...text.encode(`${t}.`), ...raw]);
    const verdicts = segments
      .getAll('v1')
      .filter((hex) => /^[\da-f]{64}$/i.test(hex))
      .map((hex) => crypto.subtle.verify('HMAC', key, fromHex(hex), signed));
    if (!(await Promise.all(verdicts)).includes(true)) return context.text('not genuine', 400);

    const event = JSON.parse(new TextDecoder().decode(raw)) as Envelope; // signed by the marketplace
    if (isEventType(event.type)) await once(event.id, () => Promise.resolve(effects.record(event.id)));
    return context.json({ received: true }, 202);
  });

  const listener = getRequestListener(app.fetch);
  return (request, response) => {
    void listener(request, response);
  };
};

function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
