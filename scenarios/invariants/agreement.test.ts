import { makeHttpExchange } from '#client/testing/exchange';
import { expect, test } from 'vitest';
import { addLot } from '../model/lots.ts';
import { UNKNOWN_READINGS, emptyModel } from '../model/model.ts';
import { NOTHING_KNOWN } from '../session/knowledge.ts';
import type { Session } from '../session/session.ts';
import { LOT } from '../testing/lot-and-bid.ts';
import { AGREEMENT } from './agreement.ts';

test('LST-6 a finding about a target price points to the member of the response', () => {
  const model = addLot(emptyModel(UNKNOWN_READINGS), LOT);
  const json = { data: { id: LOT.id, status: 'listed', target_price: { amount: LOT.price + 10, currency: 'CAD', unit: 'MT' } } };
  const exchange = makeHttpExchange({ operation: 'getListing', actor: LOT.seller, json });
  // The invariant uses nothing else of a session.
  const session = { model, knowledge: NOTHING_KNOWN, name: () => 'lot 1', isReadBack: () => true } as unknown as Session;
  const check = (): unknown => AGREEMENT.check({ session, before: model, exchanges: [exchange], receipts: [] });
  expect(check).toThrow(expect.objectContaining({ details: expect.objectContaining({ pointer: '/data/target_price/amount' }) }));
});
