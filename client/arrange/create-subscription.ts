/**
 * Creates subscriptions that need no deliveries. Uses the run's receiver if the target accepts its address, otherwise
 * an existing public address.
 */
import type { Inbox } from '../session/inbox.ts';
import type { Mailbox } from '../inbox/receiver.ts';
import { Blocked, Unverifiable, noneIfFinding } from '../replies/findings.ts';
import { expectStatus, hasErrorForField, itemsOf } from '../replies/expect.ts';
import type { JsonNode } from '../replies/json-node.ts';
import { type JsonObject, readPath } from '../json.ts';
import type { Actor } from '../session/actor.ts';
import { isSuccess, type Exchange } from '../replies/exchange.ts';
import { readUrl } from '../read-url.ts';
import type { Reply } from '../replies/reply.ts';
import type { RunContext } from '../session/run-context.ts';
import { dataIn, readItems } from '../replies/read-items.ts';
import { mayBeLimit } from './create-listing.ts';
import { resolveLink } from './resolve-link.ts';
import { encodePath } from '../http/encode-path.ts';
import { elapsedMs, readUntil } from '../clock.ts';

/** An event for both sides, so that every team can subscribe to it. */
const OF_BOTH_SIDES = ['trade.created'];

/** A created subscription. */
interface Subscribed {
  id: string;
  secret: string;
  url: string;
  events: readonly string[];
  /** The response to POST /webhooks. */
  reply: Reply;
}

/** Sends POST /webhooks. Tries a public address if the target rejects a private one or plain http (WHK-3). */
export async function trySubscribe(
  t: RunContext,
  actor: Actor,
  events: readonly string[],
): Promise<{ reply: Reply; url: string; mailbox: Mailbox | undefined }> {
  if (t.run.receiver.is_reachable) {
    const mailbox = await t.run.receiver.openMailbox(t.purpose.id, actor.name);
    const reply = await postSubscription(t, actor, { url: mailbox.url, events });
    const created = readSubscription(reply);
    if (created !== undefined) t.run.receiver.introduce(mailbox, { ...created, events });
    if (reply.is_success) return { reply, url: mailbox.url, mailbox };
    mailbox.close();
  }
  const url = publicUrl(t);
  return { reply: await postSubscription(t, actor, { url, events }), url, mailbox: undefined };
}

/** The id and secret of a new subscription; undefined if the response shows none. */
export function readSubscription({ is_success, json }: Reply): { id: string; secret: string } | undefined {
  const { id, secret } = dataIn(json);
  return is_success && typeof id === 'string' && typeof secret === 'string' ? { id, secret } : undefined;
}

/** An address that accepts requests, for targets that reject a private one. */
function publicUrl(t: RunContext): string {
  return `https://example.com/gristmill/${t.unique()}`;
}

const WAIT_MS = 250;
/** How long a check waits until others release a subscription. */
const WAIT_MS_MAX = 6_000;
/** If the team has a quota: how often another check can take the place that was free. */
const FREE_PLACES_LOST_MAX = 3;

/**
 * Sends POST /webhooks and returns the response. If a quota rejects it, waits until other checks of this run release a subscription. After a success, delete the subscription with `unsubscribe`.
 * @param own how many subscriptions the calling check holds
 * @throws Unverifiable if the team's quota is used up
 */
export async function postSubscription(t: RunContext, actor: Actor, body: JsonObject, own = 0): Promise<Reply> {
  // Checks that wait for a place get it one after another, so that none takes the place that another has just found.
  const queue = t.run.remember(`who waits for a subscription of ${actor.name}`, () => ({
    end: Promise.resolve<unknown>(undefined),
  }));
  await queue.end;
  const first = await post(t, actor, body);
  if (!mayBeLimit(first) || !(await hasOthers(t, actor, own))) return first;
  const until_ms = elapsedMs() + WAIT_MS_MAX;
  const turn = queue.end.then(async () => awaitPlace(t, actor, body, until_ms));
  queue.end = turn.catch(() => undefined);
  return turn;
}

/** Tries again after a rejection. @throws Unverifiable if the quota stays used up */
async function awaitPlace(t: RunContext, actor: Actor, body: JsonObject, until_ms: number): Promise<Reply> {
  for (let free_places = 0; ;) {
    if (await isFull(t, actor)) {
      t.run.has_quota = true;
      if (elapsedMs() > until_ms) throw explainQuota(actor);
      await t.wait(WAIT_MS);
    }
    // Another check can have released one in the meantime, and a request that was already on its way can take it.
    else free_places += 1;
    const reply = await post(t, actor, body);
    if (!mayBeLimit(reply) || free_places > (t.run.has_quota ? FREE_PLACES_LOST_MAX : 0)) return reply;
  }
}

async function post({ run: { open_subscriptions } }: RunContext, actor: Actor, body: JsonObject): Promise<Reply> {
  const reply = await actor.post('/webhooks', body);
  if (reply.is_success) open_subscriptions.set(actor.name, (open_subscriptions.get(actor.name) ?? 0) + 1);
  return reply;
}

/**
 * For a check with one subscription, whose next request may have been rejected because of the quota.
 * @throws Unverifiable if it was
 */
export async function ensureNotFull(t: RunContext, actor: Actor, reply: Reply): Promise<void> {
  if (!mayBeLimit(reply)) return;
  if ((await hasOthers(t, actor, 1)) && (await isFull(t, actor))) throw explainQuota(actor);
}

function explainQuota({ name }: Actor): Unverifiable {
  return new Unverifiable(`the target allows no more subscriptions for ${name}`);
}

/** Whether the team has subscriptions other than those of the calling check. */
async function hasOthers(t: RunContext, actor: Actor, own: number): Promise<boolean> {
  if ((t.run.open_subscriptions.get(actor.name) ?? 0) > own) return true;
  return readItems(await actor.get('/webhooks')).length > own;
}

/** Whether a minimal subscription is rejected too, so that the quota is the reason. */
async function isFull(t: RunContext, actor: Actor): Promise<boolean> {
  const first = await actor.post('/webhooks', { url: await t.hookUrl(), events: OF_BOTH_SIDES });
  // The target can reject the address (WHK-3).
  const is_for_url = !first.is_success && hasErrorForField(first.json, 'url');
  const plain = is_for_url ? await actor.post('/webhooks', { url: publicUrl(t), events: OF_BOTH_SIDES }) : first;
  const { id } = dataIn(plain.json);
  if (typeof id === 'string') await actor.delete(encodePath`/webhooks/${id}`);
  return !plain.is_success;
}

/**
 * Subscribes a team to events of another audience. If the target rejects them (WHK-3), subscribes to allowed events instead, to catch unrequested ones.
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
    t.observe(`${actor.name} cannot subscribe to ${events.join(', ')}`);
    return t.subscribe(actor, else_events);
  }
}

/** Deletes a subscription, and records that for the quota. Does not check the response (WHK-5 does). */
export async function unsubscribe(t: RunContext, actor: Actor, id: string): Promise<void> {
  await actor.delete(encodePath`/webhooks/${id}`).catch((error: unknown) => noneIfFinding(error, t.signal));
  const { open_subscriptions } = t.run;
  open_subscriptions.set(actor.name, Math.max(0, (open_subscriptions.get(actor.name) ?? 0) - 1));
}

/** The subscriptions that were created but not deleted in these exchanges. */
export function listRemainingSubscriptions(exchanges: readonly Exchange[]): readonly { actor: string; id: string }[] {
  const made = exchanges.filter((exchange) => exchange.operation === 'createWebhook' && isSuccess(exchange));
  const deleted = exchanges.filter((exchange) => exchange.operation === 'deleteWebhook' && isSuccess(exchange));
  return made.flatMap(({ actor, json }) => {
    const { id } = dataIn(json);
    if (typeof id !== 'string' || deleted.some(({ url }) => readUrl(url)?.pathname.endsWith(encodePath`/${id}`))) return [];
    return [{ actor, id }];
  });
}

/** Runs a function with a subscription and deletes it afterwards. @throws Blocked if the target rejects it */
export async function withSubscription<Result>(
  t: RunContext,
  actor: Actor,
  events: readonly string[],
  action: (subscribed: Subscribed) => Promise<Result>,
): Promise<Result> {
  const { reply, url, mailbox } = await trySubscribe(t, actor, events);
  const created = readSubscription(reply);
  if (created === undefined) throw new Blocked(`POST /webhooks created no subscription (status ${reply.status})`, reply.exchange);
  t.run.redactor.hide(created.secret, 'WEBHOOK_SECRET');
  try {
    return await action({ ...created, url, events, reply });
  } finally {
    await unsubscribe(t, actor, created.id);
    mailbox?.close();
  }
}

const PAGES_MAX = 20;

/** The pages of GET /webhooks. The last one can be an error. @throws Unverifiable if there are too many */
export async function readSubscriptionPages(t: RunContext, actor: Actor): Promise<readonly [Reply, ...Reply[]]> {
  let page = await actor.get('/webhooks');
  const pages: [Reply, ...Reply[]] = [page];
  for (;;) {
    const next = page.is_success && readPath(page.json, 'next');
    if (typeof next !== 'string') return pages;
    if (pages.length === PAGES_MAX) throw new Unverifiable(`GET /webhooks has more than ${PAGES_MAX} pages`);
    page = await actor.get(resolveLink(t, page, 'next'));
    pages.push(page);
  }
}

/**
 * All subscriptions of GET /webhooks.
 * @param isDue whether a change is visible, which can take a moment: the list is read again until then
 * @returns also the first response, for findings
 */
export async function listSubscriptions(
  t: RunContext,
  actor: Actor,
  isDue: (ids: readonly unknown[]) => boolean = () => true,
): Promise<{ list: Reply; items: readonly JsonNode[] }> {
  const read = async (): Promise<{ list: Reply; items: readonly JsonNode[] }> => {
    const pages = await readSubscriptionPages(t, actor);
    for (const page of pages) expectStatus(page, 200);
    return { list: pages[0], items: pages.flatMap((page) => itemsOf(page)) };
  };
  return readUntil(read, ({ items }) => isDue(items.map((item) => item.find('id')?.value)), t.signal);
}
