import { expect, test } from 'vitest';
import { StallWatch } from '../clock.ts';
import { respondWith } from './behavior.ts';
import { Receiver } from './receiver.ts';
import { sentAtMs, waitedSeconds } from './delivery-times.ts';
import { makeArrival } from '../testing/arrival.ts';

const HERE = { public_url: undefined, port: 0 };

async function deliver(url: string, headers: Record<string, string> = {}): Promise<number> {
  const { status } = await fetch(url, { method: 'POST', body: '{"type":"bid.rejected"}', headers });
  return status;
}

test('SIG-8 a delivery that is read after a stall may have arrived when the stall began', async () => {
  let now_ms = 0;
  const receiver = await Receiver.open(HERE, new StallWatch(() => now_ms));
  const mailbox = receiver.openMailbox(respondWith(200));
  await deliver(mailbox.url);
  now_ms = 8_000;
  await deliver(mailbox.url);
  expect(mailbox.arrivals.map(({ stalled_ms }) => stalled_ms)).toEqual([0, 8_000]);
  await receiver.close();
});

test('SIG-1 a delivery below the address of a subscription belongs to another one, and is accepted', async () => {
  const receiver = await Receiver.open(HERE);
  const mailbox = receiver.openMailbox(respondWith(503));
  expect(await deliver(`${mailbox.url}/another`)).toBe(200);
  expect(mailbox.arrivals).toEqual([]);
  expect(await deliver(`${mailbox.url}?from=target`)).toBe(503);
  expect(await deliver(`${mailbox.url}/`)).toBe(503);
  expect(mailbox.arrivals).toHaveLength(2);
  mailbox.close();
  expect(await deliver(mailbox.url)).toBe(410);
  await receiver.close();
});

test('EVT-1 an altered address shows: a path in another case is found, and another path is named', async () => {
  const receiver = await Receiver.open(HERE);
  const mailbox = receiver.openMailbox(respondWith(200));
  const { origin, pathname } = new URL(mailbox.url);
  expect(await deliver(`${origin}${pathname.toLowerCase()}?V=2`)).toBe(200);
  expect(mailbox.arrivals.map(({ target }) => target)).toEqual([`${pathname.toLowerCase()}?V=2`]);

  const body = '{"id":"evt_1","type":"bid.rejected"}';
  const send = async (path: string, headers: Record<string, string>): Promise<unknown> =>
    fetch(`${origin}${path}`, { method: 'POST', body, headers });
  await send('/', {});
  // To a subscription of an earlier run.
  await send('/inbox/GmEarlierRun', { 'SVC-Signature': 't=1,v1=0' });
  expect(receiver.strays).toEqual([]);
  await send('/hooks?v=2', { 'SVC-Signature': 't=1,v1=0' });
  expect(receiver.strays).toEqual(['POST /hooks?v=2']);
  await receiver.close();
});

test('RTY-3 no idle connection is closed while a delivery may be in flight', async () => {
  const receiver = await Receiver.open(HERE);
  const { url } = receiver.openMailbox(respondWith(200));
  // Where connections end after a while, the response says so.
  expect((await fetch(url, { method: 'POST', body: '{}' })).headers.get('keep-alive')).toBeNull();
  await receiver.close();
});

test.for([
  ['read immediately', 100_400, 0, 't=100', 100_400],
  ['signed half a minute earlier, by another clock', 130_000, 0, 't=100', 130_000],
  ['three seconds in transit', 103_900, 0, 't=100', 101_000],
  ['read six seconds late', 106_400, 6_000, 't=100', 100_400],
  ['both in transit and read late', 109_400, 6_000, 't=100', 101_000],
  ['without a signature', 109_400, 6_000, '', 103_400],
] as const)('the time at which a delivery was sent: %s', ([, at_ms, stalled_ms, signature, sent_ms]) => {
  expect(sentAtMs({ at_ms, stalled_ms, headers: { 'svc-signature': signature } })).toBe(sent_ms);
});

test('RTY-5 the time that a sender waited includes the time before its delivery was read', () => {
  const arrival = makeArrival('{}', { at_ms: 50_000, stalled_ms: 3_000 });
  expect(waitedSeconds({ ...arrival, answered_at_ms: 59_000 })).toBe(12);
  expect(waitedSeconds({ ...arrival, answered_at_ms: undefined })).toBeUndefined();
});
