import { describe, expect, test } from 'vitest';
import type { TestWorld } from '../../testing/open-world.ts';
import { openTestWorld } from '../../testing/open-world.ts';
import { answerWith, openReceiver } from '../../testing/receiver.ts';
import type { CongestionStep, Episode } from './congestion.ts';
import { nextCongestionStep, setTrucksWaiting } from './congestion.ts';

const NOW = '2026-06-10T12:00:00.000Z';
const IN_TEN_MINUTES = '2026-06-10T12:10:00.000Z';
const begun: Episode = { started_at: '2026-06-10T11:00:00.000Z', clears_at: null };
const clearing: Episode = { ...begun, clears_at: '2026-06-10T12:04:00.000Z' };

const ROWS: readonly [title: string, episode: Episode | undefined, trucks: number, step: CongestionStep][] = [
  ['below the threshold nothing begins', undefined, 11, { kind: 'none' }],
  ['at the threshold it begins', undefined, 12, { kind: 'start', episode: { started_at: NOW, clears_at: null } }],
  ['above it as well', undefined, 40, { kind: 'start', episode: { started_at: NOW, clears_at: null } }],
  ['more trucks are told once', begun, 13, { kind: 'none' }],
  ['below the threshold it begins to clear', begun, 11, { kind: 'change', episode: { ...begun, clears_at: IN_TEN_MINUTES } }],
  ['fewer still change nothing', clearing, 0, { kind: 'none' }],
  ['back at the threshold it does not clear', clearing, 12, { kind: 'change', episode: begun }],
];

describe('EVT-12 EVT-15 congestion', () => {
  test.for(ROWS)('%s', ([, episode, trucks, step]) => {
    expect(nextCongestionStep(episode, trucks, 12, NOW)).toEqual(step);
  });
});

const LOCATION = {
  id: 1001,
  team_id: 'tm_1',
  name: 'North pit',
  formatted: 'F',
  city: 'C',
  province: 'SK',
  trucks_waiting: 3,
  congestion_threshold: 12,
};

async function setTrucks({ world }: TestWorld, trucks: number): Promise<void> {
  await world.write(async (tx, now) => {
    const location = await tx.selectFrom('delivery_locations').selectAll().executeTakeFirstOrThrow();
    await setTrucksWaiting(world, tx, location, trucks, now);
  });
  await world.dispatcher.idle();
}

describe('EVT-12 EVT-31 the elevator', () => {
  test('gets one event at the start and one after ten minutes below the threshold', async () => {
    await using receiver = await openReceiver(answerWith(200));
    await using stage = await openTestWorld();
    const events = '["queue.congestion_started","queue.congestion_cleared"]';
    await stage.subscribe({ url: receiver.url, events });
    await stage.subscribe({ url: receiver.url, events, team_id: 'tm_2' });
    await stage.world.store.write((tx) => tx.insertInto('delivery_locations').values(LOCATION).execute());

    await setTrucks(stage, 11);
    expect(receiver.received).toHaveLength(0);
    await setTrucks(stage, 14);
    await stage.advance(60);
    await setTrucks(stage, 20);
    await setTrucks(stage, 4);
    await stage.advance(599);
    // Over again before the ten minutes were up, and under again: they begin anew.
    await setTrucks(stage, 12);
    await stage.advance(3600);
    await setTrucks(stage, 11);
    await stage.advance(599);
    expect(receiver.received).toHaveLength(1);
    await stage.advance(1);
    await stage.advance(3600);

    const [started, cleared] = receiver.received.map(({ envelope }) => envelope);
    expect(receiver.received).toHaveLength(2);
    const data = { location_id: 1001, name: 'North pit', trucks_waiting: 14, threshold: 12, started_at: NOW };
    expect(started).toMatchObject({ type: 'queue.congestion_started', livemode: true, created_at: NOW });
    expect(started?.data).toEqual(data);
    expect(cleared).toMatchObject({ type: 'queue.congestion_cleared', created_at: '2026-06-10T13:20:59.000Z' });
    expect(cleared?.data).toEqual({ ...data, trucks_waiting: 11 });
    expect(await stage.world.store.reader.selectFrom('congestions').selectAll().execute()).toEqual([]);
    expect(await stage.world.store.reader.selectFrom('delivery_locations').select('trucks_waiting').execute()).toEqual([
      { trucks_waiting: 11 },
    ]);

    await setTrucks(stage, 30);
    expect(receiver.received).toHaveLength(3);
  });
});
