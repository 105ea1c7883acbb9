import type { Actor, RequestOptions } from '../session/actor.ts';
import type { RunContext } from '../session/run-context.ts';
import type { Exchange } from '../replies/exchange.ts';
import { expect, test } from 'vitest';
import { undoForExtraActors } from './undo-extra-actors.ts';

/** The exchange in which the sandbox user created a listing. */
const CREATED = {
  operation: 'createListing',
  actor: 'extra',
  status: 201,
  json: { data: { id: 'inv_1' } },
} as unknown as Exchange;

async function undoWith(status: number): Promise<{ sent: readonly string[]; undone: readonly string[] }> {
  const [sent, undone]: [string[], string[]] = [[], []];
  const actor = {
    send: async ({ method, path }: RequestOptions) => {
      sent.push(`${method} ${path}`);
      return Promise.resolve({ status, is_success: status < 300 });
    },
  } as unknown as Actor;
  const run = {
    findExtraToken: (name: string) => (name === 'extra' ? 'token' : undefined),
    ledger: { undone: (kind: string, id: string) => undone.push(`${kind} ${id}`) },
  };
  await undoForExtraActors({ exchanges: [CREATED], run, withToken: () => actor } as unknown as RunContext);
  return { sent, undone };
}

test.each([204, 404, 409])('a listing of an extra actor is undone after a %i', async (status) => {
  expect(await undoWith(status)).toEqual({ sent: ['DELETE /me/inventory/inv_1'], undone: ['listing inv_1'] });
});

test.each([401, 403, 429, 500])('a listing of an extra actor is left behind after a %i', async (status) => {
  expect(await undoWith(status)).toEqual({ sent: ['DELETE /me/inventory/inv_1'], undone: [] });
});
