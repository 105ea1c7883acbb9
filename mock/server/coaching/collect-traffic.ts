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

/** The traffic of the clients, without that of the test commands of Gristmill. */
interface CollectedTraffic {
  readonly clients: readonly ClientTraffic[];
  /** How many requests of the test commands there are. */
  readonly left_out: number;
}

/** The trace context of the gate, the explorer, and other test commands: their number ends both ids, and their run begins both. */
const TEST_COMMAND = /^00-([\da-f]{8})[\da-f]{16}([\da-f]{8})-\1\2-01$/;

function isOfTestCommand(headers: Exchange['headers']): boolean {
  return TEST_COMMAND.test(String(headers['traceparent']));
}

/** @param is_final whether the clients have ended, so that anything they have not done by now counts */
export async function collectTraffic(world: World, is_final: boolean): Promise<CollectedTraffic> {
  const now_ms = is_final ? Infinity : steadyEpochMs();
  const { observations, journal } = world;
  const observed = await observations.read();
  // Of the requests to the authorization server, the coach reads those for tokens, which `observations` keeps.
  const requests = (await journal.read(observed.since_seq)).filter(({ operation_id }) => operation_id !== OAUTH);
  const { entries = [], tests = [] } = Object.groupBy(requests, (entry) =>
    isOfTestCommand(entry.request_headers) ? 'tests' : 'entries',
  );
  const owners = ownersOf(entries);
  const groups = new Map<string, { actor: Actor; exchanges: Exchange[] }>();
  for (const entry of entries) {
    const actor = entry.actor ?? owners.get(entry.request_headers.authorization ?? '');
    if (actor === undefined) continue;
    const group = groups.get(callerKeyOf(actor)) ?? { actor, exchanges: [] };
    groups.set(callerKeyOf(actor), group);
    group.exchanges.push(fromEntry(entry, actor.livemode));
  }
  const subscriptions = await readSubscriptions(world);
  for (const id of tests.flatMap(subscriptionIn)) subscriptions.delete(id);
  const clients = [...groups.values()].map(({ actor, exchanges }) => {
    const bearers = new Set(exchanges.map(({ headers }) => String(headers['authorization']).replace(/^Bearer /i, '')));
    const client_ids = new Set(
      entries.flatMap((entry) => (entry.actor && callerKeyOf(entry.actor) === callerKeyOf(actor) ? [entry.actor.client_id] : [])),
    );
    // A token request belongs to the caller that uses the token, or to its client if it was rejected or its token is not used.
    const tokens = observed.token_requests.filter(({ client_id, answer, headers }) => {
      if (isOfTestCommand(headers)) return false;
      const token = /"access_token":"([^"]+)"/.exec(answer?.body ?? '')?.[1];
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

/** The id of the subscription that a request created, if it did. */
function subscriptionIn({ operation_id, response_body }: JournalEntry): readonly string[] {
  return operation_id === 'createWebhook' ? (/whk_\w+/.exec(response_body) ?? []) : [];
}

/** Who used a token while it was valid. */
function ownersOf(entries: readonly JournalEntry[]): ReadonlyMap<string, Actor> {
  const owners = new Map<string, Actor>();
  for (const { actor, request_headers } of entries) {
    if (actor !== null && request_headers.authorization !== undefined) owners.set(request_headers.authorization, actor);
  }
  return owners;
}

/** Identifies a client: by its user and team, or by its client id if it has no user. */
function callerKeyOf({ client_id, user_id, team_id }: Actor): string {
  return user_id === null ? client_id : `${user_id} ${team_id ?? ''}`;
}

function fromEntry(entry: JournalEntry, livemode: boolean): Exchange {
  const { seq, at, operation_id, method, path, request_headers, request_body, began_ms, duration_ms } = entry;
  const answer = { status: entry.status, headers: entry.response_headers, body: bodyOf(entry) };
  return {
    n: seq,
    at,
    purpose: operation_id,
    method,
    // Findings show the address. Tokens do not belong there, but clients send them there.
    path: path.replaceAll(SECRET_PARAMETER, '$1=[redacted]'),
    headers: request_headers,
    body: request_body,
    began_ms,
    ended_ms: began_ms + duration_ms,
    answer: entry.is_cut ? undefined : answer,
    livemode,
  };
}

/** The journal cuts a long page, but keeps its end, which says how many items it had. Of the items, the ids before the cut are kept. */
function bodyOf({ response_body, response_tail }: JournalEntry): string {
  const end = /\],("limit":.*\})$/s.exec(response_tail)?.[1];
  if (end === undefined) return response_body;
  try {
    // A page of the mock: see `views/page`.
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
