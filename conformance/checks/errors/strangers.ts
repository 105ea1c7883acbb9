/** ERR-3 and ERR-7: a record of another team looks exactly like one that does not exist. */
import { check, type Check, type Need } from '../../check/check.ts';
import type { Actor, RequestOptions, Reply } from '#client';
import { Breach, expectRefusal, expectThat, isObject, postSubscription, shorten, readItems } from '#client';
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

interface Answers {
  theirs: Reply;
  /** The replies for two ids that do not exist. Differences between them are noise. */
  missing: readonly [Reply, Reply];
  ids: readonly [theirs: string, ...missing: string[]];
}

async function askBoth(t: CheckContext, { open }: Foreign): Promise<Answers> {
  const { id, ask, stranger } = await open(t);
  const [first, second] = [impossibleId(id, 3), impossibleId(id, 7)];
  if (first === id || second === id) t.unverifiable(`no unused id in the format of ${id} can be generated`);
  const missing_first = await stranger.send(ask(first));
  const theirs = await stranger.send(ask(id));
  const missing_second = await stranger.send(ask(second));
  const has_no_right = [missing_first, theirs, missing_second].every((reply) => reply.status === 401 || isScope(reply));
  if (has_no_right) t.unverifiable(`the token of ${stranger.name} lacks the scope`, `actors.${stranger.name}`);
  return { theirs, missing: [missing_first, missing_second], ids: [id, first, second] };
}

function isScope({ status, json }: Reply): boolean {
  return status === 403 && isObject(json) && isObject(json['error']) && json['error']['code'] === 'insufficient_scope';
}

const SAME_ANSWER: readonly Check[] = FOREIGN.map((row) =>
  check(`ERR-3/${row.word}`, `${row.name} for another team's record returns 404 not_found`, row.needs, async (t) => {
    const { theirs, missing } = await askBoth(t, row);
    expectRefusal(theirs, 404, { code: 'not_found' });
    for (const reply of missing) expectRefusal(reply, 404, { code: 'not_found' });
  }),
);

/** Headers that differ between any two requests. */
const VOLATILE =
  /date|time|age|rate|limit|retry|reset|id$|^id|-id|trace|span|ray|etag|cookie|length|nonce|connection|keep-alive|server|via|cache|runtime|report/;

/** The values in a body by their paths. What differs in every text (a time, a number for support) is left out of it. */
function valuesIn(value: unknown, path = ''): readonly (readonly [path: string, value: string])[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => valuesIn(inner, `${path}/${key}`));
  return [[path, String(value).replaceAll(/[0-9a-f-]{8,}|\d+/gi, '#')]];
}

function expectSameWords({ theirs, missing, ids }: Answers, name: string): void {
  const read = (reply: Reply): ReadonlyMap<string, string> =>
    new Map(valuesIn(JSON.parse(ids.reduce((text, id) => text.replaceAll(id, 'ID'), JSON.stringify(reply.json ?? null)))));
  const [first, second] = missing;
  const [one, other, found] = [read(first), read(second), read(theirs)];
  for (const pointer of new Set([...one.keys(), ...found.keys()])) {
    // A difference that also occurs between two missing ids is noise.
    if (one.get(pointer) !== other.get(pointer) || one.get(pointer) === found.get(pointer)) continue;
    throw new Breach({
      message: `${name} for another team's record has a different message than for one that does not exist.`,
      exchange: theirs.exchange,
      pointer,
      expected: shorten(first.json),
      observed: shorten(theirs.json),
      likely_cause: 'The message reveals that the record exists.',
    });
  }
  const names = new Set([...Object.keys(theirs.exchange.headers), ...Object.keys(first.exchange.headers)]);
  for (const header of names) {
    const [a, b, c] = [first, second, theirs].map((reply) => reply.header(header));
    expectThat(VOLATILE.test(header) || a !== b || a === c, {
      message: `${name} for another team's record has a different header "${header}" than for one that does not exist.`,
      reply: theirs,
      expected: a ?? 'no such header',
      observed: c ?? 'no such header',
    });
  }
}

const SAME_MESSAGES: readonly Check[] = FOREIGN.map((row) =>
  check(
    `ERR-7/${row.word}`,
    `${row.name} for another team's record has the same message and headers as for one that does not exist`,
    row.needs,
    async (t) => {
      const answers = await askBoth(t, row);
      if (answers.theirs.status !== answers.missing[0].status) t.unverifiable('the status codes differ already (ERR-3)');
      expectSameWords(answers, row.name);
    },
  ),
);

export const STRANGERS: readonly Check[] = [...SAME_ANSWER, ...SAME_MESSAGES];
