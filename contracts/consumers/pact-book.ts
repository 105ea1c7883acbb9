/** Writes the pact of one consumer and compares it with the committed one. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Pact from '@pact-foundation/pact';
import { makeTestFolder } from '#client/testing/folder';
import { z } from 'zod';

// Named imports of a CommonJS package are not reliable.
const { PactV4, MatchersV3 } = createRequire(import.meta.url)('@pact-foundation/pact') as typeof Pact;

/** Pact's matchers. */
export const like: typeof Pact.MatchersV3 = MatchersV3;

const PROVIDER = 'grain-marketplace';
const PACTS_FOLDER: string = join(import.meta.dirname, '../pacts');

/** Set to write the committed pacts instead of comparing with them. */
const UPDATE = 'UPDATE_PACTS';

type Unconfigured = ReturnType<Pact.PactV4['addInteraction']>;
type Configured = ReturnType<Unconfigured['withRequest']>;

/** A request of the consumer, and the response that it needs. */
interface Interaction {
  given: Parameters<Unconfigured['given']>;
  uponReceiving: string;
  request: readonly [
    method: string,
    path: Parameters<Unconfigured['withRequest']>[1],
    content?: { query?: Pact.TemplateQuery; headers?: Readonly<Record<string, string>>; body?: object },
  ];
  /** Whose token the request has, if not that of the consumer's usual actor. */
  actor?: string;
  response: readonly [status: Parameters<Configured['willRespondWith']>[0], body?: object];
}

interface PactBook {
  /** The pact builder. */
  pact: Pact.PactV4;
  /** Adds an interaction to the pact. */
  interaction: (interaction: Interaction) => ReturnType<Configured['willRespondWith']>;
  /** The pact of this test run, with sorted interactions and without tool versions. */
  read: () => unknown;
  /** The committed pact. If `UPDATE_PACTS` is set, it is written first. */
  readCommitted: () => unknown;
}

/** Opens a pact for the tests of this file. @param usual_actor whose token the consumer sends */
export function openPactBook(consumer: string, usual_actor: string): PactBook {
  const dir = makeTestFolder();
  const committed = join(PACTS_FOLDER, `${consumer}.json`);
  const read = (): object => normalize(readFileSync(join(dir, `${consumer}-${PROVIDER}.json`), 'utf8'));
  const pact = new PactV4({ consumer, provider: PROVIDER, dir, logLevel: 'error' });
  return {
    pact,
    interaction: ({ given, uponReceiving, request: [method, path, content = {}], actor = usual_actor, response }) => {
      const { query = {}, headers = {}, body } = content;
      return pact
        .addInteraction()
        .given(...given)
        .uponReceiving(uponReceiving)
        .withRequest(method, path, (request) => {
          request.query(query).headers({ Authorization: `Bearer ${tokenOf(actor)}`, ...headers });
          if (body !== undefined) request.headers({ 'Content-Type': 'application/json' }).jsonBody(body);
        })
        .willRespondWith(response[0], (reply) => {
          reply.headers({ 'Content-Type': like.regex(/application\/json.*/, 'application/json') });
          if (response[1] !== undefined) reply.jsonBody(response[1]);
        });
    },
    read,
    readCommitted: () => {
      if (process.env[UPDATE] !== undefined) writeFileSync(committed, `${JSON.stringify(read(), null, 2)}\n`);
      return existsSync(committed) ? (JSON.parse(readFileSync(committed, 'utf8')) as unknown) : undefined; // external data
    },
  };
}

const PactFile = z.looseObject({
  interactions: z.array(z.looseObject({ description: z.string() })),
  metadata: z.looseObject({ pactSpecification: z.unknown() }),
});

/** Pact writes interactions in the order in which tests end, and the versions of its tools. */
function normalize(text: string): object {
  const pact = PactFile.parse(JSON.parse(text));
  const interactions = pact.interactions.toSorted((a, b) => (a.description < b.description ? -1 : 1));
  const metadata = { pactSpecification: pact.metadata.pactSpecification };
  return { ...pact, interactions, metadata };
}

/** A placeholder: the verifier inserts the token of this actor. */
export function tokenOf(actor: string): string {
  return `$TOKEN_${actor.toUpperCase()}`;
}

export function refusal(status: number, code: string, fields?: readonly string[]): object {
  const errors = fields?.map((field) => ({ field, message: like.string('is not valid') }));
  return {
    error: { status, code, message: like.string('What is wrong, in words.'), ...(errors === undefined ? {} : { errors }) },
  };
}
