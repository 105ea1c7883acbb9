import express from 'express';
import { Stripe } from 'stripe';
import { isEventType } from '#spec/events';
import { makeOnce } from '../once.ts';
import type { MakeReceiver } from '../receiver.ts';

/**
 * Express with the `stripe` package, which supports this scheme. The package only rejects old deliveries, and does not trim segments. It accepts a
 * `t` far in the future, which breaks SIG-3: its users have to add that check.
 */
export const makeStripeReceiver: MakeReceiver = ({ secret, effects, nowSeconds }) => {
  const app = express();
  // Errors get 500. The test reads no log.
  app.set('env', 'test');
  const once = makeOnce();

  app.post('/webhooks', express.raw({ type: '*/*', limit: '2mb' }), (request, response, next) => {
    let id: string;
    let type: string;
    try {
      const header = request.headers['svc-signature'] ?? '';
      // Without a body, the parser returns nothing instead of a buffer.
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
