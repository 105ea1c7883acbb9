/** Says why single requests cannot show a finding. */
import { DELIVERY_SCRIPT, decodePart, type Breach, type RunAction } from '#client';
import type { FinalTest } from './final-test.ts';
import type { Capture, Selected } from './select-steps.ts';

/** More requests than this are no minimal sequence. */
const ACTIONS_MAX = 40;

const WHY = {
  delivery: 'the finding is about a webhook delivery, and a script has no receiver',
  silence: 'the finding is not in a single response, but in time, deliveries, or several responses',
};

/** Why a finding that no request of the trail shows has none. */
export function explainAbsence({ details: { exchange } }: Breach): string {
  return exchange?.script === DELIVERY_SCRIPT ? WHY.delivery : WHY.silence;
}

/** Why the selected requests cannot show the finding; undefined if they can. */
export function explainRerun({ actions, captures }: Selected, test: FinalTest): string | undefined {
  if (test.by === 'nothing') return test.why;
  if (test.by === 'status' && asksForUnknownId(actions.at(-1), captures))
    return 'it asks for an id that no earlier response contains';
  const does = (operation: string): boolean =>
    actions.some((one) => (one.type === 'hook' ? one.hook : one.exchange.operation) === operation);
  // Without a receiver, every delivery fails.
  if (does('listDeliveries') || (does('createWebhook') && does('advance_clock'))) return WHY.delivery;
  if (
    actions.some((one) => one.type === 'exchange' && /\bgrant_type=authorization_code\b/.test(one.exchange.request_body ?? ''))
  ) {
    return 'a person has to sign in first';
  }
  if (actions.length > ACTIONS_MAX) return `it takes ${actions.length} requests`;
  if (secondsToWait({ actions }) > WAIT_MAX_S) return 'it takes minutes of waiting';
  if (hasRace(actions)) return 'the finding depends on requests that are sent at the same time';
  return undefined;
}

/** Whether the evidence is a 404 on something that no response gave as an id. */
function asksForUnknownId(last: RunAction | undefined, captures: readonly Capture[]): boolean {
  if (last?.type !== 'exchange' || last.exchange.status !== 404) return false;
  const parts = new URL(last.exchange.url).pathname.split('/').map(decodePart);
  return parts.some(
    (part) => part.length >= 6 && /\d/.test(part) && !captures.some((one) => one.value === part && /[/_]id$/.test(one.pointer)),
  );
}

/** The longest wait of a script, in seconds. */
const WAIT_MAX_S = 90;

/** How long to wait before the evidence, in seconds: until every time in the future of an earlier request has passed, if it had. */
export function secondsToWait({ actions }: Pick<Selected, 'actions'>): number {
  const last = actions.at(-1);
  if (last?.type !== 'exchange') return 0;
  const waits = actions.flatMap((action) => {
    if (action.type !== 'exchange' || action === last) return [];
    const { sent_at_ms, request_body = '' } = action.exchange;
    const times = [...request_body.matchAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g)].map(([time]) => Date.parse(time));
    return times.filter((time) => time > sent_at_ms && time <= last.exchange.sent_at_ms).map((time) => time - sent_at_ms);
  });
  return waits.length === 0 ? 0 : Math.ceil(Math.max(...waits) / 1_000) + 2;
}

/** Whether two writes to one address overlapped in time. */
function hasRace(actions: readonly RunAction[]): boolean {
  const writes = actions.flatMap((one) => (one.type === 'exchange' && one.exchange.method !== 'GET' ? [one.exchange] : []));
  return writes.some((one) =>
    writes.some(
      (other) =>
        other.number > one.number &&
        other.url === one.url &&
        other.sent_at_ms < one.sent_at_ms + one.duration_ms - 1 &&
        other.operation !== 'createListing' &&
        other.operation !== 'createFarm',
    ),
  );
}
