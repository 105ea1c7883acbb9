/** ERR-2: a request that failed validation has no effect. Rejected counters are checked in BID-50, and acceptances in BID-21. */
import { check, type Check, type Need } from '../../check/check.ts';
import {
  buildSubmission,
  chooseSeller,
  findItem,
  isSameJson,
  listReceivedBids,
  listSubscriptions,
  readItems,
  unsubscribe,
  warnUnless,
  type Reply,
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { postBid } from '../bids/post-bid.ts';
import { withWrongValues } from '../cash-bids/records.ts';
import { readCashBid, readFarm, readOwnListing } from './records.ts';

/** Invalid requests, and what they would change. */
interface Attempt {
  send: readonly (() => Promise<Reply>)[];
  /** What `read` returned before the requests. Undefined if it failed. */
  before: unknown;
  read: () => Promise<unknown>;
}

interface Invalid {
  subject: string;
  /** The request in the title: `An invalid bid`. */
  name: string;
  needs: readonly Need[];
  open: (t: CheckContext) => Attempt | Promise<Attempt>;
}

/** Each change has a valid and an invalid part, in either order: a target can apply fields until one fails. */
const CHANGES: readonly Invalid[] = [
  {
    subject: 'patch-listing',
    name: 'An invalid PATCH of a listing',
    needs: ['writes'],
    open: async (t) => {
      const { id, seller } = await t.arrange.lot();
      const path = encodePath`/me/inventory/${id}`;
      const read = async (): Promise<unknown> => readOwnListing(seller, id);
      return {
        before: await read(),
        send: [
          async () => seller.patch(path, { listed: false, target_price: { amount: 'dear' } }),
          async () => seller.patch(path, { target_price: { amount: 287.25 }, listed: 'perhaps' }),
        ],
        read,
      };
    },
  },
  {
    subject: 'patch-farm',
    name: 'An invalid PATCH of a farm',
    needs: ['writes'],
    open: async (t) => {
      const seller = chooseSeller(t);
      const id = await t.arrange.farm(seller);
      const name = t.unique('farm');
      const read = async (): Promise<unknown> => readFarm(seller, id);
      return {
        before: await read(),
        send: [
          async () => seller.patch(encodePath`/me/farms/${id}`, { name, latitude: 'far north' }),
          async () => seller.patch(encodePath`/me/farms/${id}`, { longitude: 'far west', name }),
        ],
        read,
      };
    },
  },
  {
    subject: 'patch-cash-bid',
    name: 'An invalid PATCH of a cash bid',
    needs: ['elevator', 'writes', 'fixture:cash_bid_body', 'fixture:cash_bid_patch'],
    open: async (t) => {
      const { id } = await t.arrange.cashBid();
      const { is_active: _, ...patch } = t.run.settings.fixtures.cash_bid_patch ?? {};
      const before = await readCashBid(t, id);
      return {
        before,
        send: [
          async () =>
            t.elevator.patch(encodePath`/cash-bids/${id}`, {
              is_active: before?.['is_active'] !== true,
              ...withWrongValues(patch),
            }),
          async () => t.elevator.patch(encodePath`/cash-bids/${id}`, { ...patch, is_active: 'perhaps' }),
        ],
        read: async () => readCashBid(t, id),
      };
    },
  },
];

const CREATIONS: readonly Invalid[] = [
  {
    subject: 'place-bid',
    name: 'A bid without a quantity',
    needs: ['buyer', 'writes'],
    open: async (t) => {
      const lot = await t.arrange.lot();
      return {
        before: [],
        send: [async () => postBid(t, lot.id, { quantity_mt: undefined })],
        read: async () => (await listReceivedBids(lot)).map(({ value }) => value),
      };
    },
  },
  {
    subject: 'listing',
    name: 'A submission without a quantity',
    needs: ['writes'],
    open: async (t) => {
      const seller = chooseSeller(t);
      const variety = t.unique('variety');
      const body = buildSubmission(await t.arrange.publishing(seller), { variety, quantity_mt: undefined });
      return {
        before: [],
        send: [async () => seller.post('/me/inventory', body)],
        read: async () =>
          readItems(await seller.get('/inventory', { sort: '-listed_at', limit: 50 })).filter(
            (lot) => lot['variety'] === variety,
          ),
      };
    },
  },
  {
    subject: 'farm',
    name: 'A farm without a latitude',
    needs: ['writes'],
    open: (t) => {
      const seller = chooseSeller(t);
      const name = t.unique('farm');
      const body = { name, longitude: -105.123457, nearest_city: 'Regina', nearest_province: 'SK' };
      return {
        before: null,
        send: [async () => seller.post('/me/farms', body)],
        read: async () => (await findItem(seller, '/me/farms', {}, (farm) => farm.find('name')?.value === name))?.value ?? null,
      };
    },
  },
  {
    subject: 'webhook',
    name: 'A subscription without events',
    needs: ['buyer', 'writes'],
    open: async (t) => {
      const url = await t.hookUrl();
      return {
        before: [],
        send: [async () => t.buyer.post('/webhooks', { url })],
        read: async () => {
          const { items } = await listSubscriptions(t, t.buyer);
          const created = items.filter((item) => item.find('url')?.value === url);
          for (const item of created) await unsubscribe(t, t.buyer, String(item.find('id')?.value));
          return created.map(({ value }) => value);
        },
      };
    },
  },
];

async function expectNoEffect(t: CheckContext, name: string, { send, before, read }: Attempt): Promise<void> {
  let known = before;
  let rejected = 0;
  for (const sendOne of send) {
    const reply = await sendOne();
    const now = await read();
    const is_rejected = reply.status >= 400 && reply.status < 500;
    // The error table says that such a request failed. That it has no effect is derived, as in BID-50 and LST-17.
    warnUnless(!is_rejected || isSameJson(known, now), {
      message: `${name} was rejected with ${reply.status}, but took effect.`,
      reply,
      expected: JSON.stringify(known),
      observed: now,
      likely_cause: 'Fields are written before all of them are validated. Validate first, or roll back.',
    });
    known = now;
    rejected += is_rejected ? 1 : 0;
  }
  // OP-2, FARM-2, LST-2, and WHK-3 check that it is rejected.
  if (rejected === 0) t.unverifiable('the target accepts the request');
}

export const NO_EFFECT_CHECKS: readonly Check[] = [...CHANGES, ...CREATIONS].map(({ subject, name, needs, open }) =>
  check(`ERR-2/no-effect-${subject}`, `${name} has no effect`, needs, async (t) => {
    const attempt = await open(t);
    if (attempt.before === undefined) t.unverifiable('the record cannot be read');
    await expectNoEffect(t, name, attempt);
  }),
);
