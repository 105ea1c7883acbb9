import { copyFile, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openTestWorld } from '../../testing/open-world.ts';
import { openReceiver } from '../../testing/receiver.ts';

describe('RTY-10 queued deliveries survive', () => {
  test('a restart during an attempt', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'gristmill-'));
    const db = join(folder.path, 'world.db');
    let is_answering = false;
    await using receiver = await openReceiver((response) => {
      if (is_answering) response.end();
    });
    {
      await using before = await openTestWorld({ db });
      await before.subscribe({ url: receiver.url });
      await before.addBid('bid_1');
      await before.addBid('bid_2');
      await before.emitReceived('bid_1');
      await before.emitReceived('bid_2');
      await receiver.count(1);
    }
    is_answering = true;
    await using after = await openTestWorld({ db });
    expect(await after.deliveries()).toEqual([]);
    await after.world.dispatcher.idle();
    // At least once: a running attempt is repeated, with the same event id.
    expect(receiver.received.map(({ envelope }) => envelope.data['bid_id'])).toEqual(['bid_1', 'bid_1', 'bid_2']);
    expect(receiver.received[1]?.envelope.id).toBe(receiver.received[0]?.envelope.id);
    expect((await after.deliveries()).map(({ attempts, status }) => [attempts, status])).toEqual([
      [1, 'delivered'],
      [1, 'delivered'],
    ]);
  });

  test('a kill at any moment', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'gristmill-'));
    const [db, killed] = [join(folder.path, 'world.db'), join(folder.path, 'killed.db')];
    let status = 503;
    await using receiver = await openReceiver((response) => {
      response.writeHead(status).end();
    });
    await using before = await openTestWorld({ db });
    await before.subscribe({ url: receiver.url });
    await before.addBid('bid_1');
    await before.emitReceived('bid_1');
    await before.world.dispatcher.idle();
    // What a process killed now leaves behind: the file and its log, with nothing closed.
    await copyFile(db, killed);
    await copyFile(`${db}-wal`, `${killed}-wal`);

    status = 200;
    await using after = await openTestWorld({ db: killed });
    await after.world.dispatcher.idle();
    expect(receiver.received).toHaveLength(1);
    await after.advance(10);
    expect(receiver.received).toHaveLength(2);
    expect((await after.deliveries()).map(({ attempts, status: kept }) => [attempts, kept])).toEqual([
      [1, 'retrying'],
      [2, 'delivered'],
    ]);
  });
});
