/** ERR-3 and ERR-7: a record of another team looks exactly like one that does not exist, and requests for it change nothing. */
import { check, type Check, type Need } from '../../check/check.ts';
import type { Actor, Bid, Lot, RequestOptions, Reply, JsonObject } from '#client';
import { expectRefusal, expectThat, isSameJson, postSubscription, readItems, fillPath } from '#client';
import { makeUnusedId } from './make-unused-id.ts';
import { isRefusedForScope } from './read-error.ts';
import { readCashBid, readFarm, readOwnListing } from './records.ts';
import type { CheckContext } from '../../check/check-context.ts';

/** A kind of record: how to create one, and which actor of another team then requests it. */
interface RecordKind {
  needs: readonly Need[];
  /** @returns the id */
  create: (t: CheckContext) => Promise<string>;
  stranger: 'rival' | 'partner' | 'buyer' | 'rival_sandbox' | 'partner_sandbox';
  /** Reads what a request could change. Left out where another check does that: BID-19 (bids), CB-5 (offers), WHK-5 and WHK-8 (subscriptions). */
  read?: (t: CheckContext, id: string) => Promise<JsonObject | undefined>;
}

const OF_BUYER = { needs: ['buyer', 'rival', 'writes'], stranger: 'rival' } as const;
const OF_SELLER = { needs: ['seller', 'partner', 'writes'], stranger: 'partner' } as const;
const OF_ELEVATOR = { needs: ['elevator', 'rival', 'writes', 'fixture:cash_bid_body'], stranger: 'rival' } as const;

const BID: RecordKind = { ...OF_BUYER, create: async (t) => (await t.arrange.bid(await t.arrange.lot())).id };
const TRADE: RecordKind = { ...OF_BUYER, create: async (t) => (await t.arrange.trade()).id };
const SUBSCRIPTION: RecordKind = { ...OF_BUYER, create: createSubscription };
const TEAM: RecordKind = { needs: ['buyer', 'rival'], stranger: 'buyer', create: findTeamOfRival };
const FARM: RecordKind = {
  ...OF_SELLER,
  create: async (t) => t.arrange.farm(t.seller),
  read: async (t, id) => readFarm(t.seller, id),
};
const LISTING: RecordKind = {
  ...OF_SELLER,
  create: async (t) => (await t.arrange.draft({}, t.seller)).id,
  read: async (t, id) => readOwnListing(t.seller, id),
};
const CASH_BID: RecordKind = { ...OF_ELEVATOR, create: async (t) => (await t.arrange.cashBid()).id, read: readCashBid };
const OFFER: RecordKind = {
  ...OF_ELEVATOR,
  needs: [...OF_ELEVATOR.needs, 'hook:make_offer'],
  create: async (t) => t.arrange.offer((await t.arrange.cashBid()).id),
};

async function createSubscription(t: CheckContext): Promise<string> {
  const made = await postSubscription(t, t.buyer, { url: await t.hookUrl(), events: ['bid.accepted'] });
  const id = made.is_success ? made.data.get('id').value : undefined;
  return typeof id === 'string' ? id : t.unverifiable(`POST /webhooks created no subscription (status ${made.status})`);
}

/** A team of the rival that the buyer is not in. */
async function findTeamOfRival(t: CheckContext): Promise<string> {
  const own = new Set(readItems(await t.buyer.get('/teams')).map(({ id }) => id));
  const others = readItems(await t.rival.get('/teams')).map(({ id }) => id);
  const found = others.find((id) => typeof id === 'string' && !own.has(id));
  return typeof found === 'string' ? found : t.unverifiable('the buyer is in every team of the rival', 'actors.rival');
}

/** A stranger's request for a record. */
interface ForeignRequest {
  subject: string;
  method: RequestOptions['method'];
  /** With `{id}` for the id of the record. */
  path: string;
  record: RecordKind;
  body?: (t: CheckContext) => unknown;
}

const FOREIGN_REQUESTS: readonly ForeignRequest[] = [
  { subject: 'get-bid', method: 'GET', path: '/bids/{id}', record: BID },
  { subject: 'accept-bid', method: 'POST', path: '/bids/{id}/accept', record: BID },
  { subject: 'reject-bid', method: 'POST', path: '/bids/{id}/reject', record: BID },
  { subject: 'counter-bid', method: 'POST', path: '/bids/{id}/counter', record: BID, body: (t) => t.arrange.bidBody() },
  { subject: 'get-trade', method: 'GET', path: '/trades/{id}', record: TRADE },
  { subject: 'get-team', method: 'GET', path: '/teams/{id}', record: TEAM },
  { subject: 'deliveries', method: 'GET', path: '/webhooks/{id}/deliveries', record: SUBSCRIPTION },
  { subject: 'redeliver', method: 'POST', path: '/webhooks/{id}/deliveries/{delivery_id}/redeliver', record: SUBSCRIPTION },
  { subject: 'delete-webhook', method: 'DELETE', path: '/webhooks/{id}', record: SUBSCRIPTION },
  { subject: 'get-farm', method: 'GET', path: '/me/farms/{id}', record: FARM },
  { subject: 'patch-farm', method: 'PATCH', path: '/me/farms/{id}', record: FARM, body: (t) => ({ name: t.unique('farm') }) },
  { subject: 'get-listing', method: 'GET', path: '/me/inventory/{id}', record: LISTING },
  {
    subject: 'patch-listing',
    method: 'PATCH',
    path: '/me/inventory/{id}',
    record: LISTING,
    body: () => ({ listed: true, target_price: { amount: 299 } }),
  },
  { subject: 'received-bids', method: 'GET', path: '/me/inventory/{id}/bids', record: LISTING },
  { subject: 'archive-listing', method: 'DELETE', path: '/me/inventory/{id}', record: LISTING },
  {
    subject: 'patch-cash-bid',
    method: 'PATCH',
    path: '/cash-bids/{id}',
    record: CASH_BID,
    body: (t) => t.run.settings.fixtures.cash_bid_patch,
  },
  { subject: 'offers', method: 'GET', path: '/cash-bids/{id}/offers', record: CASH_BID },
  { subject: 'accept-offer', method: 'POST', path: '/cash-bid-offers/{id}/accept', record: OFFER },
  { subject: 'reject-offer', method: 'POST', path: '/cash-bid-offers/{id}/reject', record: OFFER },
];

const BUYERS_IN_SANDBOX = {
  needs: ['buyer_sandbox', 'seller_sandbox', 'rival_sandbox', 'writes'],
  stranger: 'rival_sandbox',
} as const;
const SELLERS_IN_SANDBOX = { needs: ['seller_sandbox', 'partner_sandbox', 'writes'], stranger: 'partner_sandbox' } as const;

async function arrangeSandboxBid(t: CheckContext): Promise<{ lot: Lot; bid: Bid }> {
  const lot = await t.arrange.lot({}, t.actor('seller_sandbox'));
  return { lot, bid: await t.arrange.bid(lot, {}, t.actor('buyer_sandbox')) };
}

/** The same records in the sandbox, which may run different code. */
const SANDBOX_RECORDS: ReadonlyMap<RecordKind, RecordKind> = new Map([
  [BID, { ...BUYERS_IN_SANDBOX, create: async (t) => (await arrangeSandboxBid(t)).bid.id }],
  [TRADE, { ...BUYERS_IN_SANDBOX, create: async (t) => (await t.arrange.trade(await arrangeSandboxBid(t))).id }],
  [
    FARM,
    {
      ...SELLERS_IN_SANDBOX,
      create: async (t) => t.arrange.farm(t.actor('seller_sandbox')),
      read: async (t, id) => readFarm(t.actor('seller_sandbox'), id),
    },
  ],
  [
    LISTING,
    {
      ...SELLERS_IN_SANDBOX,
      create: async (t) => (await t.arrange.draft({}, t.actor('seller_sandbox'))).id,
      read: async (t, id) => readOwnListing(t.actor('seller_sandbox'), id),
    },
  ],
]);

const FOREIGN_REQUESTS_IN_SANDBOX: readonly ForeignRequest[] = FOREIGN_REQUESTS.flatMap((row) => {
  const record = SANDBOX_RECORDS.get(row.record);
  return record === undefined ? [] : [{ ...row, subject: `${row.subject}-in-the-sandbox`, record }];
});

function nameOf({ method, path }: ForeignRequest): string {
  return `${method} ${path}`;
}

/** Whether the request would change what `read` of its record shows. */
function changesRecord({ method, record }: ForeignRequest): boolean {
  return method !== 'GET' && record.read !== undefined;
}

/** A request by a stranger, and the ids to send it for: that of another team's record, and two that do not exist. */
interface Probe {
  stranger: Actor;
  ask: (id: string) => RequestOptions;
  ids: readonly [theirs: string, ...missing: string[]];
}

/** The replies for all ids of a probe. What differs between the missing ones is noise. */
interface Round {
  theirs: Reply;
  missing: readonly [Reply, Reply];
}

async function prepareProbe(t: CheckContext, { record, method, path, body }: ForeignRequest): Promise<Probe> {
  const id = await record.create(t);
  const sent = await body?.(t);
  const stranger = t.actor(record.stranger);
  const missing = [makeUnusedId(id, 3), makeUnusedId(id, 7)];
  if (missing.includes(id)) t.unverifiable(`no unused id in the format of ${id} can be generated`);
  const ask = (one: string): RequestOptions => ({
    method,
    path: fillPath(path, { id: one, delivery_id: 'whd_000000000000000000000000' }),
    body: sent,
  });
  return { stranger, ask, ids: [id, ...missing] };
}

async function askAll(t: CheckContext, { stranger, ask, ids: [id, first = '', second = ''] }: Probe): Promise<Round> {
  const missing_first = await stranger.send(ask(first));
  const theirs = await stranger.send(ask(id));
  const missing_second = await stranger.send(ask(second));
  const lacks_scope = [missing_first, theirs, missing_second].every((reply) => reply.status === 401 || isRefusedForScope(reply));
  if (lacks_scope) t.unverifiable(`the token of ${stranger.name} lacks the scope`, `actors.${stranger.name}`);
  return { theirs, missing: [missing_first, missing_second] };
}

const SAME_RESPONSE: readonly Check[] = [...FOREIGN_REQUESTS, ...FOREIGN_REQUESTS_IN_SANDBOX].map((row) =>
  check(
    `ERR-3/${row.subject}`,
    `${nameOf(row)} for another team's record returns 404 not_found${changesRecord(row) ? ' and changes nothing' : ''}`,
    row.record.needs,
    async (t) => {
      const probe = await prepareProbe(t, row);
      const read = changesRecord(row) ? row.record.read : undefined;
      const before = await read?.(t, probe.ids[0]);
      const { theirs, missing } = await askAll(t, probe);
      expectRefusal(theirs, 404, { code: 'not_found' });
      for (const reply of missing) expectRefusal(reply, 404, { code: 'not_found' });
      if (before === undefined) return;
      const after = await read?.(t, probe.ids[0]);
      // A value that differs on every read proves nothing.
      const again = isSameJson(before, after) ? after : await read?.(t, probe.ids[0]);
      const is_changed = Object.keys({ ...before, ...after }).some(
        (key) => !isSameJson(after?.[key], before[key]) && isSameJson(after?.[key], again?.[key]),
      );
      expectThat(after !== undefined && !is_changed, {
        message: `${nameOf(row)} for another team's record returned 404 and changed it.`,
        reply: theirs,
        expected: JSON.stringify(before),
        observed: after,
        likely_cause: 'The handler writes the change before it checks who owns the record.',
      });
    },
  ),
);

/** Headers that can differ between any two responses. */
const VOLATILE =
  /date|time|age|rate|limit|retry|reset|id$|^id|-id|trace|span|ray|etag|cookie|length|nonce|connection|keep-alive|server|via|cache|runtime|report/;

/** The headers and the values in the body of a reply, by name or JSON Pointer. Numbers and long hex strings in the body, such as times and request ids, are masked. */
type Traits = ReadonlyMap<string, string>;

function valuesIn(value: unknown, pointer = ''): readonly (readonly [pointer: string, value: string])[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => valuesIn(inner, `${pointer}/${key}`));
  return [[pointer, String(value).replaceAll(/[0-9a-f-]{8,}|\d+/gi, '#')]];
}

function traitsOf({ json, exchange }: Reply, ids: readonly string[]): Traits {
  const text = ids.reduce((kept, id) => kept.replaceAll(id, 'ID'), JSON.stringify(json ?? null));
  const headers = Object.entries(exchange.headers).filter(([name]) => !VOLATILE.test(name));
  return new Map([...valuesIn(JSON.parse(text)), ...headers.map(([name, value]) => [`header "${name}"`, value] as const)]);
}

/** A trait that differs between the record and the missing ids. */
interface Difference {
  name: string;
  expected: string;
  observed: string;
}

/** @returns a trait that all missing ids share, and the record never has */
function findDifference(rounds: readonly Round[], ids: readonly string[]): Difference | undefined {
  const theirs = rounds.map((round) => traitsOf(round.theirs, ids));
  const missing = rounds.flatMap((round) => round.missing.map((reply) => traitsOf(reply, ids)));
  for (const name of new Set([...theirs, ...missing].flatMap((traits) => [...traits.keys()]))) {
    const [expected, observed] = [missing[0]?.get(name), theirs[0]?.get(name)];
    const is_shared = missing.every((traits) => traits.get(name) === expected);
    if (is_shared && theirs.every((traits) => traits.get(name) !== expected))
      return { name, expected: expected ?? 'nothing', observed: observed ?? 'nothing' };
  }
  return undefined;
}

/** One round can differ by chance, for example if servers behind a load balancer name themselves in a header. */
const ROUNDS = 8;

const SAME_MESSAGES: readonly Check[] = FOREIGN_REQUESTS.map((row) =>
  check(
    `ERR-7/${row.subject}`,
    `${nameOf(row)} for another team's record returns the same message and headers as for one that does not exist`,
    row.record.needs,
    async (t) => {
      const probe = await prepareProbe(t, row);
      const first = await askAll(t, probe);
      if (first.theirs.status !== first.missing[0].status) t.unverifiable('the status codes differ already (ERR-3)');
      const rounds = [first];
      let difference = findDifference(rounds, probe.ids);
      while (difference !== undefined && rounds.length < ROUNDS) {
        rounds.push(await askAll(t, probe));
        difference = findDifference(rounds, probe.ids);
      }
      const { name = '', expected = '', observed = '' } = difference ?? {};
      expectThat(difference === undefined, {
        message: `The responses of ${nameOf(row)} for another team's record and for one that does not exist differ in ${name}.`,
        reply: first.theirs,
        expected,
        observed,
        likely_cause:
          'The handler finds the record and then rejects the caller with another response, which reveals that the record exists. Return the same response for both.',
      });
    },
  ),
);

export const STRANGERS_CHECKS: readonly Check[] = [...SAME_RESPONSE, ...SAME_MESSAGES];
