import type { Check } from '../../check/check.ts';
import { check } from '../../check/check.ts';
import { chooseSeller, ensureSuccess, expectThat, itemsOf } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import type { PagedList } from './lists.ts';
import { LISTS } from './lists.ts';
import { readPage } from './pages.ts';

const OUT_OF_RANGE = ['0', '51', '100', '1000', '-1', 'ten', '2.5'] as const;

/** One item where one is asked for, and 50 is not too many. */
function judgeLimit({ word, name, needs, takes_limit, open }: PagedList): Check {
  const clause = takes_limit ? 'PAGE-2' : 'PAGE-14';
  return check(`${clause}/limit-${word}`, `${name} honours limit, from 1 to 50`, needs, async (t) => {
    const list = await open(t);
    for (const limit of [1, 2, 50]) {
      const page = await readPage(list, { limit });
      expectThat(page.items.length <= limit, {
        message: `${name} holds ${page.items.length} items with limit=${limit}.`,
        reply: page.reply,
        pointer: '/items',
        expected: `at most ${limit}`,
        likely_cause: 'limit is ignored',
      });
      expectThat(page.items.length >= Math.min(limit, list.rows_min), {
        message: `${name} holds ${page.items.length} items with limit=${limit}, though at least ${list.rows_min} match.`,
        reply: page.reply,
        pointer: '/items',
        expected: `${Math.min(limit, list.rows_min)} items at least`,
      });
    }
  });
}

/** Refused, clamped or ignored, and in no case more than a page. */
function judgeOutOfRange({ word, name, needs, takes_limit, open }: PagedList): Check {
  const clause = takes_limit ? 'PAGE-2' : 'PAGE-14';
  return check(
    `${clause}/limit-out-of-range-${word}`,
    `${name} never holds more than 50 items, whatever limit says`,
    needs,
    async (t) => {
      const list = await open(t);
      for (const limit of OUT_OF_RANGE) {
        const reply = await list.actor.get(list.path, { ...list.filter, limit });
        expectThat(reply.status === 200 || (reply.status >= 400 && reply.status < 500), {
          message: `${name} answered ${reply.status} to limit=${limit}.`,
          reply,
          expected: 'a page, or a refusal',
        });
        if (reply.status === 200) {
          const count = reply.body.get('items').array().length;
          expectThat(count <= 50, {
            message: `${name} holds ${count} items with limit=${limit}.`,
            reply,
            pointer: '/items',
            expected: 'at most 50',
          });
        }
        // Clamped or ignored, a page tells what was applied: that is no more than 50.
        const told = reply.status === 200 && Number(limit) > 50 ? reply.body.find('limit')?.value : undefined;
        expectThat(typeof told !== 'number' || told <= 50, {
          message: `${name} says that it has applied limit=${limit}.`,
          reply,
          pointer: '/limit',
          expected: 'at most 50',
          likely_cause: 'the maximum is larger',
        });
        t.observe(`limit=${limit}: ${reply.status}`);
      }
    },
  );
}

/** Without a limit a page holds 20, and never more than 50. Seen where there is more than that. */
function judgeDefault({ word, name, needs, open }: PagedList): Check {
  return check(
    `PAGE-13/default-${word}`,
    `${name} holds no more than 20 items without a limit, and never more than 50`,
    needs,
    async (t) => {
      const list = { ...(await open(t)), filter: {} };
      const plain = await readPage(list);
      await topUp(t, word, plain.total);
      const page = await readPage(list);
      expectThat(page.items.length <= 20, {
        message: `${name} holds ${page.items.length} items without a limit.`,
        reply: page.reply,
        pointer: '/items',
        expected: 'at most 20',
      });
      const largest = await list.actor.get(list.path, { limit: 1_000 });
      if (largest.status === 200) {
        const count = largest.body.get('items').array().length;
        expectThat(count <= 50, {
          message: `${name} holds ${count} items.`,
          reply: largest,
          pointer: '/items',
          expected: 'at most 50',
        });
      }
      t.observe(`seen with ${page.total} matches`);
      if (page.total <= 20) t.unverifiable(`no more than ${page.total} rows match, so that a page is never full`);
    },
    { lane: 'quiet' },
  );
}

/** Rows that cost a request each, where a pace of requests need not be kept: what else there is has to do. */
async function topUp(t: CheckContext, word: string, total: number): Promise<void> {
  if (Number.isFinite(t.run.settings.requests_per_second)) return;
  const missing = Math.max(0, 51 - total);
  const make: Record<string, () => Promise<unknown>> = {
    bids: async () => t.arrange.bid(await lotOfBids(t)),
    'own-listings': async () => t.arrange.draft(),
    'cash-bids': async () => t.arrange.cashBid(),
    trades: async () => t.arrange.trade(),
  };
  const one = make[word];
  if (one === undefined) return;
  for (let i = 0; i < missing; i += 1) await one();
}

async function lotOfBids(t: CheckContext): Promise<string> {
  return t.run.once('paging: a lot for many bids', async () => (await t.arrange.lot()).id);
}

const INBOX: Check = check(
  'PAGE-14/limit-inbox',
  'GET /me/bids-received honours limit and offset',
  ['buyer', 'writes'],
  async (t) => {
    for (let i = 0; i < 3; i += 1) await t.arrange.bid(await t.arrange.lot());
    const seller = chooseSeller(t);
    const path = '/me/bids-received';
    const one = await seller.get(path, { limit: 1 });
    ensureSuccess(one);
    const count = itemsOf(one).length;
    expectThat(count <= 1, {
      message: `The inbox holds ${count} listings with limit=1.`,
      reply: one,
      pointer: '/items',
      expected: 'one',
    });
    // Whether listings or bids are counted is open: a place beyond all of them is not.
    const total = one.body.get('total').integer();
    const beyond = await seller.get(path, { limit: 1, offset: total + 1_000 });
    const left = beyond.is_success ? itemsOf(beyond).length : 0;
    expectThat(left === 0, {
      message: `The inbox holds ${left} listings from offset ${total + 1_000} on, of a total of ${total}.`,
      reply: beyond,
      pointer: '/items',
      expected: 'none',
      likely_cause: 'offset is ignored',
    });
  },
);

export const SIZES: readonly Check[] = [
  ...LISTS.map(judgeLimit),
  ...LISTS.map(judgeOutOfRange),
  ...LISTS.filter(({ word }) => word !== 'deliveries' && word !== 'offers' && word !== 'received-bids').map(judgeDefault),
  INBOX,
];
