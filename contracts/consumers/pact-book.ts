/** Writes the pact of one consumer and compares it with the committed one. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Pact from '@pact-foundation/pact';
import { z } from 'zod';

// Named imports of a CommonJS package are not reliable.
const { PactV4, MatchersV3 } = createRequire(import.meta.url)('@pact-foundation/pact') as typeof Pact;

/** Pact's matchers. */
export const like: typeof Pact.MatchersV3 = MatchersV3;

export const PROVIDER = 'grain-marketplace';
export const PACTS_FOLDER: string = join(import.meta.dirname, '../pacts');

/** Set to write the committed pacts instead of comparing with them. */
const UPDATE = 'UPDATE_PACTS';

export interface PactBook extends Disposable {
  /** The pact builder. */
  pact: Pact.PactV4;
  /** The path of the committed pact. */
  path: string;
  /** The pact of this test run, with sorted interactions and without tool versions. */
  read: () => unknown;
  /** The committed pact. If `UPDATE_PACTS` is set, it is written first. */
  readCommitted: () => unknown;
}

export function openPactBook(consumer: string): PactBook {
  const dir = mkdtempSync(join(tmpdir(), 'gristmill-pacts-'));
  const path = join(PACTS_FOLDER, `${consumer}.json`);
  const read = (): object => normalize(readFileSync(join(dir, `${consumer}-${PROVIDER}.json`), 'utf8'));
  return {
    pact: new PactV4({ consumer, provider: PROVIDER, dir, logLevel: 'error' }),
    path,
    read,
    readCommitted: () => {
      if (process.env[UPDATE] !== undefined) writeFileSync(path, `${JSON.stringify(read(), null, 2)}\n`);
      return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as unknown) : undefined; // external data
    },
    [Symbol.dispose]: () => {
      rmSync(dir, { recursive: true, force: true });
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

/** The headers of every JSON response. */
export const JSON_RESPONSE = { 'Content-Type': like.regex(/application\/json.*/, 'application/json') };

/** An Authorization header with a placeholder: the verifier inserts the token of this actor. */
export function as(actor: string): Readonly<Record<string, string>> {
  return { Authorization: `Bearer ${tokenOf(actor)}` };
}

/** The token placeholder of an actor. */
export function tokenOf(actor: string): string {
  return `$TOKEN_${actor.toUpperCase()}`;
}

/** The Error object with this status and code. */
export function refusal(status: number, code: string, fields?: readonly string[]): object {
  const errors = fields?.map((field) => ({ field, message: like.string('is not valid') }));
  return {
    error: { status, code, message: like.string('What is wrong, in words.'), ...(errors === undefined ? {} : { errors }) },
  };
}
