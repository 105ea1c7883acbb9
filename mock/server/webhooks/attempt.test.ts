import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import { openTestWorld } from '../../testing/open-world.ts';
import { answerWith, openReceiver } from '../../testing/receiver.ts';

const NOW = '2026-06-10T12:00:00.000Z';

describe('a delivery', () => {
  test('EVT-1 EVT-2 RTY-1 is posted as the document says, and written down as delivered', async () => {
    await using receiver = await openReceiver();
    await using stage = await openTestWorld();
    const subscription_id = await stage.subscribe({ url: `${receiver.url}?team=1`, secret: 'whsec_abc' });
    await stage.addBid('bid_1');
    expect(await stage.tell('bid_1')).toBe(1);
    await stage.world.dispatcher.idle();

    const [sent] = receiver.received;
    const event = await stage.world.store.reader.selectFrom('events').selectAll().executeTakeFirstOrThrow();
    expect(sent?.path).toBe('/hook?team=1');
    expect(sent?.envelope).toEqual({
      id: event.id,
      type: 'bid.received',
      event: 'bid.received',
      livemode: true,
      created_at: NOW,
      data: { bid_id: 'bid_1', reference: 'BID-bid_1', inventory_id: 'inv_1', status: 'pending', type: 'single_grade' },
    });
    expect(sent?.headers).toMatchObject({ 'content-type': 'application/json', 'svc-event': 'bid.received' });
    const rows = await stage.deliveries();
    expect(rows[0]?.id).toMatch(/^whd_[0-9a-f]{16}$/);
    expect(rows[0]?.duration_ms).toBeGreaterThan(0);
    expect(rows).toEqual([
      {
        seq: 1,
        id: rows[0]?.id,
        subscription_id,
        event_id: event.id,
        event: 'bid.received',
        status: 'delivered',
        response_status: 200,
        attempts: 1,
        delivered_at: NOW,
        created_at: NOW,
        error: null,
        request_body: sent?.raw,
        signature: sent?.headers['svc-signature'],
        duration_ms: rows[0]?.duration_ms,
      },
    ]);
    expect(await stage.queue()).toEqual([]);
  });

  test('RTY-1 RFC 9110, 15.2: is delivered where the receiver answers on the way before it answers', async () => {
    await using receiver = await openReceiver((response) => {
      response.writeContinue();
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      response.writeProcessing();
      response.end();
    });
    await using stage = await openTestWorld();
    await stage.subscribe({ url: receiver.url });
    await stage.addBid('bid_1');
    await stage.tell('bid_1');
    await stage.world.dispatcher.idle();
    expect(await stage.deliveries()).toMatchObject([{ status: 'delivered', response_status: 200, attempts: 1 }]);
    expect(receiver.received).toHaveLength(1);
  });

  test('SIG-1 SIG-9 is signed with the machine clock over the raw body, whatever the clock of the world says', async () => {
    await using receiver = await openReceiver();
    await using stage = await openTestWorld({ clock: '2019-01-01T00:00:00.000Z' });
    await stage.subscribe({ url: receiver.url, secret: 'whsec_ÄbC' });
    await stage.addBid('bid_1');
    await stage.tell('bid_1');
    await stage.world.dispatcher.idle();

    const [sent] = receiver.received;
    const header = String(sent?.headers['svc-signature']);
    // Checks the signature, and that t is within 300 s of its own clock.
    expect(Stripe.webhooks.constructEvent(sent?.raw ?? '', header, 'whsec_ÄbC', 300)).toMatchObject({ type: 'bid.received' });
    const t = /^t=(\d+),v1=/.exec(header)?.[1];
    expect(header).toBe(`t=${t},v1=${createHmac('sha256', 'whsec_ÄbC').update(`${t}.${sent?.raw}`).digest('hex')}`);
  });

  test('SIG-9 by option it is signed with the clock of the world, with further segments', async () => {
    await using receiver = await openReceiver();
    await using stage = await openTestWorld({ signature_options: { clock: 'world', segments: ['sha256', 'v9=x', 'v1', 't'] } });
    await stage.subscribe({ url: receiver.url });
    await stage.addBid('bid_1');
    await stage.tell('bid_1');
    await stage.world.dispatcher.idle();
    const t = Date.parse(NOW) / 1000;
    expect(receiver.received[0]?.headers['svc-signature']).toMatch(
      new RegExp(`^sha256=[0-9a-f]{64},v9=x,v1=[0-9a-f]{64},t=${t}$`),
    );
  });

  test('EVT-21 EVT-3 EVT-19 tells the status of the moment on every attempt, under one id and one time', async () => {
    await using receiver = await openReceiver(answerWith(500, 200));
    await using stage = await openTestWorld();
    await stage.subscribe({ url: receiver.url });
    await stage.addBid('bid_1');
    await stage.tell('bid_1');
    await stage.world.dispatcher.idle();
    await stage.world.store.write((tx) => tx.updateTable('bids').set({ status: 'countered' }).execute());
    await stage.advance(10);

    const [first, second] = receiver.received.map(({ envelope }) => envelope);
    expect([first?.data['status'], second?.data['status']]).toEqual(['pending', 'countered']);
    expect({ ...second, data: {} }).toEqual({ ...first, data: {} });
    expect(first?.created_at).toBe(NOW);
  });

  test('a payload that cannot be made fails its delivery alone', async () => {
    await using receiver = await openReceiver();
    await using stage = await openTestWorld();
    await stage.subscribe({ url: receiver.url });
    await stage.addBid('bid_1');
    await stage.tell('bid_gone');
    await stage.tell('bid_1');
    await stage.world.dispatcher.idle();
    expect(receiver.received.map(({ envelope }) => envelope.data['bid_id'])).toEqual(['bid_1']);
    const rows = await stage.deliveries();
    expect(rows.map(({ status }) => status)).toEqual(['failed', 'delivered']);
    expect(rows[0]).toMatchObject({ response_status: 0, request_body: '' });
    expect(rows[0]?.error).toContain('no result');
  });
});

describe('the schedule', () => {
  test('RTY-4 RTY-6 RTY-8 five attempts, 10 s, 1 min, 5 min and 30 min apart, then failed', async () => {
    await using receiver = await openReceiver(answerWith(503));
    await using stage = await openTestWorld();
    await stage.subscribe({ url: receiver.url });
    await stage.addBid('bid_1');
    await stage.tell('bid_1');
    await stage.world.dispatcher.idle();
    const begun_ms = performance.now();
    for (const seconds of [10, 60, 300, 1800]) {
      // Not a moment early.
      await stage.advance(seconds - 0.001);
      const early = receiver.received.length;
      await stage.advance(0.001);
      expect(receiver.received).toHaveLength(early + 1);
    }
    expect(performance.now() - begun_ms).toBeLessThan(1000);
    await stage.advance(86_400);

    expect(receiver.received).toHaveLength(5);
    const rows = await stage.deliveries();
    expect(rows.map((row) => [row.attempts, row.status, row.response_status, row.created_at, row.delivered_at])).toEqual([
      [1, 'retrying', 503, '2026-06-10T12:00:00.000Z', null],
      [2, 'retrying', 503, '2026-06-10T12:00:10.000Z', null],
      [3, 'retrying', 503, '2026-06-10T12:01:10.000Z', null],
      [4, 'retrying', 503, '2026-06-10T12:06:10.000Z', null],
      [5, 'failed', 503, '2026-06-10T12:36:10.000Z', null],
    ]);
    expect(new Set(rows.map(({ event_id }) => event_id)).size).toBe(1);
    expect(await stage.queue()).toEqual([]);
    expect(stage.world.next_due_ms).toBe(Date.parse('9999-01-01T00:00:00.000Z'));
  });

  test('RTY-14 a delay counts from the end of the attempt', async () => {
    let held: ServerResponse | undefined;
    await using receiver = await openReceiver((response) => {
      held = response;
    });
    await using stage = await openTestWorld();
    await stage.subscribe({ url: receiver.url });
    await stage.addBid('bid_1');
    await stage.tell('bid_1');
    await receiver.count(1);
    stage.world.clock.set(Date.parse(NOW) + 7_000);
    held?.writeHead(500).end();
    await stage.world.dispatcher.idle();
    expect(await stage.queue()).toMatchObject([{ attempt: 2, is_first: 0, due_at: '2026-06-10T12:00:17.000Z' }]);
    expect(await stage.deliveries()).toMatchObject([{ created_at: NOW, attempts: 1 }]);
    expect(stage.world.next_due_ms).toBe(Date.parse('2026-06-10T12:00:17.000Z'));
  });

  test('a retry is made by itself when its time has come, where the clock runs', async () => {
    await using receiver = await openReceiver(answerWith(503, 200));
    await using stage = await openTestWorld({ clock: 'real' });
    await stage.subscribe({ url: receiver.url });
    await stage.addBid('bid_1');
    await stage.tell('bid_1');
    await stage.world.dispatcher.idle();
    stage.world.clock.set(stage.world.clock.now_ms() + 9_950);
    await stage.world.rearm();
    await receiver.count(2);
    await stage.world.dispatcher.idle();
    expect((await stage.deliveries()).map(({ status }) => status)).toEqual(['retrying', 'delivered']);
  });

  test('RTY-2 a permanent failure is final; RTY-3 a refused connection is not, and has no status', async () => {
    await using receiver = await openReceiver(answerWith(410));
    const dead = await openReceiver();
    await dead.close();
    await using stage = await openTestWorld();
    const gone = await stage.subscribe({ url: receiver.url });
    const refused = await stage.subscribe({ url: dead.url });
    await stage.addBid('bid_1');
    expect(await stage.tell('bid_1')).toBe(2);
    await stage.world.dispatcher.idle();
    const rows = await stage.deliveries();
    expect(rows.find((row) => row.subscription_id === gone)).toMatchObject({ status: 'failed', response_status: 410 });
    expect(rows.find((row) => row.subscription_id === refused)).toMatchObject({ status: 'retrying', response_status: 0 });
    expect(await stage.queue()).toMatchObject([{ subscription_id: refused, attempt: 2 }]);
  });

  test('RTY-8 what waits for a deleted or inactive subscription is dropped', async () => {
    await using receiver = await openReceiver(answerWith(500));
    await using stage = await openTestWorld();
    const { write } = stage.world.store;
    const inactive = await stage.subscribe({ url: receiver.url });
    const deleted = await stage.subscribe({ url: receiver.url });
    await stage.addBid('bid_1');
    await stage.tell('bid_1');
    await stage.world.dispatcher.idle();
    await write((tx) => tx.updateTable('subscriptions').set({ is_active: 0 }).where('id', '=', inactive).execute());
    await write((tx) => tx.updateTable('subscriptions').set({ deleted_at: NOW }).where('id', '=', deleted).execute());
    await stage.world.dispatcher.idle();
    expect(await stage.queue()).toEqual([]);
    await stage.advance(3_000);
    expect(receiver.received).toHaveLength(2);
  });

  test('RTY-8 an attempt under way when its subscription is dropped is written down, and not retried', async () => {
    let held: ServerResponse | undefined;
    await using receiver = await openReceiver((response) => {
      held = response;
    });
    await using stage = await openTestWorld();
    await stage.subscribe({ url: receiver.url });
    await stage.addBid('bid_1');
    await stage.tell('bid_1');
    await receiver.count(1);
    await stage.world.store.write((tx) => tx.updateTable('subscriptions').set({ is_active: 0 }).execute());
    await stage.world.store.write((tx) => tx.deleteFrom('queue').execute());
    held?.writeHead(500).end();
    await stage.world.dispatcher.idle();
    expect(await stage.deliveries()).toMatchObject([{ status: 'failed', response_status: 500 }]);
    expect(await stage.queue()).toEqual([]);
  });
});
