/** What a step has told whom: the events in the outbox, the subscriptions they are queued for, and what would be sent. */
import type { World } from '#mock/server/world/world';
import { makeBody } from '#mock/server/webhooks/payload';
import { actorOfTeam } from './cast.ts';
import type { Tally } from './invariants.ts';
import { hold } from './invariants.ts';
import type { Picture } from './picture.ts';
import { nameOfBid, nameOfTrade } from './picture.ts';
import type { DueEvent } from './rules.ts';
import { judgeSecrecy } from './secrecy.ts';

const BID_FIELDS = ['bid_id', 'inventory_id', 'reference', 'status', 'type'];
const TRADE_FIELDS = ['commodity', 'inventory_id', 'price', 'quantity_mt', 'status', 'trade_id'];
/** EVT-6, EVT-7, EVT-8: the fields of a payload, in alphabetical order. */
const FIELDS: Readonly<Record<DueEvent['type'], readonly string[]>> = {
  'bid.accepted': BID_FIELDS,
  'bid.rejected': BID_FIELDS,
  'bid.countered': BID_FIELDS,
  'bid.received': BID_FIELDS,
  'trade.created': ['bid_id', ...TRADE_FIELDS],
  'trade.settled': TRADE_FIELDS,
};

/** @throws BrokenInvariant */
export async function judgeEvents(world: World, tally: Tally, picture: Picture, due: readonly DueEvent[]): Promise<void> {
  const { reader: db } = world.store;
  const events = await db.selectFrom('events').selectAll().orderBy('seq').execute();
  if (events.length === 0 && due.length === 0) {
    hold(tally, 'events_as_due', true, () => '');
    return;
  }
  const queued = await db
    .selectFrom('queue')
    .innerJoin('subscriptions', 'subscriptions.id', 'queue.subscription_id')
    .select(['event_id', 'team_id'])
    .execute();

  const name = (type: string, id: string | null): string => `${type} of ${nameOfSubject(picture, id ?? '')}`;
  const expected = due.map(({ type, subject_id }) => name(type, subject_id)).toSorted();
  const emitted = events.map(({ type, subject_id }) => name(type, subject_id)).toSorted();
  hold(
    tally,
    'events_as_due',
    expected.join() === emitted.join(),
    () => `the events are ${list(emitted)}, and ought to be ${list(expected)}`,
  );

  for (const event of events) {
    const wanted = due.find(({ type, subject_id }) => type === event.type && subject_id === event.subject_id);
    const told = queued.filter(({ event_id }) => event_id === event.id).map(({ team_id }) => actorOfTeam(team_id) ?? team_id);
    const to = wanted?.to ?? [];
    const holds = told.toSorted().join() === to.toSorted().join();
    const what = name(event.type, event.subject_id);
    hold(tally, 'events_to_whom', holds, () => `${what} goes to ${list(told)}, and ought to go to ${list(to)}`);

    const text = await makeBody(db, event);
    // The envelope, as EVT-1 has it.
    const { data } = JSON.parse(text) as { data: object };
    const fields = Object.keys(data).toSorted().join();
    hold(
      tally,
      'payloads_thin',
      wanted !== undefined && fields === FIELDS[wanted.type].join(),
      () => `${what} carries ${fields}`,
    );
    for (const { team_id } of queued.filter(({ event_id }) => event_id === event.id)) {
      const who = actorOfTeam(team_id);
      const doing = (): string => `${who ?? team_id} is sent ${what}`;
      if (who !== undefined) judgeSecrecy(tally, picture, { who, doing }, { status: 200, text, headers: {} });
    }
  }
}

function nameOfSubject(picture: Picture, id: string): string {
  return picture.trades.some((trade) => trade.id === id) ? nameOfTrade(picture, id) : nameOfBid(picture, id);
}

function list(items: readonly string[]): string {
  return items.length === 0 ? 'none' : items.join(' and ');
}
