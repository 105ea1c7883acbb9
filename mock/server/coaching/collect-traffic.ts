/** Groups the traffic of a world by client, for the coach. */
import { steadyEpochMs } from '../../ports/clock.ts';
import { type JournalEntry, OAUTH } from '../journal/journal.ts';
import type { Exchange, Traffic } from '../journal/traffic.ts';
import type { World } from '../world/world.ts';
import type { ClientFinding } from '../../wire.ts';

interface ClientTraffic {
  readonly client: ClientFinding['client'];
  readonly traffic: Traffic;
}

const SECRET_PARAMETER = /\b(\w*token|client_secret|api_?key|authorization)=[^&#]*/gi;

type Actor = NonNullable<JournalEntry['actor']>;

/** The traffic of clients, without that of Gristmill's own test commands. */
interface CollectedTraffic {
  readonly clients: readonly ClientTraffic[];
  /** The number of requests from test commands. */
  readonly left_out: number;
}

/**
 * Matches the `traceparent` of requests from the gate, the explorer, and other test commands. Both of its ids begin with the run and end with
 * the number of the request.
 */
const TEST_COMMAND = /^00-([\da-f]{8})[\da-f]{16}([\da-f]{8})-\1\2-01$/;

function isFromTestCommand(headers: Exchange['headers']): boolean {
  return TEST_COMMAND.test(String(headers['traceparent']));
}

/** @param is_final whether the clients have ended, so that whatever they have not done by now counts as omitted */
export async function collectTraffic(world: World, is_final: boolean): Promise<CollectedTraffic> {
  const now_ms = is_final ? Infinity : steadyEpochMs();
  const { observations, journal } = world;
  const observed = await observations.read();
  // Token requests come from `observations`. The coach ignores all other requests to the authorization server.
  const requests = (await journal.read(observed.since_seq)).filter(({ operation_id }) => operation_id !== OAUTH);
  const { entries = [], tests = [] } = Object.groupBy(requests, (entry) =>
    isFromTestCommand(entry.request_headers) ? 'tests' : 'entries',
  );
  const owners = callersByHeader(entries);
  const groups = new Map<string, { actor: Actor; exchanges: Exchange[] }>();
  for (const entry of entries) {
    const actor = entry.actor ?? owners.get(entry.request_headers.authorization ?? '');
    if (actor === undefined) continue;
    const group = groups.get(callerKeyOf(actor)) ?? { actor, exchanges: [] };
    groups.set(callerKeyOf(actor), group);
    group.exchanges.push(fromEntry(entry, actor.livemode));
  }
  const subscriptions = await readSubscriptions(world);
  for (const id of tests.flatMap(createdSubscription)) subscriptions.delete(id);
  const clients = [...groups.values()].map(({ actor, exchanges }) => {
    const bearers = new Set(exchanges.map(({ headers }) => String(headers['authorization']).replace(/^Bearer /i, '')));
    const client_ids = new Set(
      entries.flatMap((entry) => (entry.actor && callerKeyOf(entry.actor) === callerKeyOf(actor) ? [entry.actor.client_id] : [])),
    );
    // A token request belongs to the caller that uses the token. If it was rejected, or no caller uses its token, it belongs to its client.
    const tokens = observed.token_requests.filter(({ client_id, response, headers }) => {
      if (isFromTestCommand(headers)) return false;
      const token = /"access_token":"([^"]+)"/.exec(response?.body ?? '')?.[1];
      if (token !== undefined && bearers.has(token)) return true;
      const is_used = token !== undefined && owners.has(`Bearer ${token}`);
      return !is_used && client_ids.has(client_id ?? '');
    });
    const deliveries = observed.deliveries.flatMap((delivery) => {
      const subscription = subscriptions.get(delivery.subscription_id);
      return subscription?.team_id === actor.team_id ? [{ ...delivery, livemode: subscription.livemode }] : [];
    });
    const { client_id, user_id, team_id } = actor;
    const all = [...exchanges, ...tokens].toSorted((a, b) => a.began_ms - b.began_ms);
    return { client: { client_id, user_id, team_id }, traffic: { exchanges: all, deliveries, now_ms } };
  });
  return { clients, left_out: tests.length };
}

/** The id of the subscription that a request created, if it created one. */
function createdSubscription({ operation_id, response_body }: JournalEntry): readonly string[] {
  return operation_id === 'createWebhook' ? (/whk_\w+/.exec(response_body) ?? []) : [];
}

/** The caller of each Authorization header that was accepted at least once. */
function callersByHeader(entries: readonly JournalEntry[]): ReadonlyMap<string, Actor> {
  const owners = new Map<string, Actor>();
  for (const { actor, request_headers } of entries) {
    if (actor !== null && request_headers.authorization !== undefined) owners.set(request_headers.authorization, actor);
  }
  return owners;
}

/** The key of a client: its user and team, or its client id if it has no user. */
function callerKeyOf({ client_id, user_id, team_id }: Actor): string {
  return user_id === null ? client_id : `${user_id} ${team_id ?? ''}`;
}

function fromEntry(entry: JournalEntry, livemode: boolean): Exchange {
  const { seq, at, operation_id, method, path, request_headers, request_body, began_ms, duration_ms } = entry;
  const response = { status: entry.status, headers: entry.response_headers, body: restoreBody(entry) };
  return {
    n: seq,
    at,
    purpose: operation_id,
    method,
    // Findings show the path, and some clients put tokens in its query.
    path: path.replaceAll(SECRET_PARAMETER, '$1=[redacted]'),
    headers: request_headers,
    body: request_body,
    began_ms,
    ended_ms: began_ms + duration_ms,
    response: entry.is_cut ? undefined : response,
    livemode,
  };
}

/**
 * Restores the shape of a page that the journal cut. The end of the page, which the journal keeps, tells how many items it had. Items after
 * the cut become empty objects, and those before it keep only their ids.
 */
function restoreBody({ response_body, response_tail }: JournalEntry): string {
  const end = /\],("limit":.*\})$/s.exec(response_tail)?.[1];
  if (end === undefined) return response_body;
  try {
    // Cast: the mock's own page, see `viewPage`.
    const { limit, offset, total } = JSON.parse(`{${end}`) as Record<'limit' | 'offset' | 'total', number>;
    const prefix = /^\{"items":\[\{"id":"([a-z]+_)/.exec(response_body)?.[1];
    const ids = prefix === undefined ? [] : (response_body.match(new RegExp(`(?<=\\{"id":")${prefix}\\w+(?=")`, 'g')) ?? []);
    const count = Math.max(0, Math.min(limit, total - offset));
    const items = Array.from({ length: count }, (_, at) => JSON.stringify(ids[at] === undefined ? {} : { id: ids[at] }));
    return `{"items":[${items.join(',')}],${end}`;
  } catch {
    return response_body;
  }
}

async function readSubscriptions({ store }: World): Promise<Map<string, { team_id: string; livemode: boolean }>> {
  const rows = await store.reader.selectFrom('subscriptions').select(['id', 'team_id', 'livemode']).execute();
  return new Map(rows.map(({ id, team_id, livemode }) => [id, { team_id, livemode: livemode === 1 }]));
}
