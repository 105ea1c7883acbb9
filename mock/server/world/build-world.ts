import type { FieldError } from '#spec';
import type { Batch } from '#fixtures/records';
import { world as generate } from '#fixtures/world';
import { makeAccess } from '#fixtures/world/auth';
import type { Vault } from '../../ports/vault.ts';
import { toMs } from '../../ports/clock.ts';
import { registerKnownClients } from '../oauth/clients/known-clients.ts';
import { checkReferences } from '../../market/store/engine/check-references.ts';
import { loadBatch } from '../../market/store/load-fixtures.ts';
import { sealSecrets } from '../../market/store/engine/seal-secrets.ts';
import type { Tx } from '../../market/records/tables.ts';
import { World, type WorldOptions } from './world.ts';

/** The contents of a new world. */
export interface Contents {
  /** A seed for the sellers, if it differs from that of the world (PRIV-11). */
  sellers?: string | undefined;
  /** Whether the published developer tokens are valid. */
  has_dev_tokens: boolean;
  /** Records beyond the generated ones. */
  extra?: Batch | undefined;
}

/** Records from a fixtures file do not fit into the generated world, because a reference is missing or an id is taken. */
export class FixtureError extends Error {
  override readonly name = 'FixtureError';
  readonly problems: readonly FieldError[];

  constructor(problems: readonly FieldError[]) {
    super(`The fixtures do not fit into the world: ${problems.map(({ field, message }) => `${field} ${message}`).join('; ')}`);
    this.problems = problems;
  }
}

/**
 * Opens a world and fills it from its seed, in slices, so that other worlds are served in between. If the file already contains a world, only
 * the developer tokens change.
 * @param signal stops the building and closes the world
 * @throws FixtureError if the extra records do not fit, or the reason of the signal
 */
export async function buildWorld(id: string, options: WorldOptions, contents: Contents, signal?: AbortSignal): Promise<World> {
  const world = await World.open(id, options);
  try {
    const is_filled = (await world.store.reader.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
    if (!is_filled) await fill(world, contents, signal);
    await startWorld(world, contents, is_filled);
    return world;
  } catch (error) {
    await world.close();
    throw error;
  }
}

/** Prepares a filled world for requests: applies the options of this process to its tokens and secrets, and runs what is due. */
export async function startWorld(world: World, { has_dev_tokens }: Contents, is_old = true): Promise<void> {
  if (is_old) await world.store.write((tx) => updateDevTokens(tx, world.options.vault, has_dev_tokens, world.clock.now()));
  await world.store.write((tx) => registerKnownClients(tx, has_dev_tokens, world.clock.now()));
  await world.store.write((tx) => sealSecrets(tx, world.options.vault));
  await world.schedule.rearm();
  // Expires what became due before the start, and sends what a killed process left in the queue.
  await world.runDue();
  world.dispatcher.wake();
}

async function fill(world: World, { sellers, has_dev_tokens, extra }: Contents, signal?: AbortSignal): Promise<void> {
  const { seed, lots } = world.options;
  const anchor = `${world.clock.now().slice(0, 10)}T00:00:00.000Z`;
  await world.store.write(async (tx) => {
    await tx
      .insertInto('origins')
      .values({ seed, lots, priced_until: anchor.slice(0, 10) })
      .execute();
    const batches = generate({ seed, lots, anchor, ...(sellers === undefined ? {} : { sellers }) });
    for (const { counters, ...batch } of batches) {
      signal?.throwIfAborted();
      await loadBatch(tx, has_dev_tokens ? batch : { ...batch, tokens: [] });
      const rows = Object.entries(counters ?? {}).map(([kind, used]) => ({ kind, next: used + 1 }));
      if (rows.length > 0) await tx.insertInto('counters').values(rows).execute();
    }
    if (extra === undefined) return;
    const problems = await checkReferences(tx, extra);
    if (problems.length > 0) throw new FixtureError(problems);
    await loadBatch(tx, extra);
  });
}

/** Adds or removes the developer tokens. A file may move between a developer's machine and a shared one, so this runs at every start. */
async function updateDevTokens(tx: Tx, vault: Vault, has_dev_tokens: boolean, now: string): Promise<void> {
  const { tokens = [] } = makeAccess({ now_ms: toMs(now) });
  const names = tokens.flatMap(({ token }) => [token, vault.digest(token)]);
  if (!has_dev_tokens) {
    await tx.deleteFrom('tokens').where('token', 'in', names).execute();
    return;
  }
  const rows = await tx.selectFrom('tokens').select('token').where('token', 'in', names).execute();
  const known = new Set(rows.map(({ token }) => token));
  await loadBatch(tx, { tokens: tokens.filter(({ token }) => !known.has(token) && !known.has(vault.digest(token))) });
}
