/**
 * ERR-2: a malformed body gets an error about the request, not a server error. Other checks verify, field by field, that a wrong type gets exactly
 * 422.
 */
import { check, type Check, type Need } from '../../check/check.ts';
import { chooseSeller, encodePath, expectThat, warnUnless, type Actor, type Reply, type JsonObject } from '#client';
import type { CheckContext } from '../../check/check-context.ts';

/** An operation that takes a body, called by an actor who can call it. */
interface Subject {
  by: Actor;
  method: 'POST' | 'PATCH';
  path: string;
  /** A body with the string `@` where a number belongs. It is invalid in another way too, so that no target stores the number that replaces `@`. */
  with_number: JsonObject;
}

interface Row {
  subject: string;
  /** The operation and, if several actors can call it, the actor: `POST /bids/{id}/accept as the seller`. */
  name: string;
  needs: readonly Need[];
  open: (t: CheckContext) => Omit<Subject, 'method'> | Promise<Omit<Subject, 'method'>>;
  /** Whether the document shows a required field, so that a body without fields is invalid. */
  has_required: boolean;
}

/** JSON that is not an object. */
const NOT_OBJECTS = [
  ['an array', '[]'],
  ['null', 'null'],
  ['a string', '"text"'],
] as const satisfies readonly (readonly [what: string, body: string])[];

/** Valid JSON, but too large for a double. */
const LARGE_NUMBER = '1e400';

const CREATIONS: readonly Row[] = [
  {
    subject: 'place-bid',
    name: 'POST /inventory/{id}/bids',
    needs: ['buyer', 'writes'],
    has_required: true,
    open: async (t) => ({
      by: t.buyer,
      path: encodePath`/inventory/${await t.arrange.lotToBidOn()}/bids`,
      with_number: await t.arrange.bidBody({ quantity_mt: '@', delivery: undefined }),
    }),
  },
  {
    subject: 'webhook',
    name: 'POST /webhooks',
    needs: ['buyer', 'writes'],
    has_required: true,
    open: async (t) => ({ by: t.buyer, path: '/webhooks', with_number: { url: await t.hookUrl(), events: '@' } }),
  },
  {
    subject: 'webhook-of-seller',
    name: 'POST /webhooks as a seller with a team',
    needs: ['partner', 'writes'],
    has_required: true,
    open: async (t) => ({ by: t.partner, path: '/webhooks', with_number: { url: await t.hookUrl(), events: '@' } }),
  },
  {
    subject: 'cash-bid',
    name: 'POST /cash-bids',
    needs: ['elevator', 'writes'],
    has_required: false,
    open: (t) => ({ by: t.elevator, path: '/cash-bids', with_number: { delivery_location_id: '@' } }),
  },
  {
    subject: 'farm',
    name: 'POST /me/farms',
    needs: ['writes'],
    has_required: true,
    open: (t) => ({ by: chooseSeller(t), path: '/me/farms', with_number: { name: t.unique('farm'), latitude: '@' } }),
  },
  {
    subject: 'listing',
    name: 'POST /me/inventory',
    needs: ['writes'],
    has_required: true,
    open: (t) => ({ by: chooseSeller(t), path: '/me/inventory', with_number: { quantity_mt: '@', list: false } }),
  },
  {
    subject: 'simulate-event',
    name: 'POST /sandbox/simulate-event',
    needs: ['seller_sandbox', 'writes'],
    has_required: true,
    open: (t) => ({
      by: t.actor('seller_sandbox'),
      path: '/sandbox/simulate-event',
      with_number: { event: 'moon.landed', quantity: '@' },
    }),
  },
];

const CHANGES: readonly Row[] = [
  {
    subject: 'counter',
    name: 'POST /bids/{id}/counter as the seller',
    needs: ['buyer', 'writes'],
    has_required: true,
    open: async (t) => {
      const lot = await t.arrange.lot();
      const { id } = await t.arrange.bid(lot);
      return { by: lot.seller, path: encodePath`/bids/${id}/counter`, with_number: await invalidCounter(t) };
    },
  },
  {
    subject: 'counter-of-buyer',
    name: 'POST /bids/{id}/counter as the buyer',
    needs: ['buyer', 'writes'],
    has_required: true,
    open: async (t) => {
      const id = await counterOfSeller(t);
      return { by: t.buyer, path: encodePath`/bids/${id}/counter`, with_number: await invalidCounter(t) };
    },
  },
  {
    subject: 'accept',
    name: 'POST /bids/{id}/accept as the seller',
    needs: ['buyer', 'writes'],
    has_required: false,
    open: async (t) => {
      const lot = await t.arrange.lot();
      const { id } = await t.arrange.bid(lot);
      return { by: lot.seller, path: encodePath`/bids/${id}/accept`, with_number: { bid_items: '@' } };
    },
  },
  {
    subject: 'accept-of-buyer',
    name: 'POST /bids/{id}/accept as the buyer',
    needs: ['buyer', 'writes'],
    has_required: false,
    open: async (t) => ({
      by: t.buyer,
      path: encodePath`/bids/${await counterOfSeller(t)}/accept`,
      with_number: { bid_items: '@' },
    }),
  },
  {
    subject: 'patch-cash-bid',
    name: 'PATCH /cash-bids/{id}',
    needs: ['elevator', 'writes', 'fixture:cash_bid_body'],
    has_required: false,
    open: async (t) => {
      const { id } = await t.arrange.cashBid();
      return { by: t.elevator, path: encodePath`/cash-bids/${id}`, with_number: { is_active: '@' } };
    },
  },
  {
    subject: 'patch-farm',
    name: 'PATCH /me/farms/{id}',
    needs: ['writes'],
    has_required: false,
    open: async (t) => {
      const by = chooseSeller(t);
      return { by, path: encodePath`/me/farms/${await t.arrange.farm(by)}`, with_number: { name: 5, latitude: '@' } };
    },
  },
  {
    subject: 'patch-listing',
    name: 'PATCH /me/inventory/{id}',
    needs: ['writes'],
    has_required: false,
    open: async (t) => {
      const { id, seller } = await t.arrange.draft();
      return { by: seller, path: encodePath`/me/inventory/${id}`, with_number: { listed: 'no', target_price: { amount: '@' } } };
    },
  },
];

async function invalidCounter(t: CheckContext): Promise<JsonObject> {
  return t.arrange.bidBody({ quantity_mt: '@', delivery: undefined });
}

async function counterOfSeller(t: CheckContext): Promise<string> {
  const lot = await t.arrange.lot();
  return (await t.arrange.counter(lot, await t.arrange.bid(lot))).id;
}

function isServerError({ status }: Reply): boolean {
  return status >= 500;
}

/** Sends invalid JSON first, because it changes nothing, and then bodies that a target may accept. */
async function expectErrors({ name, has_required }: Row, { by, method, path, with_number }: Subject): Promise<void> {
  const send = async (raw_body: string): Promise<Reply> => by.send({ method, path, raw_body });
  const large = JSON.stringify(with_number).replace('"@"', LARGE_NUMBER);
  const malformed = await send(`${large.slice(0, -1)},`);
  for (const [what, raw_body] of [[`an object with ${LARGE_NUMBER}`, large], ...NOT_OBJECTS] as const) {
    const reply = await send(raw_body);
    const is_right = has_required ? reply.status >= 400 && !isServerError(reply) : !isServerError(reply);
    expectThat(is_right, {
      message: `${name} returned ${reply.status} for a body that is ${what}.`,
      reply,
      expected: has_required ? '422, or another 4xx' : 'no 5xx',
      likely_cause:
        'The handler reads members of the parsed body before it checks that the body is an object with the right types.',
    });
  }
  // The document does not mention invalid JSON, so a server error only warns.
  warnUnless(!isServerError(malformed), {
    message: `${name} returned ${malformed.status} for a body that is not JSON.`,
    reply: malformed,
    expected: '400, or another 4xx',
    likely_cause: 'The error of the JSON parser is not caught, or is treated as an internal error.',
  });
}

export const ODD_BODIES_CHECKS: readonly Check[] = [...CREATIONS, ...CHANGES].map((row) =>
  check(
    `ERR-2/odd-bodies-${row.subject}`,
    `${row.name} rejects malformed bodies without a server error`,
    row.needs,
    async (t) => {
      const subject = await row.open(t);
      await expectErrors(row, { ...subject, method: row.name.startsWith('PATCH') ? 'PATCH' : 'POST' });
    },
  ),
);
