import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Stripe } from 'stripe';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { enqueue } from '../store/queue.ts';
import { openTestWorld } from '../testing/open-world.ts';
import { answerWith, openReceiver } from '../testing/receiver.ts';
import { emit } from './outbox.ts';

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
    const event = await stage.world.store.db.selectFrom('events').selectAll().executeTakeFirstOrThrow();
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
    await stage.world.store.db.updateTable('bids').set({ status: 'countered' }).execute();
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
    expect(rows[0]).toMatchObject({ response_status: null, request_body: '' });
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
    expect(rows.find((row) => row.subscription_id === refused)).toMatchObject({ status: 'retrying', response_status: null });
    expect(await stage.queue()).toMatchObject([{ subscription_id: refused, attempt: 2 }]);
  });

  test('RTY-8 what waits for a deleted or inactive subscription is dropped', async () => {
    await using receiver = await openReceiver(answerWith(500));
    await using stage = await openTestWorld();
    const { db } = stage.world.store;
    const inactive = await stage.subscribe({ url: receiver.url });
    const deleted = await stage.subscribe({ url: receiver.url });
    await stage.addBid('bid_1');
    await stage.tell('bid_1');
    await stage.world.dispatcher.idle();
    await db.updateTable('subscriptions').set({ is_active: 0 }).where('id', '=', inactive).execute();
    await db.updateTable('subscriptions').set({ deleted_at: NOW }).where('id', '=', deleted).execute();
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
    await stage.world.store.db.updateTable('subscriptions').set({ is_active: 0 }).execute();
    await stage.world.store.db.deleteFrom('queue').execute();
    held?.writeHead(500).end();
    await stage.world.dispatcher.idle();
    expect(await stage.deliveries()).toMatchObject([{ status: 'failed', response_status: 500 }]);
    expect(await stage.queue()).toEqual([]);
  });
});

describe('order and independence', () => {
  test('RTY-9 events of one subscription are first sent in their order, one after the other', async () => {
    let under_way = 0;
    let most = 0;
    await using receiver = await openReceiver((response, _received, index) => {
      under_way += 1;
      most = Math.max(most, under_way);
      setImmediate(() => {
        under_way -= 1;
        response.writeHead(index === 3 ? 500 : 204).end();
      });
    });
    await using stage = await openTestWorld();
    await stage.subscribe({ url: receiver.url });
    const ids = Array.from({ length: 40 }, (_, index) => `bid_${index}`);
    for (const id of ids) await stage.addBid(id);
    for (const id of ids) await stage.tell(id);
    await stage.world.dispatcher.idle();
    expect(receiver.received.map(({ envelope }) => envelope.data['bid_id'])).toEqual(ids);
    expect(most).toBe(1);
    await stage.advance(10);
    expect(receiver.received.at(-1)?.envelope.data['bid_id']).toBe('bid_3');
  });

  test('RTY-9 receivers that never answer hold up nobody, with ever so much waiting for them', async () => {
    await using silent = await openReceiver(() => undefined);
    await using quick = await openReceiver();
    await using stage = await openTestWorld();
    for (let index = 0; index < 20; index += 1) await stage.subscribe({ url: `${silent.url}/${index}`, team_id: 'tm_silent' });
    await stage.subscribe({ url: quick.url });
    await stage.addBid('bid_1');
    for (let index = 0; index < 50; index += 1) await stage.tell('bid_1', { team_ids: ['tm_silent', 'tm_1'] });
    await quick.count(50);
    // Each of the twenty is waiting for its first answer.
    expect(silent.received).toHaveLength(20);
  });

  test('RTY-9 one receiver has four attempts under way at most, ever so many retries though there are', async () => {
    let is_hanging = false;
    await using receiver = await openReceiver((response) => {
      if (!is_hanging) response.writeHead(503).end();
    });
    await using quick = await openReceiver();
    await using stage = await openTestWorld();
    await stage.subscribe({ url: receiver.url });
    await stage.subscribe({ url: quick.url, team_id: 'tm_2' });
    await stage.addBid('bid_1');
    for (let index = 0; index < 12; index += 1) await stage.tell('bid_1');
    await stage.world.dispatcher.idle();
    expect(receiver.received).toHaveLength(12);
    is_hanging = true;
    stage.world.clock.set(stage.world.clock.now_ms() + 10_000);
    await stage.world.settle();
    await receiver.count(16);
    // Whatever else was to come with them would be there by the time that another has been served.
    for (let index = 1; index <= 5; index += 1) {
      await stage.tell('bid_1', { team_ids: ['tm_2'] });
      await quick.count(index);
    }
    expect(receiver.received).toHaveLength(16);
  });

  test('what has waited longest goes first, where there is not room for all', async () => {
    await using silent = await openReceiver(() => undefined);
    await using stage = await openTestWorld();
    await stage.addBid('bid_1');
    for (let index = 0; index < 70; index += 1) {
      await stage.subscribe({ id: `whk_${(index * 11) % 70}`, url: `${silent.url}/${index}`, team_id: `tm_${index}` });
      await stage.world.store.write(async (tx) => {
        await emit(
          stage.world,
          tx,
          [{ type: 'bid.received', livemode: 1, subject_id: 'bid_1', team_ids: [`tm_${index}`] }],
          stage.world.clock.now(),
        );
      });
    }
    stage.world.dispatcher.wake();
    await silent.count(64);
    expect(new Set(silent.received.map(({ path }) => path))).toEqual(
      new Set(Array.from({ length: 64 }, (_, index) => `/hook/${index}`)),
    );
  });

  test('WHK-8 a replay does not wait for what is sent for the first time', async () => {
    await using receiver = await openReceiver((response, { envelope }) => {
      if (envelope.data['bid_id'] === 'bid_2') response.writeHead(200).end();
    });
    await using stage = await openTestWorld();
    const id = await stage.subscribe({ url: receiver.url });
    for (const bid_id of ['bid_1', 'bid_2']) await stage.addBid(bid_id);
    await stage.tell('bid_1');
    await stage.tell('bid_2');
    await receiver.count(1);
    const second = await stage.world.store.db
      .selectFrom('events')
      .selectAll()
      .where('subject_id', '=', 'bid_2')
      .executeTakeFirstOrThrow();
    await stage.world.write((tx, now) => enqueue(tx, second.id, [id], { is_first: false, due_at: now }));
    await receiver.count(2);
    expect(receiver.received.map(({ envelope }) => envelope.data['bid_id'])).toEqual(['bid_1', 'bid_2']);
  });

  test('nothing is sent before its time, where the clock has been set back', async () => {
    await using receiver = await openReceiver();
    await using stage = await openTestWorld();
    await stage.subscribe({ url: receiver.url });
    await stage.addBid('bid_1');
    await stage.tell('bid_1');
    stage.world.clock.set(Date.parse(NOW) - 60_000);
    await stage.world.dispatcher.idle();
    expect(receiver.received).toHaveLength(0);
    await stage.advance(60);
    expect(receiver.received).toHaveLength(1);
  });
});

describe('what may go wrong', () => {
  test('an attempt that cannot be written down is told once and not made again until something new happens', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
    onTestFinished(() => {
      warn.mockRestore();
    });
    await using receiver = await openReceiver();
    await using stage = await openTestWorld();
    await stage.subscribe({ url: receiver.url });
    await stage.subscribe({ url: receiver.url });
    await stage.addBid('bid_1');
    await stage.world.store.db.schema.alterTable('deliveries').renameTo('elsewhere').execute();
    await stage.tell('bid_1');
    await stage.world.dispatcher.idle();
    const sent = receiver.received.length;
    // Once when it was told, and once more when `idle` woke the dispatcher, if it had been made by then.
    expect(sent).toBeGreaterThanOrEqual(2);
    expect(sent).toBeLessThanOrEqual(4);
    expect(await stage.queue()).toHaveLength(2);
    expect(warn).toHaveBeenCalledOnce();

    await stage.world.store.db.schema.alterTable('elsewhere').renameTo('deliveries').execute();
    await stage.world.dispatcher.idle();
    expect(receiver.received).toHaveLength(sent + 2);
    expect(await stage.deliveries()).toHaveLength(2);
    expect(await stage.queue()).toEqual([]);
  });

  test('other contents can be put into the store: what was under way leaves no trace, the new queue is sent', async () => {
    await using receiver = await openReceiver((response, { path }) => {
      if (path.endsWith('/again')) response.end();
    });
    await using stage = await openTestWorld();
    const { store, dispatcher } = stage.world;
    const id = await stage.subscribe({ url: receiver.url });
    await stage.addBid('bid_1');
    const image = await store.snapshot();
    await stage.tell('bid_1');
    await receiver.count(1);

    await dispatcher.whileHalted(async () => {
      await store.restore(image);
      await store.db
        .updateTable('subscriptions')
        .set({ url: `${receiver.url}/again` })
        .where('id', '=', id)
        .execute();
    });
    expect(await stage.deliveries()).toEqual([]);
    expect(await stage.queue()).toEqual([]);
    await stage.tell('bid_1');
    await dispatcher.idle();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook/again']);
    expect(await stage.deliveries()).toMatchObject([{ status: 'delivered' }]);
  });
});
