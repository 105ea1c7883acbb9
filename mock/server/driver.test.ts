import { expect, test } from 'vitest';
import { TEST_NOW, makeBid, makeLot, useMock } from '../testing/open-mock.ts';

const t = useMock({ admin_token: 'let-me-in-please' });

test('BID-12 the driver advances, sets, freezes, and resumes the clock', async () => {
  const { mock } = t;
  const bid = await makeBid(t, 'buyer', await makeLot(t));
  expect(await mock.clock.now()).toBe(TEST_NOW);
  const result = await mock.clock.advance(8 * 86_400);
  expect(result).toMatchObject({ now: '2026-06-18T12:00:00.000Z', fired: expect.any(Array) as unknown[] });
  expect(result.fired).toContainEqual({ at: '2026-06-17T12:00:00.000Z', kind: 'bid_expired', id: bid });
  expect((await mock.clock.set('2026-06-20T00:00:00Z')).now).toBe('2026-06-20T00:00:00.000Z');
  expect(await mock.clock.run()).toMatchObject({ deliveries: 0 });
  expect(await mock.clock.resume()).toMatchObject({ new_state: { mode: 'real' } });
  expect(await mock.clock.freeze()).toMatchObject({ new_state: { mode: 'frozen' } });
  expect(await mock.reset()).toMatchObject({ new_state: { now: TEST_NOW } });
});

test('control() calls any path, and its errors have the reason', async () => {
  const { mock } = t;
  expect(await mock.control<{ name: string }>('GET', '/health')).toMatchObject({ name: 'gristmill' });
  await expect(mock.control('POST', '/clock/advance', { second: 1 })).rejects.toThrow(
    /^POST \/clock\/advance: 422 validation_failed: .*second/,
  );
});

test('metrics are text, and the stream is rejected', async () => {
  const { mock } = t;
  expect(await mock.control<string>('GET', '/metrics')).toMatch(/^# HELP gristmill_build_info /);
  await expect(mock.control('GET', '/stream')).rejects.toThrow('GET /stream never ends; use follow() instead');
});
