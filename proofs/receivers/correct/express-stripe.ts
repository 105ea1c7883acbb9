import express from 'express';
import { Stripe } from 'stripe';
import { isEventType } from '#spec/events';
import { makeOnce } from '../once.ts';
import type { MakeReceiver } from '../receiver.ts';

/**
 * Express with the `stripe` package, which knows this scheme. It looks to the past only, and does not trim segments: a `t` that is far ahead is
 * accepted, which breaks SIG-3, and that is for whoever uses it to add.
 */
export const makeStripeReceiver: MakeReceiver = ({ secret, effects, nowSeconds }) => {
  const app = express();
  // Its errors are answered 500; nobody reads a log here.
  app.set('env', 'test');
  const once = makeOnce();

  app.post('/webhooks', express.raw({ type: '*/*', limit: '2mb' }), (request, response, next) => {
    let id: string;
    let type: string;
    try {
      const header = request.headers['svc-signature'] ?? '';
      // The parser leaves a buffer behind, and nothing at all where there is no body.
      const raw = request.body as Buffer | undefined;
      ({ id, type } = Stripe.webhooks.constructEvent(raw ?? '', header, secret, 300, undefined, nowSeconds() * 1_000));
    } catch (error) {
      response.status(400).send(`Webhook Error: ${error instanceof Error ? error.message : 'unknown'}`);
      return;
    }

    const work = isEventType(type) ? once(id, () => Promise.resolve(effects.record(id))) : Promise.resolve();
    work.then(() => response.json({ received: true }), next);
  });
  return (request, response) => {
    app(request, response);
  };
};
