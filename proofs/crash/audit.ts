/** Compares what a deployment has stored with what it acknowledged and delivered. */
import { stopwatchMs } from '#mock/ports/clock';
import { forEachAtOnce } from '../call.ts';
import type { Calls, Who } from './calls.ts';
import { at, textAt } from './calls.ts';
import type { Ledger, Subscription } from './ledger.ts';
import type { Arrival } from './receiver.ts';
import { isSigned } from './receiver.ts';

/** The clocks of two processes, and the two clocks of this machine, do not agree to the millisecond. */
const CLOCK_TOLERANCE_MS = 50;
const PAGE = 1_000;
const AT_ONCE = 8;
const OK = 200;

interface Event {
  seq: number;
  id: string;
  type: string;
  subject_id: string;
  bid_id: string;
}

/** The clock must not be behind what was acknowledged. */
export async function auditClock(calls: Calls, ledger: Ledger): Promise<void> {
  const { clock } = ledger;
  if (clock === undefined) return;
  const expected_ms = clock.world_ms + (stopwatchMs() - clock.machine_ms) - CLOCK_TOLERANCE_MS;
  const { json } = await calls.retry(() => calls.control('GET', '/clock'));
  const now = textAt(json, 'now');
  if (Date.parse(now) < expected_ms)
    ledger.report('moved clocks lost', `the clock says ${now}, not ${new Date(expected_ms).toISOString()}`);
}

/** Checks the whole ledger, after the load has ended. */
export async function audit(calls: Calls, ledger: Ledger, arrivals: readonly Arrival[]): Promise<void> {
  await auditRecords(calls, ledger);
  await auditKeys(calls, ledger);
  await auditSubscriptions(calls, ledger);
  auditDeliveries(ledger, await listEvents(calls), arrivals);
}

async function auditRecords(calls: Calls, ledger: Ledger): Promise<void> {
  await forEachAtOnce(AT_ONCE, [...ledger.bids.values()], async ({ id, buyer, status }) => {
    const { json, text } = await calls.api(buyer, 'GET', `/bids/${id}`);
    if (textAt(json, 'data.status') !== status)
      ledger.report('acknowledged writes lost', `bid ${id} was ${status}, and is now: ${text.slice(0, 200)}`);
  });
  await forEachAtOnce(AT_ONCE, [...ledger.trades.values()], async ({ id, buyer, paid }) => {
    const { status, text, json } = await calls.api(buyer, 'GET', `/trades/${id}`);
    const wanted = paid.size === 2 ? 'Completed' : 'Pending';
    if (status !== OK || textAt(json, 'data.status') !== wanted)
      ledger.report('acknowledged writes lost', `trade ${id} was ${wanted}, and is now: ${status} ${text.slice(0, 200)}`);
  });
  const placed = Map.groupBy(ledger.bids.values(), ({ lot_id }) => lot_id);
  await forEachAtOnce(AT_ONCE, [...ledger.lots], async (id) => {
    const { status, json } = await calls.control('GET', `/truth/${id}`);
    if (status !== OK) ledger.report('acknowledged writes lost', `lot ${id}: ${status}`);
    const bids = countAt(json, 'relations.bids');
    const wanted = placed.get(id)?.length ?? 0;
    if (status === OK && bids !== wanted)
      ledger.report('idempotent responses lost', `lot ${id} has ${bids} bids; ${wanted} were placed, each with its own key`);
    const trades = countAt(json, 'relations.trades');
    if (trades > 1) ledger.report('double trades', `lot ${id} has ${trades} trades`);
  });
}

function countAt(json: unknown, path: string): number {
  const rows = at(json, path);
  return Array.isArray(rows) ? rows.length : 0;
}

/** IDEM-2: a repeated key gets the same response. */
async function auditKeys(calls: Calls, ledger: Ledger): Promise<void> {
  await forEachAtOnce(AT_ONCE, ledger.keyed, async ({ who, path, key, body, status, text }) => {
    const again = await calls.api(who, 'POST', path, { body, key });
    if (again.status !== status || again.text !== text)
      ledger.report('idempotent responses lost', `${key}: ${again.status} ${again.text.slice(0, 200)}`);
  });
}

async function auditSubscriptions(calls: Calls, ledger: Ledger): Promise<void> {
  for (const [who, wanted] of Map.groupBy(ledger.subscriptions, (subscription) => subscription.who)) {
    const { json } = await calls.api(who, 'GET', '/webhooks?limit=50');
    const items = at(json, 'items');
    const listed = new Set((Array.isArray(items) ? items : []).map((item) => textAt(item, 'id')));
    for (const { id, is_deleted } of wanted)
      if (listed.has(id) === is_deleted)
        ledger.report('acknowledged writes lost', `subscription ${id} was ${is_deleted ? 'deleted' : 'created'}`);
  }
}

async function listEvents(calls: Calls): Promise<Event[]> {
  const events: Event[] = [];
  for (;;) {
    const { json } = await calls.control('GET', `/events?since=${events.at(-1)?.seq ?? 0}&limit=${PAGE}`);
    const items = at(json, 'items');
    if (!Array.isArray(items) || items.length === 0) return events;
    for (const item of items)
      events.push({
        seq: Number(at(item, 'seq')),
        id: textAt(item, 'id'),
        type: textAt(item, 'type'),
        subject_id: textAt(item, 'subject_id'),
        bid_id: textAt(item, 'data.bid_id'),
      });
  }
}

function auditDeliveries(ledger: Ledger, events: readonly Event[], arrivals: readonly Arrival[]): void {
  const known = new Set(events.map(({ type, subject_id }) => `${type} ${subject_id}`));
  for (const { type, subject_id } of ledger.caused)
    if (!known.has(`${type} ${subject_id}`)) ledger.report('events lost', `there is no ${type} of ${subject_id}`);

  const by_path = Map.groupBy(arrivals, ({ path }) => path);
  const ids = new Map(events.map((event) => [event.id, event]));
  for (const subscription of ledger.subscriptions) {
    const arrived = by_path.get(subscription.path) ?? [];
    for (const arrival of arrived)
      if (!isSigned(arrival, subscription.secret)) ledger.report('bad signatures', `${arrival.type} to ${arrival.path}`);
    auditArrivals(ledger, subscription, arrived, ids);
    if (subscription.is_deleted) continue;
    const received = new Set(arrived.map(({ event_id }) => event_id));
    for (const event of events)
      if (isFor(ledger, event, subscription) && !received.has(event.id))
        ledger.report('events lost', `${event.type} of ${event.subject_id} did not reach ${subscription.path}`);
  }
}

/** Checks that the deliveries of one subscription are of existing events, in their order, and repeated with the same id. */
function auditArrivals(
  ledger: Ledger,
  { path }: Subscription,
  arrived: readonly Arrival[],
  events: ReadonlyMap<string, Event>,
): void {
  const seen = new Map<string, string>();
  let last_seq = 0;
  for (const { event_id, type, subject_id } of arrived) {
    const subject = `${type} ${subject_id}`;
    const before = seen.get(subject);
    if (before !== undefined && before !== event_id)
      ledger.report('duplicates with another envelope id', `${subject} to ${path}: ${before} and ${event_id}`);
    if (before === event_id) continue;
    seen.set(subject, event_id);
    const event = events.get(event_id);
    if (event === undefined) ledger.report('events without a change', `${subject} to ${path}`);
    // RTY-9: the first attempts of a subscription are made in the order of the events.
    else if (event.seq < last_seq) ledger.report('order violations', `${subject} came to ${path} after a later event`);
    else last_seq = event.seq;
  }
}

/** EVT-4, EVT-5, EVT-7, EVT-25: whether the event is one of the subscription's owner, and subscribed to. */
function isFor({ bids, trades }: Ledger, { type, subject_id, bid_id }: Event, { who, events }: Subscription): boolean {
  if (!events.includes(type)) return false;
  const bid = bids.get(bid_id === '' ? (trades.get(subject_id)?.bid_id ?? '') : bid_id);
  if (bid === undefined) return false;
  const audience: readonly Who[] =
    type === 'bid.received' ? ['partner'] : type.startsWith('trade.') ? [bid.buyer, 'partner'] : [bid.buyer];
  return audience.includes(who);
}
