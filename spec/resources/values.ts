/** Values that resources share: text, money, quantities, locations, date windows (FMT-1 to FMT-8). */
import { z } from 'zod';
import { parseInstant } from '../instant.ts';
import { LIMITS } from '../limits.ts';

const IS_WELL_FORMED = z.refine<string>((value) => value.isWellFormed(), { error: 'must not contain lone surrogates' });
const HAS_NO_NUL = z.refine<string>((value) => !value.includes('\u0000'), { error: 'must not contain NUL characters' });

/** Text without lone surrogates and NUL, which some stores and JSON parsers reject. */
export function text(max: number = LIMITS.text_length_max): z.ZodString {
  return z.string().check(z.maxLength(max), IS_WELL_FORMED, HAS_NO_NUL);
}

/** Text that is not only white space. */
export function name(): z.ZodString {
  return text(LIMITS.name_length_max).regex(/\S/, { error: 'must not be empty' });
}

/** CONV-2 */
export const Id = z.string().meta({ description: 'An opaque string (CONV-2).' });
/** FMT-6, FMT-10 */
export const Instant = z.iso
  .datetime({ offset: true })
  .meta({ description: 'ISO 8601 date and time.', examples: ['2026-06-01T15:04:05.000Z'] });
/** FMT-6: the forms that callers can send. */
export const InstantInput = z
  .string()
  .max(LIMITS.name_length_max)
  .refine((value) => parseInstant(value) !== undefined, {
    error:
      'must be an ISO 8601 calendar date, alone or with a time (2026-06-17, 2026-06-17T12:00:00Z, 20260617T1200+0530), ' +
      'of the years 0100 to 9999; week and ordinal dates are not supported',
  })
  .meta({ description: 'ISO 8601 date and time. The default zone is UTC.', examples: ['2026-06-17T12:00:00Z'] });
export const CalendarDate = z.iso.date().meta({ description: 'ISO 8601 date.', examples: ['2035-09-01'] });

export const UNITS = ['MT', 'BU', 'LB', 'CWT', 'ST'] as const;
export type Unit = (typeof UNITS)[number];
export const UnitName = z.enum(UNITS).meta({
  id: 'Unit',
  description: 'Tonne, bushel (the standard bushel weight of the commodity), pound, hundredweight (100 lb), short ton.',
  examples: ['MT'],
  'x-assumed': 'FMT-9',
});

export const Quantity = z.object({ amount: z.number(), unit: UnitName }).meta({
  id: 'Quantity',
  description: 'A quantity rendered in a unit.',
  examples: [{ amount: 120, unit: 'MT' }],
  'x-assumed': 'FMT-7',
});

export const Money = z
  .object({ amount: z.number(), currency: z.string(), unit: z.string() })
  .meta({ id: 'Money', description: 'A price per unit.', examples: [{ amount: 312.5, currency: 'CAD', unit: 'MT' }] });

export const AskingPrice = z
  .object({ amount: z.number(), currency: z.string(), unit: z.string(), firm: z.boolean().nullable() })
  .meta({
    id: 'AskingPrice',
    description: 'The price that a seller asks. If `firm` is true, the seller accepts no lower bids.',
    examples: [{ amount: 312.5, currency: 'CAD', unit: 'MT', firm: false }],
  });

/** FMT-2 */
export const Commodity = z
  .object({ slug: z.string(), name: z.string() })
  .meta({ id: 'Commodity', description: 'A commodity.', examples: [{ slug: 'canola', name: 'Canola' }] });

const measurement = z.number().nullable().optional();
/** FMT-3 */
export const Quality = z
  .object({
    protein: measurement,
    moisture: measurement,
    test_weight: measurement,
    dockage: measurement,
    falling_number: measurement,
  })
  .meta({
    id: 'Quality',
    description: 'Measurements of a sample. Each can be null or absent.',
    examples: [{ protein: 13.4, moisture: 12.1, test_weight: 80.5, dockage: 0.8, falling_number: 340 }],
  });

/** FMT-4, FMT-11 */
export const Location = z.object({ province: z.string(), nearest_city: z.string() }).meta({
  id: 'Location',
  description: 'A coarse location: a city.',
  examples: [{ province: 'SK', nearest_city: 'Swift Current' }],
});

/** FMT-5 */
export const DateWindow = z.object({ from: CalendarDate, to: CalendarDate }).meta({
  id: 'DateWindow',
  description: 'A range of dates, inclusive.',
  examples: [{ from: '2035-09-01', to: '2035-09-30' }],
});

export const Counterparty = z
  .object({ name: z.string() })
  .nullable()
  .meta({ description: 'Null until both invoices of the trade are paid, then the name of the other party (PRIV-4).' });
