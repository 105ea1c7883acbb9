import type { WorldOptions } from './world-options.ts';

/** The options in which a world can differ from the default one. */
export type WorldChoices = Partial<
  Pick<
    WorldOptions,
    'seed' | 'lots' | 'clock' | 'is_lenient' | 'has_test_secrets' | 'violations' | 'variants' | 'tenant_id' | 'db'
  >
>;

/** How another world is made. Options that are not given come from the options of the mock. */
export interface Making {
  sellers?: string | undefined;
  /** How long the world may be idle. With null it never expires. */
  ttl_seconds?: number | null | undefined;
  /** Aborted when the caller no longer waits for the world. */
  signal?: AbortSignal | undefined;
  /** Default: the next number. */
  id?: string | undefined;
}

export interface WorldsOptions {
  /** How long a world may be idle by default. With null it never expires. */
  ttl_seconds?: number | null | undefined;
}
