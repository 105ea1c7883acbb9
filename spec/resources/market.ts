import { z } from 'zod';
import { pageOf } from './envelopes.ts';
import { CalendarDate, Commodity, Money } from './values.ts';

/** MKT-4: all response bodies of the market endpoints are our assumptions. */
export const CommodityCoverage = z
  .object({
    slug: z.string(),
    name: z.string(),
    coverage: z.object({ from: CalendarDate.nullable(), to: CalendarDate.nullable(), count: z.int() }),
  })
  .meta({
    id: 'CommodityCoverage',
    description: 'A commodity and the period that its prices cover.',
    'x-assumed': 'MKT-4',
    examples: [{ slug: 'canola', name: 'Canola', coverage: { from: '2023-06-01', to: '2026-06-01', count: 783 } }],
  });
export type CommodityCoverage = z.infer<typeof CommodityCoverage>;

export const MarketPrice = z
  .object({
    commodity: Commodity,
    date: CalendarDate,
    price: Money,
    change: z.number().nullable().meta({ description: 'Change from the day before; null on the first day.' }),
  })
  .meta({
    id: 'MarketPrice',
    description: 'The price of a commodity on a day.',
    'x-assumed': 'MKT-4',
    examples: [
      {
        commodity: { slug: 'canola', name: 'Canola' },
        date: '2026-06-01',
        price: { amount: 662.1, currency: 'CAD', unit: 'MT' },
        change: -1.4,
      },
    ],
  });
export type MarketPrice = z.infer<typeof MarketPrice>;

export const HistoryPoint = z.object({ date: CalendarDate, price: Money, low: z.number(), high: z.number() }).meta({
  id: 'HistoryPoint',
  description: 'The last, lowest, and highest price of a day or week. A week has the date of its Monday.',
  'x-assumed': 'MKT-4',
  examples: [{ date: '2026-06-01', price: { amount: 662.1, currency: 'CAD', unit: 'MT' }, low: 658.3, high: 664.9 }],
});
export type HistoryPoint = z.infer<typeof HistoryPoint>;

export const INTERVALS = ['day', 'week'] as const;

export const PriceHistory = pageOf(HistoryPoint)
  .extend({ commodity: Commodity, interval: z.enum(INTERVALS) })
  .meta({ id: 'PriceHistory', description: 'A time series of prices, oldest first.', 'x-assumed': 'MKT-4' });
export type PriceHistory = z.infer<typeof PriceHistory>;
