/** Subscriptions that need not get anything: to the receiver of the run where the target takes its address, else to an address that exists. */
import type { Inbox } from '../session/inbox.ts';
import type { Mailbox } from '../inbox/receiver.ts';
import { Blocked, Unverifiable } from '../replies/findings.ts';
import { expectStatus, itemsOf } from '../replies/expect.ts';
import type { JsonNode } from '../replies/json-node.ts';
import { isObject } from '../replies/json-node.ts';
import type { Actor } from '../session/actor.ts';
import type { Exchange } from '../replies/exchange.ts';
import { readUrl } from '../replies/read-url.ts';
import type { Reply } from '../replies/reply.ts';
import type { RunContext } from '../session/run-context.ts';
import { readItems } from '../replies/read-items.ts';
import { resolveLink } from './resolve-link.ts';

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
export async function trySubscribe(
  t: RunContext,
  actor: Actor,
  events: readonly string[],
): Promise<{ reply: Reply; url: string; mailbox: Mailbox | undefined }> {
  if (t.run.has_receiver) {
    const mailbox = await t.run.openMailbox(t.purpose.id, actor.name);
    const reply = await postSubscription(t, actor, { url: mailbox.url, events });
    if (reply.is_success) {
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
 * Sends POST /webhooks, and answers what came of it. A quota of subscriptions is legal: who is refused for that waits until the others of this run hold
 * fewer. Whoever gets a success tells by `releaseSubscription` when it is gone.
 * @param own how many of them are the asking check's own
 * @throws Unverifiable where the team may have no more
 */
export async function postSubscription(
  t: RunContext,
  actor: Actor,
  body: Readonly<Record<string, unknown>>,
  own = 0,
): Promise<Reply> {
  const { open_subscriptions } = t.run;
  let is_for_itself = false;
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const reply = await actor.post('/webhooks', body);
    if (reply.is_success) open_subscriptions.set(actor.name, (open_subscriptions.get(actor.name) ?? 0) + 1);
    const is_refused = reply.status === 422 || reply.status === 403 || reply.status === 409;
    if (!is_refused || is_for_itself || hasErrorForUrl(reply.json) || !(await hasOthers(t, actor, own))) return reply;
    if (await isFull(t, actor)) await t.wait(WAIT_MS);
    // There may be room again just since: once more, then.
    else is_for_itself = true;
  }
  throw tooMany(actor);
}

/** @throws Unverifiable where a request that was sent without that patience was refused because the team has as many as it may */
export async function ensureNotFull(t: RunContext, actor: Actor, { status }: Reply, own: number): Promise<void> {
  if (status !== 422 && status !== 403 && status !== 409) return;
  if ((await hasOthers(t, actor, own)) && (await isFull(t, actor))) throw tooMany(actor);
}

function tooMany({ name }: Actor): Unverifiable {
  return new Unverifiable(`the target takes no more subscriptions of ${name} at a time`);
}

/** Whether the team has subscriptions beside the asking check's own: of this run, or of whoever else uses the team. */
async function hasOthers(t: RunContext, actor: Actor, own: number): Promise<boolean> {
  if ((t.run.open_subscriptions.get(actor.name) ?? 0) > own) return true;
  return readItems(await actor.get('/webhooks')).length > own;
}

/** Whether the plainest subscription is refused too: then it is not for what was asked for. */
async function isFull(t: RunContext, actor: Actor): Promise<boolean> {
  const first = await actor.post('/webhooks', { url: await t.hookUrl(), events: OF_BOTH_SIDES });
  const is_for_url = !first.is_success && hasErrorForUrl(first.json);
  const url = `https://example.com/gristmill/${t.unique()}`;
  const plain = is_for_url ? await actor.post('/webhooks', { url, events: OF_BOTH_SIDES }) : first;
  const data = isObject(plain.json) && isObject(plain.json['data']) ? plain.json['data'] : {};
  if (typeof data['id'] === 'string') await actor.delete(`/webhooks/${data['id']}`);
  return !plain.is_success;
}

/** Whether the refusal of a subscription is about its url: a private address or plain http may be refused (WHK-3). */
export function hasErrorForUrl(json: unknown): boolean {
  return hasErrorForField(json, 'url');
}

export function hasErrorForField(json: unknown, field: string): boolean {
  const error = isObject(json) ? json['error'] : undefined;
  const errors = isObject(error) ? error['errors'] : undefined;
  return Array.isArray(errors) && errors.some((entry) => isObject(entry) && entry['field'] === field);
}

/** What a team of any audience may subscribe to: both sides are told of trades. */
const OF_BOTH_SIDES = ['trade.created'];

/**
 * Subscribes a team to events that are another audience's: it may be refused them (WHK-3), and then hears of nothing it must not hear of
 * unless they come unasked.
 */
export async function subscribeOutsider(
  t: RunContext,
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
export function releaseSubscription(t: RunContext, actor: Actor): void {
  const { open_subscriptions } = t.run;
  open_subscriptions.set(actor.name, Math.max(0, (open_subscriptions.get(actor.name) ?? 0) - 1));
}

/** Deletes a subscription that a check has made. Whether it works has checks of its own (WHK-5). */
export async function unsubscribe(t: RunContext, actor: Actor, id: string): Promise<void> {
  await actor.delete(`/webhooks/${id}`).catch(() => undefined);
  releaseSubscription(t, actor);
}

/** The subscriptions that were made in these exchanges and not deleted: a check that has failed has left its own where it was. */
export function listRemainingSubscriptions(exchanges: readonly Exchange[]): readonly { actor: string; id: string }[] {
  const is_well = ({ status }: Exchange): boolean => status >= 200 && status < 300;
  const made = exchanges.filter((exchange) => exchange.operation === 'createWebhook' && is_well(exchange));
  const deleted = exchanges.filter((exchange) => exchange.operation === 'deleteWebhook' && is_well(exchange));
  return made.flatMap(({ actor, json }) => {
    const id = isObject(json) && isObject(json['data']) ? json['data']['id'] : undefined;
    if (typeof id !== 'string' || deleted.some(({ url }) => readUrl(url)?.pathname.endsWith(`/${id}`))) return [];
    return [{ actor, id }];
  });
}

/** Lends a subscription to a deed, and takes it back. @throws Blocked where a valid one is not made */
export async function withSubscription<Result>(
  t: RunContext,
  actor: Actor,
  events: readonly string[],
  deed: (subscribed: Subscribed) => Promise<Result>,
): Promise<Result> {
  const { reply, url, mailbox } = await trySubscribe(t, actor, events);
  const data = isObject(reply.json) && isObject(reply.json['data']) ? reply.json['data'] : {};
  const { id, secret } = data;
  if (!reply.is_success || typeof id !== 'string' || typeof secret !== 'string') {
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
export async function listSubscriptions(t: RunContext, actor: Actor): Promise<{ list: Reply; items: readonly JsonNode[] }> {
  const list = await actor.get('/webhooks');
  const items: JsonNode[] = [];
  let page = list;
  for (let n = 1; n <= PAGES_MAX; n += 1) {
    expectStatus(page, 200);
    for (const item of itemsOf(page)) items.push(item);
    const next = isObject(page.json) ? page.json['next'] : undefined;
    if (typeof next !== 'string') break;
    page = await actor.get(resolveLink(t, page, 'next'));
  }
  return { list, items };
}
