/** Subscriptions that need not get anything: to the receiver of the run where the target takes its address, else to an address that exists. */
import type { Inbox } from '../inbox/inbox.ts';
import type { Mailbox } from '../inbox/receiver.ts';
import { Blocked, Unverifiable } from '../judge/findings.ts';
import { expectStatus, itemsOf } from '../judge/expect.ts';
import type { Sight } from '../judge/sight.ts';
import { isObject } from '../judge/sight.ts';
import type { Actor } from '../target/actor.ts';
import type { Reply } from '../target/reply.ts';
import type { Trial } from '../trial.ts';

/** A subscription as it was made. */
export interface Subscribed {
  id: string;
  secret: string;
  url: string;
  events: readonly string[];
  /** The answer that made it. */
  reply: Reply;
}

/**
 * Sends POST /webhooks with an address that the target may take: private ones and plain http may be refused (WHK-3), names that do not
 * resolve as well.
 */
export async function tryToSubscribe(
  t: Trial,
  actor: Actor,
  events: readonly string[],
): Promise<{ reply: Reply; url: string; mailbox: Mailbox | undefined }> {
  if (t.run.has_receiver) {
    const mailbox = await t.run.openMailbox(t.check.id, actor.name);
    const reply = await actor.post('/webhooks', { url: mailbox.url, events });
    if (reply.status === 201) {
      t.run.open_subscriptions.set(actor.name, (t.run.open_subscriptions.get(actor.name) ?? 0) + 1);
      const { id, secret } = isObject(reply.json) && isObject(reply.json['data']) ? reply.json['data'] : {};
      if (typeof id === 'string' && typeof secret === 'string') t.run.introduce(mailbox, { id, secret, events });
      return { reply, url: mailbox.url, mailbox };
    }
    mailbox.close();
  }
  const url = `https://example.com/gristmill/${t.unique()}`;
  return { reply: await postSubscription(t, actor, { url, events }), url, mailbox: undefined };
}

const WAIT_MS = 250;
const TRIES_MAX = 24;

/**
 * Sends POST /webhooks. A quota of subscriptions is legal: who is refused while other checks of this run hold some waits until there are
 * fewer. Whoever gets a 201 tells by `releaseSubscription` when it is gone.
 * @param own how many of them are the asking check's own
 */
export async function postSubscription(t: Trial, actor: Actor, body: Readonly<Record<string, unknown>>, own = 0): Promise<Reply> {
  const { open_subscriptions } = t.run;
  for (let tries = 1; ; tries += 1) {
    const is_alone = (open_subscriptions.get(actor.name) ?? 0) <= own;
    const reply = await actor.post('/webhooks', body);
    if (reply.status === 201) open_subscriptions.set(actor.name, (open_subscriptions.get(actor.name) ?? 0) + 1);
    const is_refused = reply.status === 422 || reply.status === 403 || reply.status === 409;
    if (!is_refused || is_alone) return reply;
    if (tries >= TRIES_MAX) {
      if (await isFull(t, actor)) throw new Unverifiable(`the target takes no more subscriptions of ${actor.name} at a time`);
      return reply;
    }
    await t.wait(WAIT_MS);
  }
}

/** Whether the plainest subscription is refused too: then it is not for what was asked for. */
async function isFull(t: Trial, actor: Actor): Promise<boolean> {
  const plain = await actor.post('/webhooks', { url: await t.hookUrl(), events: OF_BOTH_SIDES });
  const data = isObject(plain.json) && isObject(plain.json['data']) ? plain.json['data'] : {};
  if (typeof data['id'] === 'string') await actor.delete(`/webhooks/${data['id']}`);
  return plain.status !== 201;
}

/** What a team of any audience may subscribe to: both sides are told of trades. */
const OF_BOTH_SIDES = ['trade.created'];

/**
 * Subscribes a team to events that are another audience's: it may be refused them (WHK-3), and then hears of nothing it must not hear of
 * unless they come unasked.
 */
export async function subscribeOutsider(
  t: Trial,
  actor: Actor,
  events: readonly string[],
  else_events: readonly string[] = OF_BOTH_SIDES,
): Promise<Inbox> {
  try {
    return await t.subscribe(actor, events);
  } catch (error) {
    if (!(error instanceof Blocked) || error.exchange?.status !== 422) throw error;
    t.observe(`${actor.name} may not subscribe to ${events.join(', ')}`);
    return t.subscribe(actor, else_events);
  }
}

/** One subscription of the actor's less. */
export function releaseSubscription(t: Trial, actor: Actor): void {
  const { open_subscriptions } = t.run;
  open_subscriptions.set(actor.name, Math.max(0, (open_subscriptions.get(actor.name) ?? 0) - 1));
}

/** Deletes a subscription that a check has made. Whether it works has checks of its own (WHK-5). */
export async function unsubscribe(t: Trial, actor: Actor, id: string): Promise<void> {
  await actor.delete(`/webhooks/${id}`).catch(() => undefined);
  releaseSubscription(t, actor);
}

/** Lends a subscription to a deed, and takes it back. @throws Blocked where a valid one is not made */
export async function withSubscription<Result>(
  t: Trial,
  actor: Actor,
  events: readonly string[],
  deed: (subscribed: Subscribed) => Promise<Result>,
): Promise<Result> {
  const { reply, url, mailbox } = await tryToSubscribe(t, actor, events);
  const data = isObject(reply.json) && isObject(reply.json['data']) ? reply.json['data'] : {};
  const { id, secret } = data;
  if (reply.status !== 201 || typeof id !== 'string' || typeof secret !== 'string') {
    throw new Blocked(`POST /webhooks makes no subscription (status ${reply.status})`, reply.exchange);
  }
  t.run.redactor.hide(secret, 'WEBHOOK_SECRET');
  try {
    return await deed({ id, secret, url, events, reply });
  } finally {
    await unsubscribe(t, actor, id);
    mailbox?.close();
  }
}

const PAGES_MAX = 20;

/** Every subscription that GET /webhooks shows, from all pages where it has pages. @returns also the first answer, for findings */
export async function listSubscriptions(actor: Actor): Promise<{ list: Reply; items: readonly Sight[] }> {
  const list = await actor.get('/webhooks');
  const items: Sight[] = [];
  let page = list;
  for (let n = 1; n <= PAGES_MAX; n += 1) {
    expectStatus(page, 200);
    items.push(...itemsOf(page));
    const next = isObject(page.json) ? page.json['next'] : undefined;
    if (typeof next !== 'string') break;
    page = await actor.get(new URL(next, page.exchange.url).href);
  }
  return { list, items };
}
