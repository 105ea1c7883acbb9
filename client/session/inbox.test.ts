import { afterEach, expect, test, vi } from 'vitest';
import { makeArrival } from '../testing/arrival.ts';
import { openContext } from '../testing/context.ts';
import { sendJson, serve, type TestServer } from '../testing/server.ts';
import type { RunContext } from './run-context.ts';
import type { Run } from './run.ts';
import type { Arrival } from '../inbox/arrival.ts';
import { expectNotAddressed } from './expect-not-addressed.ts';
import { Inbox } from './inbox.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A delivery about a bid. @param lag_ms how long before it the event happened */
function deliver(bid_id: string, lag_ms: number): Arrival {
  const now_ms = Date.now();
  const json = { type: 'bid.rejected', created_at: new Date(now_ms - lag_ms).toISOString(), data: { bid_id } };
  return makeArrival(JSON.stringify(json), { at_ms: now_ms });
}

/** An inbox at a target. @param arrivals its content, by the number of times that it was read */
function openInbox(
  target: TestServer,
  arrivals: (looks: number) => readonly Arrival[],
  mode: Run['settings']['mode'] = 'live',
): { inbox: Inbox; run: Run; t: RunContext } {
  const t = openContext(target, undefined, mode);
  let looks = 0;
  const mailbox = {
    url: 'http://127.0.0.1:9/inbox/x',
    slow_until_ms: 0,
    watch: () => undefined,
    close: () => undefined,
    get arrivals(): readonly Arrival[] {
      looks += 1;
      return arrivals(looks);
    },
  };
  const inbox = new Inbox(t, t.buyer, { id: 'whk_1', secret: 'whsec_1', events: ['bid.rejected'] }, mailbox);
  return { inbox, run: t.run, t };
}

/** Makes the monotonic clock adjustable. @returns a function that moves it ahead by this many ms */
function controlClock(): (ms: number) => void {
  let passed_ms = 0;
  const elapsedMs = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => elapsedMs() + passed_ms);
  return (ms) => {
    passed_ms += ms;
  };
}

const mine = { where: ({ text }: Arrival) => text.includes('bid_mine'), after: 'a bid was rejected', within_ms: 0 };

test('EVT-18 deliveries that arrive together are not a queue', async () => {
  // On a busy machine, the target would otherwise count as stalled, and get time to catch up.
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
  await using target = await serve((_request, response) => sendJson(response, 200, { items: [] }));
  const { inbox } = openInbox(target, (looks) => [deliver('bid_another', 0), ...(looks > 9 ? [deliver('bid_mine', 0)] : [])]);
  await expect(inbox.expect(mine)).rejects.toMatchObject({
    message: 'No delivery of bid.rejected arrived within 0 s after a bid was rejected.',
    details: {
      expected: "a delivery of bid.rejected after a bid was rejected, to buyer's subscription",
      observed: 'none that matches; others: 1 of bid.rejected',
    },
  });
});

test('EVT-18 a target that paused gets a moment to send what is due', async () => {
  const pass = controlClock();
  let has_paused = false;
  await using target = await serve((_request, response) => {
    pass(3_000);
    has_paused = true;
    sendJson(response, 200, { items: [] });
  });
  const { inbox } = openInbox(target, () => (has_paused ? [deliver('bid_mine', 0)] : []));
  expect((await inbox.expect(mine)).text).toContain('bid_mine');
});

test('EVT-18 a target that responds but sends nothing has missed the delivery', async () => {
  await using target = await serve((_request, response) => sendJson(response, 200, { items: [] }));
  const { inbox } = openInbox(target, () => []);
  await expect(inbox.expect(mine)).rejects.toThrow('No delivery of bid.rejected arrived within 0 s');
});

test('EVT-18 a full wait of 10 s in which nothing at all arrives makes later ones short, until something arrives', async () => {
  const pass = controlClock();
  await using target = await serve((_request, response) => sendJson(response, 200, { items: [] }));
  const { inbox, run } = openInbox(target, () => {
    pass(1_000);
    return [];
  });
  const offered = { type: 'bid.received', after: 'a bid was placed' };
  const began = performance.now();
  expect(await inbox.find(offered)).toBeUndefined();
  expect(performance.now() - began).toBeGreaterThan(9_000);
  await expect(inbox.expect(offered)).rejects.toThrow('No delivery of bid.received arrived within 0.5 s after a bid was placed.');
  run.receiver.deliveries = 1;
  await expect(inbox.expect(offered)).rejects.toThrow('No delivery of bid.received arrived within 5 s after a bid was placed.');
});

test('EVT-18 a full wait ends early when others have found the target silent, and does not after a delivery', async () => {
  const pass = controlClock();
  await using target = await serve((_request, response) => sendJson(response, 200, { items: [] }));
  let looks = 0;
  const { inbox, run } = openInbox(target, () => {
    looks += 1;
    pass(400);
    // Meanwhile, other checks have waited 5 s twice.
    if (looks === 3) {
      for (let waits = 0; waits < 2; waits += 1) run.waits.missed.noteMiss('any delivery', waits * 5_000, (waits + 1) * 5_000);
    }
    return [];
  });
  const offered = { type: 'bid.received', after: 'a bid was placed' };
  await expect(inbox.expect(offered)).rejects.toThrow(
    /^No delivery of bid.received arrived within [12](\.\d)? s after a bid was placed\.$/,
  );
  run.receiver.deliveries = 1;
  await expect(inbox.expect(offered)).rejects.toThrow('No delivery of bid.received arrived within 5 s after a bid was placed.');
});

test('EVT-18 if first attempts of this run came late, later ones get that time and 5 s more', async () => {
  const pass = controlClock();
  await using target = await serve((_request, response) => sendJson(response, 200, { items: [] }));
  let waited_s = 0;
  const { inbox, run } = openInbox(target, () => {
    pass(500);
    waited_s += 0.5;
    return waited_s > arrives_after_s ? [deliver('bid_mine', 0)] : [];
  });
  const offered = { where: mine.where, after: mine.after };
  run.receiver.deliveries = 1;
  let arrives_after_s = 9;
  await expect(inbox.expect(offered)).rejects.toThrow('No delivery of bid.rejected arrived within 5 s after a bid was rejected.');
  waited_s = 0;
  run.receiver.delay.note(deliver('bid_another', 6_000), 0);
  expect((await inbox.expect(offered)).text).toContain('bid_mine');
  waited_s = 0;
  arrives_after_s = 14;
  await expect(inbox.expect(offered)).rejects.toThrow(
    'No delivery of bid.rejected arrived within 11 s after a bid was rejected.',
  );
});

test.each([
  ['live', 'Breach'],
  ['sandbox', 'Unverifiable'],
] as const)('EVT-25 SBX-10 an event of another team, at actors of mode %s', async (mode, name) => {
  await using target = await serve((_request, response) => sendJson(response, 200, { items: [] }));
  const { inbox, t } = openInbox(target, () => [deliver('bid_mine', 0)], mode);
  await expect(expectNotAddressed(t, inbox, mine)).rejects.toMatchObject({ name });
});

test('EVT-1 if all deliveries come to other addresses, a missing one blocks the check and names such an address', async () => {
  await using target = await serve((_request, response) => sendJson(response, 200, { items: [] }));
  const { inbox, run } = openInbox(target, () => []);
  run.receiver.strays = ['POST /'];
  await expect(inbox.expect(mine)).rejects.toMatchObject({ name: 'Blocked', message: expect.stringContaining('POST /') });
  run.receiver.deliveries = 1;
  await expect(inbox.expect(mine)).rejects.toMatchObject({ name: 'Breach' });
});
