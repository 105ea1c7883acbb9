/** Trades of multi-grade bids. */
import type { EventContext } from '../seams.ts';
import { all, onEvent, onField, setRows, withPayload, type Seams } from '../violations/kit/index.ts';
import { variants } from './kit/variant.ts';

/** `bid_id` is unique, so the additional trades of a bid are stored with a suffix, which is removed from responses. */
const withoutSuffix = (bid_id: unknown): unknown => (typeof bid_id === 'string' ? bid_id.replace(/:.*$/, '') : bid_id);

export const LINES_VARIED = variants({
  'trade-per-line (BID-23, BID-61, TRD-7): Accepting several lines of a multi-grade bid creates a trade per line; only the first has a `trade.created` event.':
    tradePerLine(),
});

function tradePerLine(): Partial<Seams> {
  return all(
    onEvent('trade.created', async (draft, context) => {
      if (draft.subject_id !== null) await splitTrade(draft.subject_id, context);
      return draft;
    }),
    onField(['listTrades', 'getTrade'], 'bid_id', withoutSuffix),
    withPayload('trade.settled', (data) => ({ bid_id: withoutSuffix(data['bid_id']) })),
  );
}

/** Divides the bid's quantity among the accepted lines. Each line becomes a trade at its own price. */
async function splitTrade(id: string, { world, db }: EventContext): Promise<void> {
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
    const ids = await world.ids.nextWithReference(db, 'trd');
    await db
      .insertInto('trades')
      .values({ ...trade, ...line, ...ids, bid_id: `${trade.bid_id}:${index + 1}`, quantity_mt: share_mt })
      .execute();
  }
}
