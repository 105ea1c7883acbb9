import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestWorld } from '../../testing/open-world.ts';
import { openReceiver } from '../../testing/receiver.ts';
import { useFolder } from '../../testing/use-folder.ts';

const folder = useFolder();

test('RTY-10 queued deliveries survive a restart during an attempt', async () => {
  const db = join(folder, 'world.db');
  let is_responding = false;
  await using receiver = await openReceiver((response) => {
    if (is_responding) response.end();
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
  is_responding = true;
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
