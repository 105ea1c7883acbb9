import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openTestWorld } from '../../testing/open-world.ts';
import { openReceiver } from '../../testing/receiver.ts';
import { emit } from './outbox.ts';
import { ATTEMPTS_MAX } from './slots.ts';

describe('order and independence', () => {
  test('RTY-9 first attempts of one subscription are sent in order, one at a time', async () => {
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
    await using setup = await openTestWorld();
    await setup.subscribe({ url: receiver.url });
    const ids = Array.from({ length: 40 }, (_, index) => `bid_${index}`);
    for (const id of ids) await setup.addBid(id);
    for (const id of ids) await setup.emitReceived(id);
    await setup.world.dispatcher.idle();
    expect(receiver.received.map(({ envelope }) => envelope.data['bid_id'])).toEqual(ids);
    expect(most).toBe(1);
    await setup.advance(10);
    expect(receiver.received.at(-1)?.envelope.data['bid_id']).toBe('bid_3');
  });

  test('RTY-9 receivers that never respond do not delay others', async () => {
    await using silent = await openReceiver(() => undefined);
    await using quick = await openReceiver();
    await using setup = await openTestWorld();
    for (let index = 0; index < 20; index += 1) await setup.subscribe({ url: `${silent.url}/${index}`, team_id: 'tm_silent' });
    await setup.subscribe({ url: quick.url });
    await setup.addBid('bid_1');
    for (let index = 0; index < 50; index += 1) await setup.emitReceived('bid_1', { team_ids: ['tm_silent', 'tm_1'] });
    await quick.count(50);
    // Each of the twenty is waiting for its first response.
    expect(silent.received).toHaveLength(20);
  });

  test('RTY-9 more silent receivers than slots do not delay others for long', async () => {
    await using silent = await openReceiver(() => undefined);
    await using quick = await openReceiver();
    await using setup = await openTestWorld();
    for (let index = 0; index < ATTEMPTS_MAX + 10; index += 1)
      await setup.subscribe({ url: `${silent.url}/${index}`, team_id: 'tm_silent' });
    await setup.subscribe({ url: quick.url });
    await setup.addBid('bid_1');
    await setup.emitReceived('bid_1', { team_ids: ['tm_silent'] });
    await silent.count(ATTEMPTS_MAX);
    await setup.emitReceived('bid_1');
    // Long before the first silent one has timed out.
    await quick.count(1);
    expect(silent.received.length).toBeGreaterThanOrEqual(ATTEMPTS_MAX);
  });

  test('the longest waiting deliveries are sent first', async () => {
    await using silent = await openReceiver(() => undefined);
    await using setup = await openTestWorld();
    await setup.addBid('bid_1');
    for (let index = 0; index < 70; index += 1) {
      await setup.subscribe({ id: `whk_${(index * 11) % 70}`, url: `${silent.url}/${index}`, team_id: `tm_${index}` });
      const draft = { type: 'bid.received', livemode: 1, subject_id: 'bid_1', team_ids: [`tm_${index}`] } as const;
      await setup.world.store.write((tx) => emit(setup.world, tx, [draft], setup.world.clock.now()));
    }
    setup.world.dispatcher.wake();
    await silent.count(64);
    expect(new Set(silent.received.map(({ path }) => path))).toEqual(
      new Set(Array.from({ length: 64 }, (_, index) => `/hook/${index}`)),
    );
  });
});

describe('failures', () => {
  test('an attempt that cannot be recorded is reported once, and not repeated until something changes', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
    onTestFinished(() => {
      warn.mockRestore();
    });
    await using receiver = await openReceiver();
    await using setup = await openTestWorld();
    await setup.subscribe({ url: receiver.url });
    await setup.subscribe({ url: receiver.url });
    await setup.addBid('bid_1');
    await setup.world.store.write((tx) => tx.schema.alterTable('deliveries').renameColumn('signature', 'elsewhere').execute());
    await setup.emitReceived('bid_1');
    await setup.world.dispatcher.idle();
    const sent = receiver.received.length;
    // Once when it was emitted, and perhaps once more when `idle` woke the dispatcher.
    expect(sent).toBeGreaterThanOrEqual(2);
    expect(sent).toBeLessThanOrEqual(4);
    expect(await setup.queue()).toHaveLength(2);
    expect(warn).toHaveBeenCalledOnce();

    await setup.world.store.write((tx) => tx.schema.alterTable('deliveries').renameColumn('elsewhere', 'signature').execute());
    await setup.world.dispatcher.idle();
    expect(receiver.received).toHaveLength(sent + 2);
    expect(await setup.deliveries()).toHaveLength(2);
    expect(await setup.queue()).toEqual([]);
  });

  test('after a restore, attempts in flight leave no trace, and the new queue is sent', async () => {
    await using receiver = await openReceiver((response, { path }) => {
      if (path.endsWith('/again')) response.end();
    });
    await using setup = await openTestWorld();
    const { store, dispatcher } = setup.world;
    const id = await setup.subscribe({ url: receiver.url });
    await setup.addBid('bid_1');
    const image = await store.snapshot();
    await setup.emitReceived('bid_1');
    await receiver.count(1);

    const changeNothing = (): Promise<void> => Promise.resolve();
    const url = `${receiver.url}/again`;
    await dispatcher.whileHalted(async () => {
      await store.restore(image, changeNothing, changeNothing);
      await store.write((tx) => tx.updateTable('subscriptions').set({ url }).where('id', '=', id).execute());
    });
    expect(await setup.deliveries()).toEqual([]);
    expect(await setup.queue()).toEqual([]);
    await setup.emitReceived('bid_1');
    await dispatcher.idle();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook/again']);
    expect(await setup.deliveries()).toMatchObject([{ status: 'delivered' }]);
  });
});
