/** Invitations of a hosted mock. Redeeming one creates a tenant. */
import { Clock, later } from '../../ports/clock.ts';
import type { Refusal } from '../../market/rules/refusal.ts';
import { refuse } from '../../market/rules/refusal.ts';
import { hashSecret } from '../http/same-secret.ts';
import { TOKEN_PREFIX, generateId, generateSecret } from './credentials.ts';
import type { InvitationRow, TenantRegistry, TenantRow } from './registry.ts';

/** An invitation, without the hash of its code. */
type Invitation = Omit<InvitationRow, 'code_hash'>;

interface InvitationTerms {
  /** The name of the future tenant. */
  name: string;
  worlds_max: number;
  expires_in_seconds: number;
}

const COLUMNS = ['id', 'name', 'worlds_max', 'created_at', 'expires_at', 'tenant_id'] as const;

/** ERR-7: the same response for an unknown, a used, and an expired code. */
const BAD_INVITATION = refuse('not_found', {
  message: 'The invitation is unknown, was redeemed, or has expired; ask the operator for another.',
});

export class Invitations {
  readonly #db: TenantRegistry['db'];

  constructor(db: TenantRegistry['db']) {
    this.#db = db;
  }

  /** Creates an invitation. The code is not shown again. */
  async create({ name, worlds_max, expires_in_seconds }: InvitationTerms): Promise<Invitation & { code: string }> {
    const code = generateSecret('inv_');
    const created_at = new Clock().now();
    const expires_at = later(created_at, expires_in_seconds);
    const invitation = { id: generateId('invitation'), name, worlds_max, created_at, expires_at, tenant_id: null };
    await this.#db
      .insertInto('invitations')
      .values({ ...invitation, code_hash: hashSecret(code) })
      .execute();
    return { ...invitation, code };
  }

  /** Turns an invitation into a tenant, once. The token is not shown again. */
  async redeem(code: string): Promise<{ tenant: Omit<TenantRow, 'token_hash'>; token: string } | Refusal> {
    const id = generateId('tenant');
    const token = generateSecret(TOKEN_PREFIX);
    const created_at = new Clock().now();
    const redeemed = await this.#db.transaction().execute(async (tx) => {
      const invitation = await tx
        .updateTable('invitations')
        .set({ tenant_id: id })
        .where('code_hash', '=', hashSecret(code))
        .where('tenant_id', 'is', null)
        .where('expires_at', '>', created_at)
        .returning(['name', 'worlds_max'])
        .executeTakeFirst();
      if (invitation === undefined) return undefined;
      const tenant = { id, ...invitation, worlds: 0, created_at };
      await tx
        .insertInto('tenants')
        .values({ ...tenant, token_hash: hashSecret(token) })
        .execute();
      return tenant;
    });
    return redeemed === undefined ? BAD_INVITATION : { tenant: redeemed, token };
  }

  /** Makes an invitation redeemable again, after its tenant was deleted. */
  async reopen(tenant_id: string): Promise<void> {
    await this.#db.updateTable('invitations').set({ tenant_id: null }).where('tenant_id', '=', tenant_id).execute();
  }

  async list(): Promise<Invitation[]> {
    return this.#db.selectFrom('invitations').select(COLUMNS).orderBy('created_at').orderBy('id').execute();
  }

  /** @returns whether there was one that was not redeemed */
  async withdraw(id: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('invitations')
      .where('id', '=', id)
      .where('tenant_id', 'is', null)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
}
