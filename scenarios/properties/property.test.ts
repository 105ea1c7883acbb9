import { Blocked, Reply, type Exchange } from '#client';
import { expect, test } from 'vitest';
import type { Session } from '../session/session.ts';
import { PAGES_MAX, readAllLots, readLots } from './property.ts';

/** A target with so many lots. */
function sessionWith(lots: number): Session {
  const get = async (_path: string, { limit, offset }: { limit: number; offset: number }): Promise<Reply> => {
    const items = Array.from({ length: Math.max(0, Math.min(limit, lots - offset)) }, (_, n) => ({ id: `inv_${offset + n}` }));
    // No other member of an exchange is read.
    return Promise.resolve(new Reply({ status: 200, json: { items }, url: 'http://x/v1', method: 'GET' } as Exchange));
  };
  // Nothing else of a session is used.
  return { actor: () => ({ get }) } as unknown as Session;
}

test('an inventory that is not read to its end is not compared as if it were', async () => {
  const most = PAGES_MAX * 50;
  await expect(readAllLots(sessionWith(most - 1), {})).resolves.toHaveLength(most - 1);
  await expect(readAllLots(sessionWith(most + 30), {})).rejects.toThrow(Blocked);
  await expect(readLots(sessionWith(most + 30), {})).resolves.toHaveLength(most);
});
