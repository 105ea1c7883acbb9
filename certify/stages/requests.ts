/** What a client asks for when nothing disturbs it. */
import { OPERATIONS, scopesOf } from '#spec';
import { poll, wait } from '#client';
import type { Exchange } from '../testbed/exchange.ts';
import { placeBid } from './bid-lifecycle.ts';
import type { Stage } from './stage.ts';
import { NotShown } from './stage.ts';

const IDLE_MS = 1_000;
/** The most requests in that time: a client that polls can read several resources once per second each. */
const IDLE_REQUESTS_MAX = 5;
const STARTING_MS = 5_000;
/** How long after its first request a client without hooks needs to place its bid. */
const STARTED_MS = 1_500;
const PENDING_MS = 700;
const PENDING_READS_MAX = 6;

const isRefused = ({ response }: Exchange): boolean =>
  response !== undefined && response.status >= 400 && response.status !== 401;

function describe({ method, path, response }: Exchange): string {
  return `${method} ${path} got ${response?.status ?? 0}`;
}

export const REQUESTS_STAGES: readonly Stage[] = [
  {
    id: 'requests.accepted',
    level: 'should',
    title: 'No request is refused when nothing disturbs the client',
    cites: ['PAGE-2', 'PAGE-7', 'ERR-2', 'AUTH-2'],
    setup: 'The client has every scope of a buyer.',
    stimulus: 'None: the client lists lots, places a bid, and reads its bids and trades.',
    advice: 'Ask for at most 50 items per page, and call only operations that the grant covers.',
    needs: ['do'],
    run: async (context) => {
      for (const task of ['list_lots', 'sync'] as const) await context.act(task);
      await placeBid(context);
      const refused = context.sent().filter(isRefused);
      const [first] = refused;
      context.check(
        first === undefined,
        `${refused.length} of ${context.sent().length} requests were refused, such as: ${first === undefined ? '' : describe(first)}`,
      );
    },
  },
  {
    id: 'requests.rest',
    level: 'should',
    title: 'The client sends few requests while nothing happens',
    cites: ['EVT-18'],
    setup: 'The client is running. With the hook `do`, it also has a pending bid.',
    stimulus: `None for ${IDLE_MS / 1_000} s.`,
    advice: 'Wait for events, and read your bids occasionally, in case an event is lost.',
    run: async (context) => {
      if (context.has_do_hook) await placeBid(context);
      else {
        await context.testbed.ensureRunning();
        // On a busy machine, a client can take seconds to start.
        await poll(async () => Promise.resolve(context.sent().length > 0 ? true : undefined), { within_ms: STARTING_MS });
        await wait(STARTED_MS);
        if (context.testbed.process?.is_running !== true)
          throw new NotShown('the client ends by itself', 'no change is needed; this stage is for clients that keep running');
      }
      const before = context.sent().length;
      await wait(IDLE_MS);
      const sent = context.sent().length - before;
      context.check(sent <= IDLE_REQUESTS_MAX, `it sent ${sent} requests in ${IDLE_MS / 1_000} s, although nothing happened`);
    },
  },
  {
    id: 'requests.pending-trade',
    level: 'should',
    title: 'The client does not poll a pending trade for its counterparty',
    cites: ['PRIV-4', 'PRIV-6', 'EVT-8'],
    setup: 'A pending bid of the client.',
    stimulus: 'The seller accepts; the invoices stay unpaid.',
    advice: 'The counterparty is null until trade.settled, which can take weeks. Wait for the event.',
    needs: ['do', 'receiver'],
    run: async (context) => {
      const bid = await placeBid(context);
      const before = context.sent('getTrade', 'listTrades').length;
      await context.market.accept(bid);
      await wait(PENDING_MS);
      const reads = context.sent('getTrade', 'listTrades').length - before;
      context.check(reads <= PENDING_READS_MAX, `it read the trade ${reads} times in ${PENDING_MS} ms`);
    },
  },
  {
    id: 'requests.scopes-used',
    level: 'should',
    title: 'The client asks for no scope that it does not use',
    cites: ['RFC 9700, 2.3', 'AUTH-5'],
    setup: 'The client has just been started.',
    stimulus: 'None: the client lists lots, places a bid, and reads its bids and trades.',
    advice: 'Ask only for the scopes of the operations that you call.',
    needs: ['do'],
    is_fresh: true,
    run: async (context) => {
      for (const task of ['list_lots', 'sync'] as const) await context.act(task);
      await placeBid(context);
      const asked = new Set(
        context.sent('token').flatMap(({ body }) => (new URLSearchParams(body).get('scope') ?? '').split(' ')),
      );
      asked.delete('');
      if (asked.size === 0)
        throw new NotShown(
          'the client asked for no scopes',
          'no change is needed; this stage is for clients that name scopes when they ask for a token',
        );
      const used = new Set<string>();
      for (const { purpose } of context.sent()) {
        if (purpose === 'token' || purpose === 'oauth' || purpose === 'unknown') continue;
        for (const scope of scopesOf(OPERATIONS[purpose])) used.add(scope);
      }
      const unused = [...asked].filter(
        (scope) => !used.has(scope) && !['openid', 'profile', 'email', 'offline_access'].includes(scope),
      );
      context.check(unused.length === 0, `it asked for scopes that it did not use: ${unused.join(', ')}`);
    },
  },
];
