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
  /** How it is made, as a sentence. */
  readonly style: string;
  /** The probes of this gallery that find something all the same, and rightly so. */
  readonly findings: readonly string[];
  readonly make: MakeReceiver;
}

/** Written by hand, each in the way of its framework. */
const STYLES: readonly CorrectReceiver[] = [
  { name: 'express-node-crypto', style: 'Express and nothing but node:crypto.', findings: [], make: makeExpressReceiver },
  { name: 'fastify-parser', style: 'Fastify with a parser that parses nothing; 204.', findings: [], make: makeFastifyReceiver },
  { name: 'hono-web-crypto', style: 'Hono with Web Crypto; 202.', findings: [], make: makeHonoReceiver },
  {
    name: 'node-streaming',
    style: 'Plain node:http, signing while the body arrives; 201.',
    findings: [],
    make: makeStreamingReceiver,
  },
  {
    name: 'fetch-handler',
    style: 'A route of Next.js with verifySignature of this package.',
    findings: [],
    make: makeFetchReceiver,
  },
  { name: 'queued', style: 'A queue: 202 at once, the effect later.', findings: [], make: makeQueuedReceiver },
  {
    name: 'express-stripe',
    style: 'Express with constructEvent of the stripe package: one-sided (SIG-3), and no space after a comma.',
    findings: ['spaced', 'future', 't-in-milliseconds'],
    make: makeStripeReceiver,
  },
];

export const CORRECT: readonly CorrectReceiver[] = [
  ...STYLES,
  ...VARIANTS.map(({ name, style, findings = [], parts }): CorrectReceiver => ({
    name,
    style,
    findings,
    make: makeReceiver(parts),
  })),
];
