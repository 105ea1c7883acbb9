import type { ClockState } from '../../ports/clock.ts';
import type { Tracing } from '../../ports/tracing.ts';
import type { Vault } from '../../ports/vault.ts';
import type { WorldEvent } from '../journal/event-bus.ts';
import type { Quotas } from '../quotas.ts';
import type { Coach } from '../journal/traffic.ts';
import type { SignatureOptions } from '../webhooks/sign.ts';

export interface WorldOptions {
  seed: string;
  lots: number;
  /** `real`, `frozen`, or an ISO instant to stand still at. */
  clock: string;
  /** A file, or `:memory:`. A file that holds a world keeps its seed and its number of lots. */
  db: string;
  /** Unknown body fields are ignored instead of rejected (CONV-7). */
  is_lenient: boolean;
  /** Webhooks to private addresses are rejected (WHK-11). */
  is_shared: boolean;
  /** The origin of links, if the mock is behind a proxy. */
  public_url: string | undefined;
  /** Secrets are the same in every run, for tests that compare bytes. */
  has_test_secrets: boolean;
  /** How deliveries are signed. By default with `t` and `v1` (SIG-9). */
  signature_options?: SignatureOptions | undefined;
  /** Violations that are on from the start. */
  violations?: readonly string[] | undefined;
  /** Variants that are on from the start. */
  variants?: readonly string[] | undefined;
  tracing: Tracing;
  /** How secrets are stored. */
  vault: Vault;
  /** On a hosted mock, the tenant that owns the world, and the quotas of tenants. */
  tenant_id?: string | undefined;
  quotas?: Quotas | undefined;
  /** Called with every event of every world. Must not throw. */
  onEvent?: ((world_id: string, event: WorldEvent) => void) | undefined;
  /** Finds mistakes in clients that cause failures in production. */
  coach?: Coach | undefined;
}

/** The options of a world that can differ from those of the default world. */
export type WorldChoices = Partial<
  Pick<
    WorldOptions,
    'seed' | 'lots' | 'clock' | 'is_lenient' | 'has_test_secrets' | 'violations' | 'variants' | 'tenant_id' | 'db'
  >
>;

/** How to create another world. Options that are not given come from the mock's options. */
export interface CreationOptions {
  sellers?: string | undefined;
  /** How long the world may be idle. With null it never expires. */
  ttl_seconds?: number | null | undefined;
  /** Aborted when the caller no longer waits for the world. */
  signal?: AbortSignal | undefined;
  /** Default: the next number. */
  id?: string | undefined;
}

/** The contents of a snapshot. */
export interface WorldImage {
  bytes: Uint8Array;
  clock: ClockState;
  /** How many secrets were drawn, so that a world with test secrets continues with the next one. */
  secrets_used: number;
}
