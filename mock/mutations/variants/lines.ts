/** Trades of multi-grade bids. */
import type { EventAbout } from '../seams.ts';
import { all, onEvent, onField, setRows, withPayload, type Seams } from '../violations/kit/index.ts';
import { variants } from './kit/variant.ts';

/** The column is unique, so the further trades of a bid are stored with a suffix, which is never shown. */
const withoutSuffix = (bid_id: unknown): unknown => (typeof bid_id === 'string' ? bid_id.replace(/:.*$/, '') : bid_id);

export const LINES_VARIED = variants({
  'trade-per-line (BID-23, BID-61, TRD-7): Accepting several lines of a multi-grade bid makes one trade for each; the others have no trade.created.':
    tradePerLine(),
});

function tradePerLine(): Partial<Seams> {
  return all(
    onEvent('trade.created', async (draft, about) => {
      if (draft.subject_id !== null) await splitTrade(draft.subject_id, about);
      return draft;
    }),
    onField(['listTrades', 'getTrade'], 'bid_id', withoutSuffix),
    withPayload('trade.settled', (data) => ({ bid_id: withoutSuffix(data['bid_id']) })),
  );
}

/** Divides the quantity of the bid among the lines that were accepted, each at its own price. */
async function splitTrade(id: string, { world, db }: EventAbout): Promise<void> {
  const trade = await db.selectFrom('trades').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const lines = await db
    .selectFrom('bid_lines')
    .select(['price_amount', 'price_unit'])
    .where('bid_id', '=', trade.bid_id ?? '')
    .where('status', '=', 'accepted')
    .orderBy('position')
    .execute();
  const [first, ...others] = lines;
  if (first === undefined || others.length === 0) return;
  const share_mt = Math.floor((trade.quantity_mt * 100) / lines.length) / 100;
  const rest_mt = Math.round((trade.quantity_mt - share_mt * others.length) * 100) / 100;
  await setRows(db, 'trades', { id }, { ...first, quantity_mt: rest_mt });
  for (const [index, line] of others.entries()) {
    const names = await world.ids.nextWithReference(db, 'trd');
    await db
      .insertInto('trades')
      .values({ ...trade, ...line, ...names, bid_id: `${trade.bid_id}:${index + 1}`, quantity_mt: share_mt })
      .execute();
  }
}
