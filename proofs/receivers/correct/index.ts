import { makeReceiver } from '../clean.ts';
import type { MakeReceiver } from '../receiver.ts';
import { makeExpressReceiver } from './express-node-crypto.ts';
import { makeStripeReceiver } from './express-stripe.ts';
import { makeFastifyReceiver } from './fastify-parser.ts';
import { makeFetchReceiver } from './fetch-handler.ts';
import { makeHonoReceiver } from './hono-web-crypto.ts';
import { makeStreamingReceiver } from './node-streaming.ts';
import { makeQueuedReceiver } from './queued.ts';
import { VARIANTS } from './variants.ts';

export interface CorrectReceiver {
  readonly name: string;
  /** How it works, as a sentence. */
  readonly style: string;
  readonly make: MakeReceiver;
}

/** Written by hand, in the usual style of each framework. */
const STYLES: readonly CorrectReceiver[] = [
  { name: 'express-node-crypto', style: 'Express and nothing but node:crypto.', make: makeExpressReceiver },
  { name: 'fastify-parser', style: 'Fastify with a parser that parses nothing; 204.', make: makeFastifyReceiver },
  { name: 'hono-web-crypto', style: 'Hono with Web Crypto; 202.', make: makeHonoReceiver },
  {
    name: 'node-streaming',
    style: 'Plain node:http, signing while the body arrives; 201.',
    make: makeStreamingReceiver,
  },
  {
    name: 'fetch-handler',
    style: 'A route of Next.js with verifySignature of this package.',
    make: makeFetchReceiver,
  },
  { name: 'queued', style: 'A queue: 202 at once, the effect later.', make: makeQueuedReceiver },
  {
    name: 'express-stripe',
    style: 'Express with constructEvent of the stripe package: one-sided (SIG-3), and no space after a comma.',
    make: makeStripeReceiver,
  },
];

export const CORRECT: readonly CorrectReceiver[] = [
  ...STYLES,
  ...VARIANTS.map(({ name, style, parts }): CorrectReceiver => ({
    name,
    style,

    make: makeReceiver(parts),
  })),
];
