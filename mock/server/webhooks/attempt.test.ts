import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import type { TestWorld } from '../../testing/open-world.ts';
import { openTestWorld } from '../../testing/open-world.ts';
import { respondWithStatuses, openReceiver } from '../../testing/receiver.ts';

const NOW = '2026-06-10T12:00:00.000Z';
const SECRET = 'whsec_ÄbC';

/** Opens a world with a subscription, and emits one event to it. */
async function emitOne(url: string, options: Parameters<typeof openTestWorld>[0] = {}): Promise<TestWorld> {
  const setup = await openTestWorld(options);
  await setup.subscribe({ url, secret: SECRET });
  await setup.addBid('bid_1');
  await setup.emitReceived('bid_1');
  return setup;
}

describe('a delivery', () => {
  test("SIG-1 SIG-9 is signed over the raw body with the machine's clock, whatever the world's clock is", async () => {
    await using receiver = await openReceiver();
    await using setup = await emitOne(receiver.url, { clock: '2019-01-01T00:00:00.000Z' });
    await setup.world.dispatcher.idle();

    const [sent] = receiver.received;
    const header = String(sent?.headers['svc-signature']);
    // Checks the signature, and that t is within 300 s of the receiver's clock.
    expect(Stripe.webhooks.constructEvent(sent?.raw ?? '', header, SECRET, 300)).toMatchObject({ type: 'bid.received' });
    const t = /^t=(\d+),v1=/.exec(header)?.[1];
    expect(header).toBe(`t=${t},v1=${createHmac('sha256', SECRET).update(`${t}.${sent?.raw}`).digest('hex')}`);
  });

  test("SIG-9 can be signed with the world's clock and further segments", async () => {
    await using receiver = await openReceiver();
    const signature_options = { clock: 'world', segments: ['sha256', 'v9=x', 'v1', 't'] } as const;
    await using setup = await emitOne(receiver.url, { signature_options });
    await setup.world.dispatcher.idle();
    const t = Date.parse(NOW) / 1000;
    expect(receiver.received[0]?.headers['svc-signature']).toMatch(
      new RegExp(`^sha256=[0-9a-f]{64},v9=x,v1=[0-9a-f]{64},t=${t}$`),
    );
  });

  test('with a payload that cannot be built fails alone', async () => {
    await using receiver = await openReceiver();
    await using setup = await openTestWorld();
    await setup.subscribe({ url: receiver.url });
    await setup.addBid('bid_1');
    await setup.emitReceived('bid_gone');
    await setup.emitReceived('bid_1');
    await setup.world.dispatcher.idle();
    expect(receiver.received.map(({ envelope }) => envelope.data['bid_id'])).toEqual(['bid_1']);
    const rows = await setup.deliveries();
    expect(rows.map(({ status }) => status)).toEqual(['failed', 'delivered']);
    expect(rows[0]).toMatchObject({ response_status: 0, request_body: '' });
    expect(rows[0]?.error).toContain('does not exist');
    expect(rows[1]?.error).toBeNull();
  });
});

describe('the schedule', () => {
  test('RTY-14 a delay counts from the end of the attempt', async () => {
    let held: ServerResponse | undefined;
    await using receiver = await openReceiver((response) => {
      held = response;
    });
    await using setup = await emitOne(receiver.url);
    await receiver.count(1);
    setup.world.clock.set(Date.parse(NOW) + 7_000);
    held?.writeHead(500).end();
    await setup.world.dispatcher.idle();
    expect(await setup.queue()).toMatchObject([{ attempt: 2, is_first: 0, due_at: '2026-06-10T12:00:17.000Z' }]);
    expect(await setup.deliveries()).toMatchObject([{ created_at: NOW, attempts: 1 }]);
    expect(setup.world.next_due_ms).toBe(Date.parse('2026-06-10T12:00:17.000Z'));
  });

  test('a retry is sent when it is due, if the clock runs', async () => {
    await using receiver = await openReceiver(respondWithStatuses(503, 200));
    await using setup = await emitOne(receiver.url, { clock: 'real' });
    await setup.world.dispatcher.idle();
    setup.world.clock.set(setup.world.clock.now_ms() + 9_950);
    await setup.world.schedule.rearm();
    await receiver.count(2);
    await setup.world.dispatcher.idle();
    expect((await setup.deliveries()).map(({ status }) => status)).toEqual(['retrying', 'delivered']);
  });

  test('RTY-8 an attempt in flight whose subscription is dropped is recorded and not retried', async () => {
    let held: ServerResponse | undefined;
    await using receiver = await openReceiver((response) => {
      held = response;
    });
    await using setup = await emitOne(receiver.url);
    await receiver.count(1);
    await setup.world.store.write((tx) => tx.updateTable('subscriptions').set({ is_active: 0 }).execute());
    await setup.world.store.write((tx) => tx.deleteFrom('queue').execute());
    held?.writeHead(500).end();
    await setup.world.dispatcher.idle();
    expect(await setup.deliveries()).toMatchObject([
      { status: 'failed', response_status: 500, error: 'The receiver responded with 500.' },
    ]);
    expect(await setup.queue()).toEqual([]);
  });
});
