import { parseInstant } from '#spec';
import { nowMs } from '../clock.ts';
import type { Run } from '../session/run.ts';
import { isObject } from '../replies/json-node.ts';
import type { RunContext } from '../session/run-context.ts';

/** A smaller difference is clock skew or latency, not a moved clock. */
const MOVED_SECONDS_MIN = 300;

/**
 * Learns how far the target's clock was moved before this run, from the `listed_at` of a new listing. Assumes a correct clock if there is no hook to move it.
 */
export async function learnTargetClock(t: RunContext): Promise<void> {
  if (!t.hasHook('advance_clock') || t.run.settings.read_only_reason !== undefined) return;
  const reader = t.has('buyer') ? t.buyer : t.has('reader') ? t.reader : undefined;
  if (reader === undefined || !(t.has('seller') || t.has('partner'))) return;
  const lot = await t.arrange.lot();
  const { json } = await reader.get(`/inventory/${lot.id}`);
  const listed_at = isObject(json) && isObject(json['data']) ? json['data']['listed_at'] : undefined;
  const at_ms = typeof listed_at === 'string' ? parseInstant(listed_at) : undefined;
  if (at_ms === undefined) return;
  const ahead_seconds = (at_ms - nowMs()) / 1_000;
  if (Math.abs(ahead_seconds) >= MOVED_SECONDS_MIN) t.run.moved_seconds = ahead_seconds;
}

/** Describes how far the run has moved the clock, and for a mock, how to reset it. */
export function describeMovedClock({ moved_by_run_seconds, settings }: Run): readonly string[] {
  if (moved_by_run_seconds === 0) return [];
  const moved = `the clock of the target is ${describeSpan(moved_by_run_seconds)} further on than before: the API does not put it back`;
  if (settings.recognised_as === undefined) return [moved];
  const control_url = `${settings.base_url.replace(/\/v1\/?$/, '')}/_gristmill`;
  return [
    `${moved}; POST ${control_url}/reset does, and takes all that was made with it; a world of its own for the next run: POST ${control_url}/worlds`,
  ];
}

/** `2 d 5 h`, to the minute. */
function describeSpan(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const parts = [
    [Math.floor(minutes / 1_440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ] as const;
  return parts.flatMap(([count, unit]) => (count === 0 ? [] : [`${count} ${unit}`])).join(' ');
}
