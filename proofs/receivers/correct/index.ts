import { makeReceiver } from '../clean.ts';
import type { MakeReceiver } from '../receiver.ts';
import { makeExpressReceiver } from './express-node-crypto.ts';
import { makeStripeReceiver } from './express-stripe.ts';
import { makeFastifyReceiver } from './fastify-parser.ts';
import { makeFetchReceiver } from './fetch-handler.ts';
import { makeHonoReceiver } from './hono-web-crypto.ts';
import { makeStreamingReceiver } from './node-streaming.ts';
import { makeQueuedReceiver } from './queued.ts';
import { TRANSPORTS } from './transport.ts';
import { VARIANTS } from './variants.ts';

export interface CorrectReceiver {
  readonly name: string;
  /** How it works, as a sentence. */
  readonly style: string;
  readonly make: MakeReceiver;
}

/** Written by hand, in each framework's usual style. */
const STYLES: readonly CorrectReceiver[] = [
  { name: 'express-node-crypto', style: 'Express with node:crypto only.', make: makeExpressReceiver },
  { name: 'fastify-parser', style: 'Fastify with a parser that keeps the raw body; 204.', make: makeFastifyReceiver },
  { name: 'hono-web-crypto', style: 'Hono with Web Crypto; 202.', make: makeHonoReceiver },
  {
    name: 'node-streaming',
    style: 'Plain node:http that computes the HMAC while the body arrives; 201.',
    make: makeStreamingReceiver,
  },
  { name: 'fetch-handler', style: 'A Next.js route with verifySignature of this package.', make: makeFetchReceiver },
  { name: 'queued', style: 'A queue: 202 immediately, the effect later.', make: makeQueuedReceiver },
  {
    name: 'express-stripe',
    style:
      'Express with constructEvent of the stripe package: it only rejects old deliveries (SIG-3), and allows no space after a comma.',
    make: makeStripeReceiver,
  },
];

export const CORRECT: readonly CorrectReceiver[] = [
  ...STYLES,
  ...Object.entries({ ...VARIANTS, ...TRANSPORTS }).map(([key, parts]): CorrectReceiver => {
    const [name = '', style] = key.split(/: (.*)/s);
    return { name, style: style ?? '', make: makeReceiver(parts) };
  }),
];
