/** What is found out once, before any scenario: how things are written here, and which readings this deployment takes. */
import { Blocked, Breach, Unverifiable, learnTargetClock } from '#client';
import { ALL_EVENTS } from '../commands/subscribe.ts';
import type { Readings } from '../model/model.ts';
import { UNKNOWN_READINGS } from '../model/model.ts';
import type { Ground } from '../session/marketplace.ts';
import type { Knowledge } from '../session/knowledge.ts';
import { NOTHING_KNOWN } from '../session/knowledge.ts';
import { learnReadings } from './learn-readings.ts';
import { Session } from '../session/session.ts';

/** @throws Blocked, Unverifiable where a scenario cannot even begin */
export async function learnKnowledge(ground: Ground, signal?: AbortSignal): Promise<Knowledge> {
  await using session = new Session(await ground.open(), NOTHING_KNOWN, signal === undefined ? {} : { signal });
  const t = session.context;
  if (!session.place.is_own) await learnTargetClock(t);
  session.place.clock.ahead_s = t.run.moved_seconds;
  const { crop } = await t.arrange.publishing(t.seller);
  const price = await t.arrange.price();
  const lines = await tryLines(session);
  const knowledge = {
    ...NOTHING_KNOWN,
    crop,
    unit: String(price['unit']),
    currency: typeof price['currency'] === 'string' ? price['currency'] : undefined,
    ...lines,
    takes_receiver: await trySubscription(session, ['trade.created']),
    takes_any_event: await trySubscription(session, ALL_EVENTS),
  };
  // What a world of its own takes, no deployment of others' shall be put through.
  if (!session.place.is_own) return knowledge;
  return { ...knowledge, readings: await tryReadings(session, knowledge.takes_receiver) };
}

/** Where the plainest of stories already ends in a refusal, the scenarios will say so. */
async function tryReadings(session: Session, takes_receiver: boolean): Promise<Readings> {
  try {
    return await learnReadings(session, takes_receiver);
  } catch (error) {
    if (error instanceof Blocked || error instanceof Unverifiable) return UNKNOWN_READINGS;
    throw error;
  }
}

async function tryLines({ context }: Session): Promise<Pick<Knowledge, 'grades' | 'has_plain_line_prices'>> {
  try {
    const { grades, body } = await context.arrange.multiGradeBid();
    const [line] = Array.isArray(body['bids']) ? (body['bids'] as { price?: unknown }[]) : []; // The stage has made it.
    return { grades, has_plain_line_prices: typeof line?.price === 'number' };
  } catch (error) {
    if (!(error instanceof Blocked || error instanceof Unverifiable || error instanceof Breach)) throw error;
    return { grades: [], has_plain_line_prices: false };
  }
}

/** A private address or plain http may be refused, and another audience's types (WHK-3): then scenarios are played without. */
async function trySubscription({ context: t }: Session, events: readonly string[]): Promise<boolean> {
  if (!t.run.has_receiver) return false;
  try {
    await (await t.subscribe(t.buyer, events)).close();
    return true;
  } catch (error) {
    if (error instanceof Unverifiable || error instanceof Blocked) return false;
    throw error;
  }
}
