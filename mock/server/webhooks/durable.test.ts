import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openTestWorld } from '../../testing/open-world.ts';
import { openReceiver } from '../../testing/receiver.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gristmill-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

describe('RTY-10 queued deliveries survive', () => {
  test('a restart during an attempt', async () => {
    const db = join(await makeFolder(), 'world.db');
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
    const folder = await makeFolder();
    const [db, killed] = [join(folder, 'world.db'), join(folder, 'killed.db')];
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
