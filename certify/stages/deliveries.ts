/** What the stages about webhooks have in common. */
import { poll, wait, readPath } from '#client';
import type { Envelope } from '#conformance/receiver/envelope';
import type { Delivered } from '../testbed/relay.ts';
import type { StageContext } from './context.ts';
import { respondWithMadeUpIds } from './disturb.ts';
import { placeBid } from './bid-lifecycle.ts';
import type { WorldBid } from './market.ts';
import { NotShown, stageDefaults } from './stage.ts';

export const SETUP = 'A pending bid of the client, and its webhook receiver.';
export const HOURS_LATE = 6;

/** The payload of an event about a bid (EVT-6). */
export function bidPayload({ id, inventory_id }: Pick<WorldBid, 'id' | 'inventory_id'>, status: string): Envelope['data'] {
  return { bid_id: id, reference: 'BID-1', inventory_id, status, type: 'single_grade' };
}

export const UNKNOWN_BID = bidPayload({ id: 'bid_0123456789abcdef', inventory_id: 'inv_0123456789abcdef' }, 'countered');

/** Lets the client fetch the records of made-up events, such as those about `UNKNOWN_BID`. */
export async function serveMadeUpIds(context: StageContext): Promise<void> {
  const [bid] = await context.market.bids();
  context.arm(respondWithMadeUpIds({ bid: bid?.id, trade: await context.market.someTradeId() }));
}

export const isAccepted = ({ status }: Delivered): boolean => status >= 200 && status < 300;

/** Checks that the receiver returned 2xx. @param what the delivery, for the finding: `the event, after the outage` */
export function checkAccepted(context: StageContext, delivered: Delivered, what: string): boolean {
  const how = delivered.status === 0 ? `did not respond (${delivered.error ?? ''})` : `returned ${delivered.status}`;
  return context.check(isAccepted(delivered), `the receiver ${how} to ${what}; return 2xx`);
}

/** Lets the client place a bid, which the seller counters. The relay holds the event back. */
export async function counterWithoutDelivery(context: StageContext): Promise<{ bid: WorldBid; event: Envelope }> {
  context.testbed.relay.mode = 'hold';
  const bid = await placeBid(context);
  await context.market.counter(bid);
  return { bid, event: await context.waitForEvent('bid.countered', ({ bid_id }) => bid_id === bid.id) };
}

/** How often an event has taken effect so far. @throws NotShown if the client does not count */
export async function readEffects(context: StageContext, id: string): Promise<number> {
  const { by_id } = await context.show('effects');
  const count: unknown = readPath(by_id, id);
  return typeof count === 'number' ? count : 0;
}

/** For `catch`: ignores that a client does not count effects. What it shows is checked instead. */
export function ignoreNotShown(error: unknown): undefined {
  if (!(error instanceof NotShown)) throw error;
}

/** Waits until an event takes effect. @returns how often it has; 0 after `within_ms` @throws NotShown if the client does not count */
export async function awaitEffects(context: StageContext, id: string, within_ms: number): Promise<number> {
  return (await poll(async () => (await readEffects(context, id)) || undefined, { within_ms })) ?? 0;
}

/** How often an event took effect, after the client had time to count it. @throws NotShown if the client counts no effect */
export async function countEffects(context: StageContext, id: string): Promise<number> {
  if ((await awaitEffects(context, id, 1_000)) === 0) {
    throw new NotShown(
      'the hook `show` counts no effect for an event that the receiver accepted',
      'return {"effects":n,"by_id":{"evt_…":n}} for {"show":"effects"}',
    );
  }
  // A second effect can come a moment later.
  await wait(100);
  return readEffects(context, id);
}

/** A stage that reads what the client shows after an event. */
export const row = stageDefaults('do', 'show', 'receiver');
