/** Learns, once before all scenarios, which values the deployment accepts and which legal readings it follows. */
import { Blocked, Breach, Unverifiable, learnTargetClock } from '#client';
import { ALL_EVENTS } from '../commands/subscribe.ts';
import { UNKNOWN_READINGS, type Readings } from '../model/model.ts';
import type { OpenMarketplace } from '../session/marketplace.ts';
import { NOTHING_KNOWN, type TargetKnowledge } from '../session/knowledge.ts';
import { learnReadings } from './learn-readings.ts';
import { Session } from '../session/session.ts';

/** Creates test data in a separate session. @throws Blocked or Unverifiable if no scenario can start */
export async function learnKnowledge(openMarketplace: OpenMarketplace, signal?: AbortSignal): Promise<TargetKnowledge> {
  await using session = new Session(await openMarketplace(), NOTHING_KNOWN, { signal });
  const t = session.context;
  if (!session.marketplace.is_isolated) await learnTargetClock(t);
  session.marketplace.clock.ahead_s = t.run.clock.moved_seconds;
  const { crop } = await t.arrange.publishing(t.seller);
  const price = await t.arrange.price();
  const knowledge = {
    ...NOTHING_KNOWN,
    crop,
    unit: String(price['unit']),
    currency: typeof price['currency'] === 'string' ? price['currency'] : undefined,
    ...(await tryLines(session)),
    takes_receiver: await trySubscription(session, ['trade.created']),
    takes_any_event: await trySubscription(session, ALL_EVENTS),
  };
  // Learning the readings changes a lot of data, so it is limited to isolated worlds.
  if (!session.marketplace.is_isolated) return knowledge;
  return { ...knowledge, readings: await tryReadings(session, knowledge.takes_receiver) };
}

/** Learns the legal readings. If even a basic flow fails, they stay unknown, and the scenarios report the failure. */
async function tryReadings(session: Session, takes_receiver: boolean): Promise<Readings> {
  try {
    return await learnReadings(session, takes_receiver);
  } catch (error) {
    if (error instanceof Blocked || error instanceof Unverifiable) return UNKNOWN_READINGS;
    throw error;
  }
}

/** Learns which grades the target accepts in a multi-grade bid, and whether the prices of its lines are numbers. */
async function tryLines({ context }: Session): Promise<Pick<TargetKnowledge, 'grades' | 'has_plain_line_prices'>> {
  try {
    const { grades, body } = await context.arrange.multiGradeBid();
    const [line] = Array.isArray(body['bids']) ? (body['bids'] as { price?: unknown }[]) : []; // The arranger created this body.
    return { grades, has_plain_line_prices: typeof line?.price === 'number' };
  } catch (error) {
    if (!(error instanceof Blocked || error instanceof Unverifiable || error instanceof Breach)) throw error;
    return { grades: [], has_plain_line_prices: false };
  }
}

/**
 * Whether a subscription is accepted. A deployment can reject private addresses, plain http, and events of another audience (WHK-3). Scenarios then run
 * without them.
 */
async function trySubscription({ context: t }: Session, events: readonly string[]): Promise<boolean> {
  if (!t.run.receiver.is_reachable) return false;
  try {
    await (await t.subscribe(t.buyer, events)).close();
    return true;
  } catch (error) {
    if (error instanceof Unverifiable || error instanceof Blocked) return false;
    throw error;
  }
}
