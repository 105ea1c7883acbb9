import { afterEach, expect, test, vi } from 'vitest';
import { NO_LEDGER } from '../ledger/ledger.ts';
import { Run } from './run.ts';
import type { TestServer } from '../testing/server.ts';
import { sendJson, serve } from '../testing/server.ts';
import { makeSettings } from '../testing/settings.ts';
import { RunContext } from './run-context.ts';
import type { Arrival } from '../inbox/arrival.ts';
import { Patience } from '../inbox/patience.ts';
import { Inbox } from './inbox.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A delivery about a bid whose event happened so long before it came. */
function deliver(bid_id: string, lag_ms: number): Arrival {
  const now_ms = Date.now();
  const json = { type: 'bid.rejected', created_at: new Date(now_ms - lag_ms).toISOString(), data: { bid_id } };
  const text = JSON.stringify(json);
  return {
    n: 1,
    method: 'POST',
    headers: {},
    raw: Buffer.from(text),
    text,
    json,
    answered: 200,
    at_ms: now_ms,
    stalled_ms: 0,
    answered_at_ms: now_ms,
    given_up_at_ms: undefined,
  };
}

/** An inbox at a target. @param arrivals asked whenever somebody looks into it, with how often that has been */
function openInbox(
  target: TestServer,
  arrivals: (looks: number) => readonly Arrival[],
): { inbox: Inbox; run: Run; close: () => Promise<void> } {
  const token = { token: 'secret_token', team_id: undefined, user_id: undefined };
  const run = new Run(makeSettings({ base_url: target.base_url, actors: new Map([['buyer', token]]) }), NO_LEDGER);
  const t = new RunContext(run, { id: 'EVT-18/x', moves_clock: false }, new AbortController().signal);
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
  return { inbox, run, close: async () => run.close() };
}

/** Makes the monotonic clock adjustable. @returns moves it ahead by so many ms */
function controlClock(): (ms: number) => void {
  let passed_ms = 0;
  const elapsedMs = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => elapsedMs() + passed_ms);
  return (ms) => {
    passed_ms += ms;
  };
}

const mine = { where: ({ text }: Arrival) => text.includes('bid_mine'), after: 'a bid was rejected', within_ms: 0 };

test('EVT-18 a queued delivery is awaited while other deliveries of the queue arrive', async () => {
  await using target = await serve((_request, response) => sendJson(response, 200, { items: [] }));
  const { inbox, close } = openInbox(target, (looks) => [
    deliver('bid_another', 4_000),
    ...(looks > 4 ? [deliver('bid_mine', 5_000)] : []),
  ]);
  expect((await inbox.expect(mine)).text).toContain('bid_mine');
  await close();
});

test('EVT-18 deliveries that arrive together are not a queue', async () => {
  await using target = await serve((_request, response) => sendJson(response, 200, { items: [] }));
  const { inbox, close } = openInbox(target, (looks) => [
    deliver('bid_another', 0),
    ...(looks > 9 ? [deliver('bid_mine', 0)] : []),
  ]);
  await expect(inbox.expect(mine)).rejects.toMatchObject({
    message: 'No delivery of bid.rejected arrived within 0 s after a bid was rejected.',
    details: {
      expected: "a delivery of bid.rejected after a bid was rejected, to buyer's subscription",
      observed: 'only other deliveries: 1 of bid.rejected',
    },
  });
  await close();
});

test('EVT-18 a target that paused gets a moment to send what is due', async () => {
  const pass = controlClock();
  let has_paused = false;
  await using target = await serve((_request, response) => {
    pass(3_000);
    has_paused = true;
    sendJson(response, 200, { items: [] });
  });
  const { inbox, close } = openInbox(target, () => (has_paused ? [deliver('bid_mine', 0)] : []));
  expect((await inbox.expect(mine)).text).toContain('bid_mine');
  await close();
});

test('EVT-18 a target that responds but sends nothing has missed the delivery', async () => {
  await using target = await serve((_request, response) => sendJson(response, 200, { items: [] }));
  const { inbox, close } = openInbox(target, () => []);
  await expect(inbox.expect(mine)).rejects.toThrow('No delivery of bid.rejected arrived within 0 s');
  await close();
});

test('EVT-18 two full waits in which nothing at all arrives make later ones short, until something arrives', async () => {
  const pass = controlClock();
  await using target = await serve((_request, response) => sendJson(response, 200, { items: [] }));
  const { inbox, run, close } = openInbox(target, () => {
    pass(1_000);
    return [];
  });
  const offered = { type: 'bid.received', after: 'a bid was placed' };
  for (let waits = 0; waits < 2; waits += 1) expect(await inbox.find(offered)).toBeUndefined();
  await expect(inbox.expect(offered)).rejects.toThrow('No delivery of bid.received arrived within 0.5 s after a bid was placed.');
  run.deliveries = 1;
  await expect(inbox.expect(offered)).rejects.toThrow('No delivery of bid.received arrived within 5 s after a bid was placed.');
  await close();
});

test('EVT-18 a full wait ends early when others have found the target silent, and does not after a delivery', async () => {
  const pass = controlClock();
  await using target = await serve((_request, response) => sendJson(response, 200, { items: [] }));
  let looks = 0;
  const { inbox, run, close } = openInbox(target, () => {
    looks += 1;
    pass(400);
    // Meanwhile, other checks have waited 5 s twice.
    if (looks === 3) {
      const patience = run.remember('patience for deliveries', () => new Patience());
      for (let waits = 0; waits < 2; waits += 1) patience.missed('any delivery', waits * 5_000, (waits + 1) * 5_000);
    }
    return [];
  });
  const offered = { type: 'bid.received', after: 'a bid was placed' };
  await expect(inbox.expect(offered)).rejects.toThrow(
    /^No delivery of bid.received arrived within [12](\.\d)? s after a bid was placed\.$/,
  );
  run.deliveries = 1;
  await expect(inbox.expect(offered)).rejects.toThrow('No delivery of bid.received arrived within 5 s after a bid was placed.');
  await close();
});
