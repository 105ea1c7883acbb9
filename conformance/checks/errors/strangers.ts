/** ERR-3 and ERR-7: a record of another team looks exactly like one that does not exist. */
import { check, type Check, type Need } from '../../check/check.ts';
import type { Actor, RequestOptions, Reply } from '#client';
import { expectRefusal, expectThat, isObject, postSubscription, readItems } from '#client';
import { impossibleId } from './impossible-id.ts';
import type { CheckContext } from '../../check/check-context.ts';

/** A record of another team, and a stranger's request for it. */
interface Foreign {
  word: string;
  name: string;
  needs: readonly Need[];
  /** Creates the record. @returns its id, and a function that requests an id */
  open: (t: CheckContext) => Promise<{ id: string; ask: (id: string) => RequestOptions; stranger: Actor }>;
}

async function bidOfBuyer(t: CheckContext): Promise<string> {
  return (await t.arrange.bid(await t.arrange.lot())).id;
}

async function subscriptionOfBuyer(t: CheckContext): Promise<string> {
  const made = await postSubscription(t, t.buyer, { url: await t.hookUrl(), events: ['bid.accepted'] });
  const id = made.is_success ? made.data.get('id').value : undefined;
  return typeof id === 'string' ? id : t.unverifiable(`POST /webhooks created no subscription (status ${made.status})`);
}

async function listingOfSeller(t: CheckContext): Promise<string> {
  return (await t.arrange.draft({}, t.seller)).id;
}

/** A team of the rival that the buyer is not in. */
async function teamOfRival(t: CheckContext): Promise<string> {
  const own = new Set(readItems(await t.buyer.get('/teams')).map(({ id }) => id));
  const others = readItems(await t.rival.get('/teams')).map(({ id }) => id);
  const found = others.find((id) => typeof id === 'string' && !own.has(id));
  return typeof found === 'string' ? found : t.unverifiable('the buyer is in every team of the rival', 'actors.rival');
}

type BuildRequest = (t: CheckContext, id: string) => Promise<RequestOptions>;

/** Creates a record with `make` and requests it as a stranger. */
function foreign(
  word: string,
  name: string,
  needs: readonly Need[],
  {
    make,
    by,
    ask,
  }: { make: (t: CheckContext) => Promise<string>; by: 'rival' | 'partner' | 'buyer' | 'elevator'; ask: BuildRequest },
): Foreign {
  return {
    word,
    name,
    needs,
    open: async (t) => {
      const id = await make(t);
      const example = await ask(t, id);
      return {
        id,
        stranger: t.actor(by),
        ask: (one) => ({ ...example, path: example.path.replace(encodeURIComponent(id), encodeURIComponent(one)) }),
      };
    },
  };
}

const BUYERS: readonly Need[] = ['buyer', 'rival', 'writes'];
const SELLERS: readonly Need[] = ['seller', 'partner', 'writes'];
const bare =
  (method: RequestOptions['method'], path: (id: string) => string, body?: unknown): BuildRequest =>
  async (_t, id) =>
    Promise.resolve({ method, path: path(id), ...(body === undefined ? {} : { body }) });

const FOREIGN: readonly Foreign[] = [
  foreign('get-bid', 'GET /bids/{id}', BUYERS, { make: bidOfBuyer, by: 'rival', ask: bare('GET', (id) => `/bids/${id}`) }),
  ...(['accept', 'reject'] as const).map((verb) =>
    foreign(`${verb}-bid`, `POST /bids/{id}/${verb}`, BUYERS, {
      make: bidOfBuyer,
      by: 'rival',
      ask: bare('POST', (id) => `/bids/${id}/${verb}`),
    }),
  ),
  foreign('counter-bid', 'POST /bids/{id}/counter', BUYERS, {
    make: bidOfBuyer,
    by: 'rival',
    ask: async (t, id) => ({ method: 'POST', path: `/bids/${id}/counter`, body: await t.arrange.bidBody() }),
  }),
  foreign('get-trade', 'GET /trades/{id}', BUYERS, {
    make: async (t) => (await t.arrange.trade()).id,
    by: 'rival',
    ask: bare('GET', (id) => `/trades/${id}`),
  }),
  foreign('get-team', 'GET /teams/{id}', ['buyer', 'rival'], {
    make: teamOfRival,
    by: 'buyer',
    ask: bare('GET', (id) => `/teams/${id}`),
  }),
  foreign('deliveries', 'GET /webhooks/{id}/deliveries', BUYERS, {
    make: subscriptionOfBuyer,
    by: 'rival',
    ask: bare('GET', (id) => `/webhooks/${id}/deliveries`),
  }),
  foreign('redeliver', 'POST /webhooks/{id}/deliveries/{delivery_id}/redeliver', BUYERS, {
    make: subscriptionOfBuyer,
    by: 'rival',
    ask: bare('POST', (id) => `/webhooks/${id}/deliveries/whd_000000000000000000000000/redeliver`),
  }),
  foreign('delete-webhook', 'DELETE /webhooks/{id}', BUYERS, {
    make: subscriptionOfBuyer,
    by: 'rival',
    ask: bare('DELETE', (id) => `/webhooks/${id}`),
  }),
  foreign('get-farm', 'GET /me/farms/{id}', SELLERS, {
    make: async (t) => t.arrange.farm(t.seller),
    by: 'partner',
    ask: bare('GET', (id) => `/me/farms/${id}`),
  }),
  foreign('patch-farm', 'PATCH /me/farms/{id}', SELLERS, {
    make: async (t) => t.arrange.farm(t.seller),
    by: 'partner',
    ask: bare('PATCH', (id) => `/me/farms/${id}`, { nearest_city: 'Regina' }),
  }),
  foreign('get-listing', 'GET /me/inventory/{id}', SELLERS, {
    make: listingOfSeller,
    by: 'partner',
    ask: bare('GET', (id) => `/me/inventory/${id}`),
  }),
  foreign('patch-listing', 'PATCH /me/inventory/{id}', SELLERS, {
    make: listingOfSeller,
    by: 'partner',
    ask: bare('PATCH', (id) => `/me/inventory/${id}`, { target_price: { amount: 299 } }),
  }),
  foreign('received-bids', 'GET /me/inventory/{id}/bids', SELLERS, {
    make: listingOfSeller,
    by: 'partner',
    ask: bare('GET', (id) => `/me/inventory/${id}/bids`),
  }),
  foreign('archive-listing', 'DELETE /me/inventory/{id}', SELLERS, {
    make: listingOfSeller,
    by: 'partner',
    ask: bare('DELETE', (id) => `/me/inventory/${id}`),
  }),
  foreign('patch-cash-bid', 'PATCH /cash-bids/{id}', ['elevator', 'rival', 'writes', 'fixture:cash_bid_body'], {
    make: async (t) => (await t.arrange.cashBid()).id,
    by: 'rival',
    ask: bare('PATCH', (id) => `/cash-bids/${id}`),
  }),
  foreign('offers', 'GET /cash-bids/{id}/offers', ['elevator', 'rival', 'writes', 'fixture:cash_bid_body'], {
    make: async (t) => (await t.arrange.cashBid()).id,
    by: 'rival',
    ask: bare('GET', (id) => `/cash-bids/${id}/offers`),
  }),
  ...(['accept', 'reject'] as const).map((verb) =>
    foreign(
      `${verb}-offer`,
      `POST /cash-bid-offers/{id}/${verb}`,
      ['elevator', 'rival', 'writes', 'fixture:cash_bid_body', 'hook:make_offer'],
      {
        make: async (t) => t.arrange.offer((await t.arrange.cashBid()).id),
        by: 'rival',
        ask: bare('POST', (id) => `/cash-bid-offers/${id}/${verb}`),
      },
    ),
  ),
];

/** Another team's record, two ids that do not exist, and how a stranger asks for them. */
interface Opened {
  stranger: Actor;
  ask: (id: string) => RequestOptions;
  ids: readonly [theirs: string, ...missing: string[]];
}

/** The replies for all of them. Differences between the missing ones are noise. */
interface Round {
  theirs: Reply;
  missing: readonly [Reply, Reply];
}

async function openRecord(t: CheckContext, { open }: Foreign): Promise<Opened> {
  const { id, ask, stranger } = await open(t);
  const missing = [impossibleId(id, 3), impossibleId(id, 7)];
  if (missing.includes(id)) t.unverifiable(`no unused id in the format of ${id} can be generated`);
  return { stranger, ask, ids: [id, ...missing] };
}

async function askAll(t: CheckContext, { stranger, ask, ids: [id, first = '', second = ''] }: Opened): Promise<Round> {
  const missing_first = await stranger.send(ask(first));
  const theirs = await stranger.send(ask(id));
  const missing_second = await stranger.send(ask(second));
  const has_no_right = [missing_first, theirs, missing_second].every((reply) => reply.status === 401 || isScope(reply));
  if (has_no_right) t.unverifiable(`the token of ${stranger.name} lacks the scope`, `actors.${stranger.name}`);
  return { theirs, missing: [missing_first, missing_second] };
}

function isScope({ status, json }: Reply): boolean {
  return status === 403 && isObject(json) && isObject(json['error']) && json['error']['code'] === 'insufficient_scope';
}

const SAME_ANSWER: readonly Check[] = FOREIGN.map((row) =>
  check(`ERR-3/${row.word}`, `${row.name} for another team's record returns 404 not_found`, row.needs, async (t) => {
    const { theirs, missing } = await askAll(t, await openRecord(t, row));
    expectRefusal(theirs, 404, { code: 'not_found' });
    for (const reply of missing) expectRefusal(reply, 404, { code: 'not_found' });
  }),
);

/** Headers that differ between any two requests. */
const VOLATILE =
  /date|time|age|rate|limit|retry|reset|id$|^id|-id|trace|span|ray|etag|cookie|length|nonce|connection|keep-alive|server|via|cache|runtime|report/;

/** A header or a value of the body, by its name. Numbers and long hexadecimal digits, such as a time or a request id, are masked in the body. */
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

/** A trait that the replies for missing ids share, and those for the record never have. */
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

/** One round can differ by chance: one of two servers behind a load balancer answers it, and names itself. */
const ROUNDS = 8;

const SAME_MESSAGES: readonly Check[] = FOREIGN.map((row) =>
  check(
    `ERR-7/${row.word}`,
    `${row.name} for another team's record has the same message and headers as for one that does not exist`,
    row.needs,
    async (t) => {
      const opened = await openRecord(t, row);
      const first = await askAll(t, opened);
      if (first.theirs.status !== first.missing[0].status) t.unverifiable('the status codes differ already (ERR-3)');
      const rounds = [first];
      let difference = findDifference(rounds, opened.ids);
      while (difference !== undefined && rounds.length < ROUNDS) {
        rounds.push(await askAll(t, opened));
        difference = findDifference(rounds, opened.ids);
      }
      const { name = '', expected = '', observed = '' } = difference ?? {};
      expectThat(difference === undefined, {
        message: `${row.name} for another team's record differs from one that does not exist: ${name}.`,
        reply: first.theirs,
        expected,
        observed,
        likely_cause: 'The response reveals that the record exists.',
      });
    },
  ),
);

export const STRANGERS: readonly Check[] = [...SAME_ANSWER, ...SAME_MESSAGES];
