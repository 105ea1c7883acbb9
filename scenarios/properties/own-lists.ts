/** Properties of the lists of a team's own resources. */
import { isSameJson, shorten, readItems } from '#client';
import * as fc from 'fast-check';
import { assertHolds } from '../session/finding.ts';
import type { Session } from '../session/session.ts';
import { idsOf, memberOf, property, readLots, readPage, type Property } from './property.ts';

const STATUSES = ['pending', 'accepted', 'rejected', 'countered', 'expired'] as const;

async function readIds(session: Session, path: string, query: Record<string, string> = {}): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let offset = 0; offset < 1_000; offset += 50) {
    const found = idsOf(readItems(await readPage(session, { ...query, limit: 50, offset }, path)));
    ids.push(...found);
    if (found.length < 50) break;
  }
  return ids;
}

const byStatus = property<number>({
  id: 'bids/statuses-make-the-whole',
  clause: 'BID-14',
  title: "The team's bids of all five statuses together are all its bids",
  draw: () => fc.nat(0),
  check: async (session) => {
    const all = await readIds(session, '/bids');
    const found: string[] = [];
    for (const status of STATUSES) found.push(...(await readIds(session, '/bids', { status })));
    assertHolds(
      isSameJson(found.toSorted(), [...all].toSorted()),
      { invariant: 'property/bid-statuses', clause: 'BID-14' },
      {
        message: 'The bids of all five statuses together are not all bids.',
        expected: `${all.length} bids`,
        observed: `${found.length}`,
      },
    );
    return all.length > 1;
  },
});

const byTradeStatus = property<number>({
  id: 'trades/statuses-are-disjoint',
  clause: 'TRD-1',
  title: 'Pending and Completed trades are disjoint, and all of them are trades of the team',
  draw: () => fc.nat(0),
  check: async (session) => {
    const all = new Set(await readIds(session, '/trades'));
    const pending = await readIds(session, '/trades', { status: 'Pending' });
    const completed = await readIds(session, '/trades', { status: 'Completed' });
    const wrong = pending.find((id) => completed.includes(id)) ?? [...pending, ...completed].find((id) => !all.has(id));
    assertHolds(
      wrong === undefined,
      { invariant: 'property/trade-statuses', clause: 'TRD-1' },
      {
        message: `A trade is both Pending and Completed, or is not a trade of the team: ${wrong ?? ''}.`,
      },
    );
    return pending.length > 0 && completed.length > 0;
  },
});

const byUnits = property<number>({
  id: 'inventory/units-scale',
  clause: 'FMT-8',
  title:
    'In another unit the quantities of one commodity are all larger or smaller by one and the same factor; quantity_mt stays',
  draw: ({ items }) => fc.nat(Math.max(0, items.length - 1)),
  check: async (session, at) => {
    const { unit, amount_key } = session.run.settings.fixtures;
    if (unit === undefined || amount_key === undefined) return false;
    const plain = await readLots(session, {});
    const scaled = await readLots(session, { units: unit });
    const commodity = memberOf(plain[at % Math.max(1, plain.length)]?.['commodity'], 'slug');
    const factors = plain.flatMap((item) => {
      const other = scaled.find(({ id }) => id === item['id']);
      if (other === undefined || memberOf(item['commodity'], 'slug') !== commodity) return [];
      assertHolds(
        other['quantity_mt'] === item['quantity_mt'],
        { invariant: 'property/units', clause: 'FMT-7' },
        {
          message: `quantity_mt of ${String(item['id'])} changes with units.`,
        },
      );
      const [a, b] = [memberOf(item['quantity'], amount_key), memberOf(other['quantity'], amount_key)];
      return typeof a === 'number' && typeof b === 'number' && a > 1 ? [b / a] : [];
    });
    const [least, most] = [Math.min(...factors), Math.max(...factors)];
    assertHolds(
      factors.length === 0 || most / least < 1 + ROUNDING,
      { invariant: 'property/units', clause: 'FMT-8' },
      {
        message: `With units=${unit} the quantities of ${String(commodity)} are not scaled by one factor.`,
        observed: shorten(factors),
      },
    );
    return factors.length > 0;
  },
});

/** Relative tolerance for rounding. */
const ROUNDING = 0.01;

export const OWN_LISTS: readonly Property[] = [byStatus, byTradeStatus, byUnits];
