import { expect, test } from 'vitest';
import { findFreePort } from '#client';
import { Proxy } from './proxy.ts';

test('a mock that does not respond is a fault of Gristmill, not of the client', async () => {
  const proxy = await Proxy.open(`http://127.0.0.1:${await findFreePort()}`, () => undefined);
  expect((await fetch(`${proxy.origin}/v1/bids`)).status).toBe(502);
  expect(proxy.fault).toBeInstanceOf(Error);
  await proxy.close();
});
