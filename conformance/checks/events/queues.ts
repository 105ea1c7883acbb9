/** Congestion at a delivery location. */
import { check, type Check, type Need } from '../../check/check.ts';
import { readEnvelope, readPath, subscribeOutsider, readItems, type Arrival, type Inbox, type JsonNode } from '#client';
import type { CheckContext } from '../../check/check-context.ts';

/** A queue length above any threshold. */
const MANY_TRUCKS = 1_000;
/** The document says "long enough"; an hour certainly is. */
export const LONG_ENOUGH_SECONDS = 3_600;
const STARTED = 'queue.congestion_started';
const CLEARED = 'queue.congestion_cleared';
const NEEDS: readonly Need[] = ['elevator', 'writes', 'webhooks', 'hook:set_queue', 'hook:advance_clock'];

/** One check covers both events, because there may be only one location. These checks move the clock, because a queue clears only after some time. */
export const QUEUE_CHECKS: readonly Check[] = [
  check(
    'EVT-12/started-and-cleared',
    'A location over its threshold sends congestion_started, and congestion_cleared only after staying under it long enough',
    NEEDS,
    async (t) => {
      const inbox = await t.subscribe(t.elevator, [STARTED, CLEARED]);
      const location = await findOwnLocation(t);
      const where = isAt(location.id);
      await clearCongestion(t, location.id);
      const queue = await t.hook('set_queue', { location_id: location.id, trucks_waiting: MANY_TRUCKS });
      const started = await awaitStart(t, inbox, location.id, 'expect');
      const data = readEnvelope(started).get('data');
      expectQueue(data, location);
      data.get('trucks_waiting').is(MANY_TRUCKS);
      if (typeof queue['threshold'] === 'number') data.get('threshold').is(queue['threshold']);

      const ofEpisode = isNotBefore(data.get('started_at').value, where);
      await t.hook('set_queue', { location_id: location.id, trucks_waiting: MANY_TRUCKS - 1 });
      await t.hook('set_queue', { location_id: location.id, trucks_waiting: 0 });
      await inbox.expectNone({ type: CLEARED, where: ofEpisode, after: 'the queue fell below its threshold', within_ms: 200 });
      await t.arrange.advanceClock(LONG_ENOUGH_SECONDS);
      const cleared = await inbox.expect({ type: CLEARED, where: ofEpisode, after: 'it had stayed below it for an hour' });
      const end = readEnvelope(cleared).get('data');
      expectQueue(end, location);
      end.get('started_at').is(data.get('started_at').value);
      await inbox.expectNone({ type: STARTED, where, nth: 2, within_ms: 150, after: 'one episode of congestion' });
    },
    { lane: 'clock' },
  ),
  check(
    'EVT-12/back-over-the-threshold',
    'A queue that falls below its threshold and grows again immediately sends no congestion_cleared',
    NEEDS,
    async (t) => {
      const inbox = await t.subscribe(t.elevator, [STARTED, CLEARED]);
      const { id } = await findOwnLocation(t);
      const started = await startCongestion(t, inbox, id);
      const where = isNotBefore(readPath(started.json, 'data', 'started_at'), isAt(id));
      for (const trucks_waiting of [0, MANY_TRUCKS]) await t.hook('set_queue', { location_id: id, trucks_waiting });
      await t.arrange.advanceClock(LONG_ENOUGH_SECONDS);
      await inbox.expectNone({ type: CLEARED, where, after: 'the queue had grown again immediately', within_ms: 300 });
      await clearCongestion(t, id);
      await inbox.requireNext({ type: CLEARED, where, after: 'it had stayed below it for an hour' });
    },
    { lane: 'clock' },
  ),
  check(
    'EVT-12/owners-team',
    'Congestion events go only to the elevator of the location',
    [...NEEDS, 'buyer'],
    async (t) => {
      const owners = await t.subscribe(t.elevator, [STARTED, CLEARED]);
      const others = await subscribeOutsider(t, t.buyer, [STARTED, CLEARED]);
      const { id } = await findOwnLocation(t);
      await startCongestion(t, owners, id);
      await clearCongestion(t, id);
      await owners.requireNext({ type: CLEARED, where: isAt(id), after: 'it had stayed below it for an hour' });
      await others.expectNone({ where: isAt(id), within_ms: 200 });
    },
    { lane: 'clock' },
  ),
];

interface Location {
  id: number;
  name: unknown;
}

export async function findOwnLocation(t: CheckContext): Promise<Location> {
  const items = readItems(await t.elevator.get('/delivery-locations')).filter(({ id }) => typeof id === 'number');
  // A name that is not ASCII shows whether payloads are signed as they are encoded (SIG-1).
  const found = items.find(({ name }) => /[^ -~]/.test(String(name))) ?? items[0];
  if (found === undefined || typeof found['id'] !== 'number') {
    return t.unverifiable('the elevator has no delivery location', 'actors.elevator');
  }
  return { id: found['id'], name: found['name'] };
}

/**
 * Waits for congestion_started. The sandbox may send none, because only live locations may have queues.
 * @param wait how to treat a missing event: as a violation of the clause (`expect`), or as a failed prerequisite (`requireNext`)
 */
async function awaitStart(t: CheckContext, inbox: Inbox, location_id: number, wait: 'requireNext' | 'expect'): Promise<Arrival> {
  const query = { type: STARTED, where: isAt(location_id), after: 'the queue exceeded its threshold' };
  if (t.run.settings.mode !== 'sandbox') return inbox[wait](query);
  return (
    (await inbox.findNeeded(query)) ?? t.unverifiable('the sandbox sends no queue events, and there are no live actors', 'actors')
  );
}

/** Ends any earlier congestion, and causes a new one. @returns its event */
export async function startCongestion(t: CheckContext, inbox: Inbox, location_id: number): Promise<Arrival> {
  await clearCongestion(t, location_id);
  await t.hook('set_queue', { location_id, trucks_waiting: MANY_TRUCKS });
  return awaitStart(t, inbox, location_id, 'requireNext');
}

/** Ends any earlier congestion. */
export async function clearCongestion(t: CheckContext, location_id: number): Promise<void> {
  await t.hook('set_queue', { location_id, trucks_waiting: 0 });
  await t.arrange.advanceClock(LONG_ENOUGH_SECONDS);
}

/** Selects the events of a location. Compares ids as strings, because the document does not say whether location_id is a number here. */
export function isAt(location_id: number): (arrival: Arrival) => boolean {
  return (arrival) => String(readEnvelope(arrival).find('data')?.find('location_id')?.value) === String(location_id);
}

/** Leaves out late deliveries about an earlier episode of congestion. @param started_at when this episode started */
function isNotBefore(started_at: unknown, where: (arrival: Arrival) => boolean): (arrival: Arrival) => boolean {
  return (arrival) =>
    where(arrival) && !(Date.parse(String(readPath(arrival.json, 'data', 'started_at'))) < Date.parse(String(started_at)));
}

function expectQueue(data: JsonNode, location: Location): void {
  data.get('location_id');
  data.get('trucks_waiting');
  data.get('threshold');
  data.get('started_at');
  // The elevator knows the name of its own location.
  if (typeof location.name === 'string') data.get('name').is(location.name);
}
