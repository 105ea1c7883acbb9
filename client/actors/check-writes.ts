/** Decides whether a run is allowed to write to its target, and at what rate. */
import { explainUnprovenSandbox, type SandboxCheck } from './prove-sandbox.ts';
import { ConfigError } from '../settings/config-error.ts';
import type { Settings } from '../settings/settings.ts';
import { isLoopbackTarget } from '../settings/target-url.ts';

/** Default limits for targets that are not on this machine. */
const POLITE = { in_flight: 4, per_second: 5 } as const;
/** On this machine, and where the operator allows a higher rate, so that slow responses do not keep the run below that rate. */
const IN_FLIGHT_MAX = 16;

type WriteCheck = SandboxCheck & {
  is_read_only: boolean;
  /** The host of `--allow-writes`. */
  allowed_host: string | undefined;
};

/** @throws ConfigError if `--allow-writes` names a different host than the target */
export function checkAllowedHost(base_url: string, allowed_host: string | undefined): void {
  if (allowed_host === undefined || isHostOf(base_url, allowed_host)) return;
  throw new ConfigError(
    '--allow-writes',
    `is ${allowed_host}, but the target is ${new URL(base_url).host}; use exactly that host, or omit the flag`,
  );
}

type ReadOnly = Pick<Settings, 'read_only_reason' | 'read_only_key'>;
const MAY_WRITE: ReadOnly = { read_only_reason: undefined, read_only_key: undefined };

/** Whether the run may write; otherwise why it may not, and which flag would change it. */
export async function findReadOnlyReason(question: WriteCheck): Promise<ReadOnly> {
  const { base_url, is_read_only, allowed_host } = question;
  if (is_read_only) return { read_only_reason: 'the run only reads', read_only_key: '--read-only' };
  if (isLoopbackTarget(base_url)) return MAY_WRITE;
  if (allowed_host !== undefined && isHostOf(base_url, allowed_host)) return MAY_WRITE;
  const doubt = await explainUnprovenSandbox(question);
  if (doubt === undefined) return MAY_WRITE;
  const { host } = new URL(base_url);
  const read_only_reason = `${host} is neither on this machine nor a proven sandbox (${doubt}), and --allow-writes ${host} was not given`;
  return { read_only_reason, read_only_key: '--allow-writes' };
}

/** Compares with or without the port. */
function isHostOf(base_url: string, host: string): boolean {
  const target = new URL(base_url);
  return [target.host, target.hostname].includes(host.trim().toLowerCase());
}

/** The maximum number of concurrent requests, and of requests per second. Unlimited on loopback by default. @param asked_per_second what `--rps` says */
export function chooseRateLimits(
  base_url: string,
  asked_per_second: number | undefined,
): { max_in_flight: number; requests_per_second: number } {
  const is_local = isLoopbackTarget(base_url);
  const is_polite = !is_local && (asked_per_second ?? POLITE.per_second) <= POLITE.per_second;
  return {
    max_in_flight: is_polite ? POLITE.in_flight : IN_FLIGHT_MAX,
    requests_per_second: asked_per_second ?? (is_local ? Number.POSITIVE_INFINITY : POLITE.per_second),
  };
}
