import { formatDuration } from '../world-ttl.ts';

export const DEFAULT_WORLD = 'default';

/** The maximum number of worlds. Each has a separate database or schema. */
export const WORLDS_MAX = 200;
/** How many idle worlds the error message of a full mock names. */
const IDLE_NAMED = 3;

export function explainLimit(worlds: readonly { id: string; used_ms: number }[], now_ms: number): string {
  const idle = worlds
    .toSorted((a, b) => a.used_ms - b.used_ms)
    .slice(0, IDLE_NAMED)
    .map(({ id, used_ms }) => `${id} (${formatDuration((now_ms - used_ms) / 1000)})`);
  return (
    `There are ${WORLDS_MAX} worlds, which is the limit. Idle for longest: ${idle.join(', ')}. ` +
    'Delete some with DELETE /worlds/{id}, or set a ttl (--world-ttl), so that idle worlds are deleted.'
  );
}

export function explainExpired(id: string, ttl_seconds: number): string {
  const idle = formatDuration(ttl_seconds);
  return `World ${id} has expired: it was idle for ${idle}. Create another one with POST /worlds; to keep it longer, pass a longer ttl.`;
}

/** How many expired worlds are remembered, for a helpful error message. */
const EXPIRED_KNOWN_MAX = 1_000;

/** The worlds of a process that have expired, with their ttl. */
export class ExpiredWorlds {
  readonly #seconds = new Map<string, number>();

  add(id: string, ttl_seconds: number): void {
    const oldest = this.#seconds.size < EXPIRED_KNOWN_MAX ? undefined : this.#seconds.keys().next().value;
    if (oldest !== undefined) this.#seconds.delete(oldest);
    this.#seconds.set(id, ttl_seconds);
  }

  find(id: string): number | undefined {
    return this.#seconds.get(id);
  }
}
