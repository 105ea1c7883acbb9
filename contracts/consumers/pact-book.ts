/** The pact of one consumer: written anew by its test, and held against the one that is committed. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Pact from '@pact-foundation/pact';
import { z } from 'zod';

// Loaded as what it is: named imports of a CommonJS package are a guess.
const { PactV4, MatchersV3 } = createRequire(import.meta.url)('@pact-foundation/pact') as typeof Pact;

/** How a pact says that a value is like this one. */
export const like: typeof Pact.MatchersV3 = MatchersV3;

export const PROVIDER = 'grain-marketplace';
export const PACTS_FOLDER: string = join(import.meta.dirname, '../pacts');

/** Set to write the committed pacts instead of comparing with them. */
const UPDATE = 'UPDATE_PACTS';

export interface PactBook extends Disposable {
  /** One more interaction for the pact. */
  pact: Pact.PactV4;
  /** Where the committed pact is. */
  path: string;
  /** What the interactions of this test come to, in an order of its own and without the versions of tools. */
  read: () => unknown;
  /** The committed pact, whatever a formatter made of it; renewed first where `UPDATE_PACTS` is set. */
  readCommitted: () => unknown;
}

export function openPactBook(consumer: string): PactBook {
  const dir = mkdtempSync(join(tmpdir(), 'gristmill-pacts-'));
  const path = join(PACTS_FOLDER, `${consumer}.json`);
  const read = (): object => normalise(readFileSync(join(dir, `${consumer}-${PROVIDER}.json`), 'utf8'));
  return {
    pact: new PactV4({ consumer, provider: PROVIDER, dir, logLevel: 'error' }),
    path,
    read,
    readCommitted: () => {
      if (process.env[UPDATE] !== undefined) writeFileSync(path, `${JSON.stringify(read(), null, 2)}\n`);
      return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as unknown) : undefined; // a border: the file
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

/** Pact writes interactions as the tests happen to end, and the version of every tool. */
function normalise(text: string): object {
  const pact = PactFile.parse(JSON.parse(text));
  const interactions = pact.interactions.toSorted((a, b) => (a.description < b.description ? -1 : 1));
  const metadata = { pactSpecification: pact.metadata.pactSpecification };
  return { ...pact, interactions, metadata };
}

/** What every JSON answer says that it is. */
export const JSON_ANSWER = { 'Content-Type': like.regex(/application\/json.*/, 'application/json') };

/** The header that the verifier gives the token of this actor: a pact holds none. */
export function as(actor: string): Readonly<Record<string, string>> {
  return { Authorization: `Bearer ${tokenOf(actor)}` };
}

/** What a consumer under test is given as its token. */
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
