/** Commands that read the inventory, and commands that request resources of other parties. */
import { readUntil, type Query, encodePath } from '#client';
import { Finding, assertHolds } from '../session/finding.ts';
import { param, pick, pickNewest } from '../model/command-data.ts';
import { isOnly } from '../model/bids.ts';
import { getById, isSandbox, type Lot, type Model, type Party } from '../model/model.ts';
import { sideIn } from '../model/trades.ts';
import type { Session } from '../session/session.ts';
import { readResources } from '../session/resources.ts';
import { newest, onItem, oneOf, type Command } from './command.ts';
import { buyerBy } from './placing.ts';

interface Filter {
  phrase: string;
  query: (lot: Lot) => Query;
  /** Undefined if the document leaves it open. */
  isMatch: (lot: Lot, of: Lot) => boolean | undefined;
}

/** The bounds are 0.1 away from the value, because the document does not say whether bounds are inclusive. */
const FILTERS: readonly [Filter, ...Filter[]] = [
  { phrase: 'everything', query: () => ({}), isMatch: () => true },
  { phrase: 'one commodity', query: ({ commodity }) => ({ commodity }), isMatch: (lot, of) => lot.commodity === of.commodity },
  { phrase: 'one crop year', query: ({ crop_year }) => ({ crop_year }), isMatch: (lot, of) => lot.crop_year === of.crop_year },
  { phrase: 'organic lots', query: () => ({ is_organic: true }), isMatch: ({ is_organic }) => is_organic },
  { phrase: 'lots that are not organic', query: () => ({ is_organic: false }), isMatch: ({ is_organic }) => !is_organic },
  {
    phrase: 'lots of at least a quantity',
    query: ({ remaining_mt }) => ({ min_quantity: Math.min(...remaining_mt) - 0.1 }),
    isMatch: ({ remaining_mt }, of) => agree(remaining_mt.map((left) => left > Math.min(...of.remaining_mt) - 0.1)),
  },
  {
    phrase: 'lots of at most a quantity',
    query: ({ remaining_mt }) => ({ max_quantity: Math.max(...remaining_mt) + 0.1 }),
    isMatch: ({ remaining_mt }, of) => agree(remaining_mt.map((left) => left < Math.max(...of.remaining_mt) + 0.1)),
  },
];

/** The value that all of them share; undefined if they differ. */
function agree(opinions: readonly boolean[]): boolean | undefined {
  return opinions.every((one) => one === opinions[0]) ? opinions[0] : undefined;
}

const SORTS = ['listed_at', '-listed_at', 'quantity', '-quantity', 'price', '-price'] as const;
/** The maximum number of pages to read. An isolated world has few lots. */
const PAGES_MAX = 4;

/** INV-11: of the lots in the model, the result holds all that match and no others. */
async function browse(session: Session, who: Party, filter: Filter, of: Lot, sort: string): Promise<void> {
  session.describe(`${who} browses ${filter.phrase}, sorted by ${sort}`);
  const search = async (): Promise<Result> => {
    const ids = new Set<string>();
    let total = 0;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const reply = await session.actor(who).get('/inventory', { ...filter.query(of), sort, limit: 50, offset: page * 50 });
      session.expect('INV-1', reply, 200);
      for (const { id } of readResources(reply.exchange)) ids.add(id);
      total = Number(reply.body.get('total').value);
      if (total <= (page + 1) * 50) break;
    }
    return { ids, is_whole: total <= PAGES_MAX * 50 };
  };
  const { lots } = session.model;
  // A new listing can take a moment to appear.
  const found = await readUntil(search, (last) => !lots.some((lot) => isMissing(lot, filter.isMatch(lot, of), last)));
  for (const lot of lots) checkFound(session, lot, filter.isMatch(lot, of), found);
}

interface Result {
  readonly ids: ReadonlySet<string>;
  /** Whether all pages were read. */
  readonly is_whole: boolean;
}

const isLive = ({ seller }: Lot): boolean => !isSandbox(seller);

function isMissing(lot: Lot, is_match: boolean | undefined, { ids, is_whole }: Result): boolean {
  return !ids.has(lot.id) && isLive(lot) && is_whole && is_match === true && isOnly(lot.status, 'listed');
}

function checkFound(session: Session, lot: Lot, is_match: boolean | undefined, found: Result): void {
  const name = session.name(lot.id);
  if (found.ids.has(lot.id)) {
    const ref = { invariant: 'answer/browse', clause: is_match === false ? 'INV-11' : 'INV-22' } as const;
    assertHolds(isLive(lot) && is_match !== false && lot.status.includes('listed'), ref, {
      message: `The inventory shows ${name}, which ${is_match === false ? 'does not match the filter' : `is ${lot.status.join(' or ')}`}.`,
      expected: 'only listed lots that match the filters',
      observed: lot.id,
    });
  } else if (isMissing(lot, is_match, found)) {
    throw new Finding(
      { invariant: 'answer/browse', clause: 'INV-11' },
      {
        message: `The inventory does not show ${name}, which is listed and matches the filter.`,
        expected: lot.id,
        observed: 'it is on no page',
      },
    );
  }
}

/** A resource that only some parties can see, and the requests to try on it. */
interface Private {
  phrase: string;
  paths: readonly (readonly [method: 'GET' | 'POST', path: string])[];
  isTheirs: (party: Party) => boolean;
}

function privatesOf(model: Model): readonly Private[] {
  const bids = model.bids.map(({ id, buyer, lot_id }): Private => {
    const { seller } = getById(model.lots, lot_id);
    const paths = [
      ['GET', encodePath`/bids/${id}`] as const,
      ...['accept', 'reject'].map((action) => ['POST', encodePath`/bids/${id}/${action}`] as const),
    ];
    return { phrase: 'a bid', paths, isTheirs: (party) => party === buyer || party === seller };
  });
  const trades = model.trades.map((trade): Private => ({
    phrase: 'a trade',
    paths: [['GET', encodePath`/trades/${trade.id}`]],
    isTheirs: (party) => sideIn(trade, party) !== undefined,
  }));
  const subscriptions = model.subscriptions.map(({ id, owner }): Private => ({
    phrase: 'a subscription',
    paths: [['GET', encodePath`/webhooks/${id}/deliveries`]],
    isTheirs: (party) => party.startsWith(owner) || owner.startsWith(party),
  }));
  return [...bids, ...trades, ...subscriptions];
}

export const BROWSING_COMMANDS: readonly Command[] = [
  onItem({
    kind: 'browse',
    title: 'a buyer reads the inventory with a filter and a sort order',
    weight: 2,
    params: { who: oneOf(3), lot: newest, filter: oneOf(FILTERS.length), sort: oneOf(SORTS.length) },
    items: (model) => model.lots.filter(({ remaining_mt }) => Math.min(...remaining_mt) > 0),
    pick: 'lot',
    run: async (session, lot, params) => {
      const filter = pick(FILTERS, param(params, 'filter'));
      await browse(session, buyerBy(session, param(params, 'who')), filter, lot, pick(SORTS, param(params, 'sort')));
    },
  }),
  {
    kind: 'snoop',
    title: 'a buyer requests a bid or trade of other parties, which must not be found',
    weight: 2,
    needs: ['rival'],
    params: { who: oneOf(3), what: newest, action: oneOf(3) },
    isPossible: (model) => model.bids.length > 0,
    run: async (session, params) => {
      const who = buyerBy(session, param(params, 'who'));
      const target = pickNewest(
        privatesOf(session.model).filter(({ isTheirs }) => !isTheirs(who)),
        param(params, 'what'),
      );
      const path = target?.paths[param(params, 'action') % target.paths.length];
      if (target === undefined || path === undefined) return;
      session.describe(`${who} requests ${target.phrase} of other parties: ${path.join(' ')}`);
      const reply = await session.actor(who).send({ method: path[0], path: path[1] });
      // ERR-3: the response is the same as for a resource that does not exist.
      session.expectRefusal('ERR-3', reply, 404);
    },
  },
];
