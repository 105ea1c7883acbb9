import { beforeEach, describe, expect, test } from 'vitest';
import { toMs } from '../../../ports/clock.ts';
import { outcomeOf } from '../../../testing/responses.ts';
import { TEST_NOW, makeBid, makeLot, openTestMock, useMock } from '../../../testing/open-mock.ts';
import { openReceiver } from '../../../testing/receiver.ts';

const DAY = 86_400;

describe('a frozen clock', () => {
  const mock = useMock();
  beforeEach(async () => {
    await mock.control('POST', '/reset');
  });

  test('can be read', async () => {
    const read = await mock.control('GET', '/clock');
    expect(read.body).toMatchObject({ now: TEST_NOW, mode: 'frozen' });
    expect(read.body.next_due > TEST_NOW).toBe(true);
  });

  test('is advanced by setting it ahead; setting it back undoes nothing', async () => {
    const bid = await makeBid(mock, 'buyer', await makeLot(mock), { expires_at: '2026-06-10T12:30:00Z' });
    const ahead = await mock.control('POST', '/clock/set', { now: '2026-06-10T15:00:00+02:00' });
    expect(ahead.body).toMatchObject({ now: '2026-06-10T13:00:00.000Z', fired: [{ kind: 'bid_expired', id: bid }] });
    const back = await mock.control('POST', '/clock/set', { now: '2026-06-01T00:00:00Z' });
    expect(back.body).toMatchObject({ now: '2026-06-01T00:00:00.000Z', fired: [], fired_total: 0 });
    expect((await mock.call('buyer', 'GET', `/bids/${bid}`)).body).toMatchObject({ data: { status: 'expired' } });
  });

  test.each([
    ['/clock/advance', { seconds: -1 }, 'seconds'],
    ['/clock/advance', { seconds: 10 * 366 * DAY }, 'seconds'],
    ['/clock/set', { now: 'tomorrow' }, 'now'],
    ['/clock/set', { now: '2026-06-01' }, 'now'],
    ['/clock/set', { now: '1999-12-31T23:59:59Z' }, 'now'],
    ['/clock/set', { now: '2036-07-01T00:00:00Z' }, 'now'],
    ['/clock/set', { now: '9999-12-31T23:59:59Z' }, 'now'],
  ])('%s rejects %j', async (path, body, field) => {
    expect(outcomeOf(await mock.control('POST', path, body))).toBe(`422 validation_failed: ${field}`);
    expect((await mock.control('GET', '/clock')).body).toMatchObject({ now: TEST_NOW });
  });

  test('concurrent clock changes are queued', async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<() => void>();
    await using slow = await openReceiver((response) => {
      ask(() => response.end());
    });
    await mock.call('buyer', 'POST', '/webhooks', { body: { url: slow.url, events: ['bid.rejected'] } });
    const bid = await makeBid(mock, 'buyer', await makeLot(mock));
    await mock.call('seller', 'POST', `/bids/${bid}/reject`);
    const responseReceived = await asked;
    // The delivery is awaited before the clock moves.
    const moved = [1, 20, 300, 4_000].map((seconds) => mock.control('POST', '/clock/advance', { seconds }));
    for (let round = 0; round < 5; round += 1) {
      expect((await mock.control('GET', '/clock')).body).toMatchObject({ now: TEST_NOW });
    }
    responseReceived();
    await Promise.all(moved);
    expect((await mock.control('GET', '/clock')).body).toMatchObject({ now: '2026-06-10T13:12:01.000Z' });
  });
});

describe('a running clock', () => {
  test('continues from the time that was set, can be frozen, and resumes', async () => {
    await using mock = await openTestMock({ clock: 'real' });
    const { clock } = mock.mock.worlds.default;
    const begun_ms = clock.now_ms();
    const moved = await mock.control('POST', '/clock/advance', { seconds: DAY });
    expect(moved.body).toMatchObject({ new_state: { mode: 'real' } });
    expect(clock.now_ms() - begun_ms).toBeGreaterThanOrEqual(DAY * 1000);
    const frozen = await mock.control('POST', '/clock/freeze');
    expect(frozen.body).toMatchObject({ previous_state: { mode: 'real' }, new_state: { mode: 'frozen' } });
    const { now } = frozen.body;
    expect((await mock.control('GET', '/clock')).body).toMatchObject({ now, mode: 'frozen' });
    const running = await mock.control('POST', '/clock/resume');
    expect(running.body).toMatchObject({ new_state: { mode: 'real' } });
    expect(clock.now_ms() - toMs(now)).toBeLessThan(60_000);
  });
});

test('the clock cannot be advanced beyond its last instant', async () => {
  await using mock = await openTestMock({ lots: 20, clock: '2999-12-31T23:59:00Z' });
  expect(outcomeOf(await mock.control('POST', '/clock/advance', { seconds: 60 }))).toBe('422 validation_failed: seconds');
  expect((await mock.control('POST', '/clock/advance', { seconds: 59 })).status).toBe(200);
});
