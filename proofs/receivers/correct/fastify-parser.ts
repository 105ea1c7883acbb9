import { createHmac, timingSafeEqual } from 'node:crypto';
import fastify from 'fastify';
import { isEventType } from '#spec/events';
import { makeOnce } from '../once.ts';
import type { MakeReceiver, Envelope } from '../receiver.ts';

const BODY_BYTES_MAX = 5_242_880;

/** Fastify with a custom parser that keeps the raw body. Returns 204. */
export const makeFastifyReceiver: MakeReceiver = async ({ secret, effects, nowSeconds }) => {
  const app = fastify({ bodyLimit: BODY_BYTES_MAX });
  const once = makeOnce();

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
  app.post('/webhooks', async (request, reply) => {
    const header = new Map(
      String(request.headers['svc-signature'] ?? '')
        .split(',')
        .map((segment) => segment.trim())
        .toReversed()
        .map((segment): [string, string] => [segment.split('=', 1)[0] ?? '', segment.slice(segment.indexOf('=') + 1)]),
    );
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const t = header.get('t') ?? '';
    const isFresh = /^\d{1,12}$/.test(t) && Math.abs(nowSeconds() - Number.parseInt(t, 10)) <= 300;
    const candidates = String(request.headers['svc-signature']).match(/(?<=(^|,)\s*v1=)[\da-f]{64}(?=\s*(,|$))/gi) ?? [];
    const expected = createHmac('sha256', secret)
      .update(Buffer.concat([Buffer.from(`${t}.`), raw]))
      .digest();
    if (!isFresh || !candidates.some((hex) => timingSafeEqual(Buffer.from(hex, 'hex'), expected))) {
      return reply.code(400).send({ statusCode: 400, error: 'Bad Request' });
    }

    const event = JSON.parse(raw.toString('utf8')) as Envelope; // signed by the marketplace
    if (isEventType(event.type)) await once(event.id, () => Promise.resolve(effects.record(event.id)));
    return reply.code(204).send();
  });

  await app.ready();
  return (request, response) => {
    app.routing(request, response);
  };
};
