/** The tenants of a hosted mock, their invitations, and their worlds. */
import { rm } from 'node:fs/promises';
import { Clock } from '../../ports/clock.ts';
import { generateSeed } from '../../ports/random.ts';
import { isPostgresUrl } from '../../market/store/postgres/url.ts';
import { MEMORY } from '../../market/store/engine/sqlite.ts';
import { sealSecrets } from '../../market/store/engine/seal-secrets.ts';
import type { Refusal } from '../../market/rules/refusal.ts';
import { refuse, refuseFields } from '../../market/rules/refusal.ts';
import type { Quotas } from '../quotas.ts';
import { formatDuration } from '../world-ttl.ts';
import { refuseQuota } from '../quotas.ts';
import { warn } from '../world/warn.ts';
import type { CreationOptions, WorldChoices } from '../world/world-options.ts';
import type { World, WorldImage } from '../world/world.ts';
import type { Worlds } from '../world/worlds.ts';
import { hashSecret } from '../http/same-secret.ts';
import { TOKEN_PREFIX, generateId, generateSecret } from './credentials.ts';
import { Invitations } from './invitations.ts';
import type { TenantRegistry, TenantRow } from './registry.ts';
import { openTenantRegistry } from './registry.ts';

/** A tenant, without the hash of its token. */
export type Tenant = Omit<TenantRow, 'token_hash'>;

/** The options for reopening a tenant's world after a restart, stored as JSON. */
type PersistedOptions = Pick<WorldChoices, 'seed' | 'lots' | 'clock' | 'is_lenient' | 'violations' | 'variants'> &
  Pick<CreationOptions, 'sellers' | 'ttl_seconds'>;

function now(): string {
  return new Clock().now();
}

const COLUMNS = ['id', 'name', 'worlds', 'worlds_max', 'created_at'] as const;

interface TenantsOptions {
  quotas: Quotas;
  /** The database of the default world. */
  db: string;
  /** The default and maximum idle time of a world. Null for no limit. */
  ttl_seconds: number | null;
}

export class Tenants {
  readonly #worlds: Worlds;
  readonly #registry: TenantRegistry;
  readonly invitations: Invitations;
  readonly #options: TenantsOptions;
  /** The ids of tenants by the hash of their token. */
  readonly #known = new Map<string, string>();
  #is_closing = false;

  private constructor(worlds: Worlds, registry: TenantRegistry, options: TenantsOptions) {
    this.#worlds = worlds;
    this.#registry = registry;
    this.invitations = new Invitations(registry.db);
    this.#options = options;
    worlds.onGone((world) => {
      if (world.options.tenant_id !== undefined && !this.#is_closing) void this.#forget(world).catch(warn);
    });
  }

  static async open(worlds: Worlds, options: TenantsOptions): Promise<Tenants> {
    const tenants = new Tenants(worlds, await openTenantRegistry(options.db), options);
    try {
      await tenants.#reopenWorlds();
    } catch (error) {
      await tenants.close();
      throw error;
    }
    return tenants;
  }

  get quotas(): Quotas {
    return this.#options.quotas;
  }

  /** Undoes the redemption of an invitation, so that it can be used again. */
  async unredeem(tenant_id: string): Promise<void> {
    await this.delete(tenant_id);
    await this.invitations.reopen(tenant_id);
  }

  /** The tenant that a bearer token identifies. */
  async authenticate(token: string): Promise<Tenant | undefined> {
    if (!token.startsWith(TOKEN_PREFIX)) return undefined;
    const token_hash = hashSecret(token);
    const tenant = await this.#registry.db
      .selectFrom('tenants')
      .select(COLUMNS)
      .where('token_hash', '=', token_hash)
      .executeTakeFirst();
    if (tenant === undefined) this.#known.delete(token_hash);
    else this.#known.set(token_hash, tenant.id);
    return tenant;
  }

  /** The id of the tenant whose token was used before. Does not check that the token is still valid, so use it only for rate limits. */
  idOf(token: string): string | undefined {
    return token.startsWith(TOKEN_PREFIX) ? this.#known.get(hashSecret(token)) : undefined;
  }

  async all(): Promise<Tenant[]> {
    return this.#registry.db.selectFrom('tenants').select(COLUMNS).orderBy('created_at').orderBy('id').execute();
  }

  async worldsOf(tenant_id: string): Promise<World[]> {
    return (await this.#worlds.list()).filter(({ options }) => options.tenant_id === tenant_id);
  }

  /** Replaces the token of a tenant. The old one stops working immediately. */
  async renewToken(tenant_id: string): Promise<string | undefined> {
    const token = generateSecret(TOKEN_PREFIX);
    const { numUpdatedRows } = await this.#registry.db
      .updateTable('tenants')
      .set({ token_hash: hashSecret(token) })
      .where('id', '=', tenant_id)
      .executeTakeFirst();
    return numUpdatedRows > 0n ? token : undefined;
  }

  /** Deletes a tenant with its worlds. @returns whether there was one */
  async delete(tenant_id: string): Promise<boolean> {
    const { numDeletedRows } = await this.#registry.db.deleteFrom('tenants').where('id', '=', tenant_id).executeTakeFirst();
    for (const { id } of await this.worldsOf(tenant_id)) await this.#worlds.delete(id);
    return numDeletedRows > 0n;
  }

  /**
   * Creates a world of a tenant, within its quotas.
   * @throws what `Worlds.create` throws
   */
  async createWorld(tenant_id: string, choices: WorldChoices, creation: CreationOptions): Promise<World | Refusal> {
    const { quotas } = this;
    if ((choices.lots ?? this.#worlds.default.options.lots) > quotas.lots) return refuseQuota('lots', quotas.lots);
    const longest = this.#options.ttl_seconds;
    if (longest !== null && creation.ttl_seconds !== undefined && (creation.ttl_seconds ?? Number.POSITIVE_INFINITY) > longest)
      return refuseFields({ field: 'ttl', message: `must be at most ${formatDuration(longest)} on this mock` });
    if (choices.has_test_secrets === true)
      return refuse('conflict', { message: 'Repeatable secrets are not available on a shared mock; leave test_secrets out.' });
    const { violations, variants } = { ...this.#worlds.default.options, ...choices };
    const { seed = generateSeed(), lots, clock, is_lenient } = choices;
    const { sellers, ttl_seconds } = creation;
    const kept = { seed, lots, clock, is_lenient, sellers, ttl_seconds, violations, variants };
    return this.#place(tenant_id, kept, async (id) =>
      this.#worlds.create({ ...choices, seed, tenant_id, db: this.#pathOf(id) }, { ...creation, id }),
    );
  }

  /** Creates a world of a tenant from a snapshot of another of its worlds. */
  async forkWorld(tenant_id: string, original: World, image: WorldImage, creation: CreationOptions): Promise<World | Refusal> {
    const { seed, lots, clock, is_lenient } = original.options;
    const kept = { seed, lots, clock, is_lenient, ...original.deviations, ttl_seconds: creation.ttl_seconds };
    return this.#place(tenant_id, kept, async (id) =>
      this.#worlds.fork(original, image, { ...creation, id, db: this.#pathOf(id) }),
    );
  }

  async close(): Promise<void> {
    this.#is_closing = true;
    await this.#registry.close();
  }

  /** Reserves a place, then creates the world. If that fails, the place is free again. */
  async #place(
    tenant_id: string,
    kept: { [Name in keyof PersistedOptions]: PersistedOptions[Name] | undefined },
    make: (id: string) => Promise<World | undefined>,
  ): Promise<World | Refusal> {
    const id = generateId('w');
    const taken = await this.#registry.db.transaction().execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('tenants')
        .set((eb) => ({ worlds: eb('worlds', '+', 1) }))
        .where('id', '=', tenant_id)
        .whereRef('worlds', '<', 'worlds_max')
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      const row = { world_id: id, tenant_id, making: JSON.stringify(kept), created_at: now() };
      await tx.insertInto('tenant_worlds').values(row).execute();
      return true;
    });
    if (!taken) return this.#refuseMore(tenant_id);
    let world: World | undefined;
    try {
      world = await make(id);
    } finally {
      if (world === undefined) await this.#free(id);
    }
    if (world !== undefined && !(await this.#exists(tenant_id))) {
      // The tenant was deleted in the meantime.
      await this.#worlds.delete(id);
      return refuse('not_found');
    }
    // Does not use the message of `describeLimit`, because it names the worlds of other tenants.
    return (
      world ?? refuse('conflict', { message: 'The mock has no room for another world; ask the operator, or try again later.' })
    );
  }

  async #exists(tenant_id: string): Promise<boolean> {
    const row = await this.#registry.db.selectFrom('tenants').select('id').where('id', '=', tenant_id).executeTakeFirst();
    return row !== undefined;
  }

  async #refuseMore(tenant_id: string): Promise<Refusal> {
    const tenant = await this.#registry.db
      .selectFrom('tenants')
      .select('worlds_max')
      .where('id', '=', tenant_id)
      .executeTakeFirst();
    return tenant === undefined ? refuse('not_found') : refuseQuota('worlds', tenant.worlds_max);
  }

  async #free(world_id: string): Promise<void> {
    await this.#registry.db.transaction().execute(async (tx) => {
      const row = await tx.deleteFrom('tenant_worlds').where('world_id', '=', world_id).returning('tenant_id').executeTakeFirst();
      if (row === undefined) return;
      await tx
        .updateTable('tenants')
        .set((eb) => ({ worlds: eb('worlds', '-', 1) }))
        .where('id', '=', row.tenant_id)
        .execute();
    });
  }

  async #forget({ id, options: { db } }: World): Promise<void> {
    await this.#free(id);
    if (db === MEMORY || isPostgresUrl(db)) return;
    for (const suffix of ['', '-wal', '-shm']) await rm(`${db}${suffix}`, { force: true });
  }

  #pathOf(world_id: string): string {
    const { db } = this.#options;
    return db === MEMORY || isPostgresUrl(db) ? db : `${db}.${world_id}`;
  }

  /** Reopens worlds in files. Worlds in memory ended with the last process, along with its registry. */
  async #reopenWorlds(): Promise<void> {
    // On PostgreSQL, worlds are opened when they are used.
    if (isPostgresUrl(this.#options.db)) {
      for (const { store, options } of await this.#worlds.list()) await store.write((tx) => sealSecrets(tx, options.vault));
      return;
    }
    const rows = await this.#registry.db.selectFrom('tenant_worlds').selectAll().execute();
    for (const { world_id: id, tenant_id, making } of rows) {
      // `#place` wrote it.
      const { sellers, ttl_seconds, ...choices } = JSON.parse(making) as PersistedOptions;
      const world = await this.#worlds.create({ ...choices, tenant_id, db: this.#pathOf(id) }, { sellers, ttl_seconds, id });
      if (world === undefined) return;
    }
  }
}
