import { expect, test } from 'vitest';
import { nowMs } from '../clock.ts';
import { Unverifiable } from '../replies/findings.ts';
import type { ActorSettings } from '../settings/settings.ts';
import { ActorTokens } from './actor-tokens.ts';

/** An actor whose tokens are `token 1`, `token 2`, … */
function makeActor(overrides: Partial<ActorSettings> = {}): ActorSettings & { renewals: () => number } {
  let count = 1;
  const renew = async (): Promise<string> => {
    count += 1;
    return Promise.resolve(`token ${count}`);
  };
  return { token: 'token 1', team_id: undefined, user_id: undefined, renew, renewals: () => count - 1, ...overrides };
}

const DEAD = async (): Promise<boolean> => Promise.resolve(true);
const ALIVE = async (): Promise<boolean> => Promise.resolve(false);
const open = (): ActorTokens => new ActorTokens(() => {});

test('a token is renewed once for all requests that were rejected with it', async () => {
  const tokens = open();
  const actor = makeActor();
  tokens.noteAccepted(actor, 'token 1');
  const replaced = await Promise.all([1, 2, 3].map(async () => tokens.replace('buyer', actor, 'token 1', DEAD)));
  expect(replaced).toEqual(['token 2', 'token 2', 'token 2']);
  expect(await tokens.replace('buyer', actor, 'token 1', DEAD)).toBe('token 2');
  expect(await tokens.get('buyer', actor, 0)).toBe('token 2');
  expect(actor.renewals()).toBe(1);
});

test('every rejected token is renewed, not just the first one', async () => {
  const tokens = open();
  const actor = makeActor();
  for (const number of [1, 2, 3]) {
    tokens.noteAccepted(actor, `token ${number}`);
    expect(await tokens.replace('buyer', actor, `token ${number}`, DEAD)).toBe(`token ${number + 1}`);
  }
});

test('a new token that is rejected is not renewed, which is a finding', async () => {
  const tokens = open();
  const actor = makeActor();
  expect(await tokens.replace('buyer', actor, 'token 1', DEAD)).toBeUndefined();
  tokens.noteAccepted(actor, 'token 1');
  await tokens.replace('buyer', actor, 'token 1', DEAD);
  expect(await tokens.replace('buyer', actor, 'token 2', DEAD)).toBeUndefined();
  expect(actor.renewals()).toBe(1);
});

test('a rejected token that cannot be renewed is unverifiable if it is invalid, and a finding if only one request was rejected', async () => {
  const tokens = open();
  const { renew: _, ...actor } = makeActor();
  tokens.noteAccepted(actor, 'token 1');
  expect(await tokens.replace('seller', actor, 'token 1', ALIVE)).toBeUndefined();
  await expect(tokens.replace('seller', actor, 'token 1', DEAD)).rejects.toMatchObject({ config_key: 'actors.seller' });
  const broken = makeActor({ renew: async () => Promise.reject(new Error('the vault is sealed')) });
  tokens.noteAccepted(broken, 'token 1');
  await expect(tokens.replace('rival', broken, 'token 1', DEAD)).rejects.toThrow(Unverifiable);
});

test("a token is renewed before it expires, also by a target's clock that was moved", async () => {
  const soon = makeActor({ expires_at_ms: nowMs() + 5_000 });
  expect(await open().get('buyer', soon, 0)).toBe('token 2');
  const later = makeActor({ expires_at_ms: nowMs() + 3_600_000 });
  const tokens = open();
  expect(await tokens.get('buyer', later, 0)).toBe('token 1');
  expect(await tokens.get('buyer', later, 3_600)).toBe('token 2');
});
