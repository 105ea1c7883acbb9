/** Fixtures for Vitest: one mock per worker, and a fresh world per test. */
import { test as base } from 'vitest';
import type { TestAPI } from 'vitest';
import type { MockWorld } from './driver/driver.ts';
import type { WorldRequest } from './driver/wire.ts';
import type { MockOptions } from './server/options.ts';
import type { Mock } from './server/server.ts';
import { createMock } from './server/server.ts';

export interface MockFixtures {
  /** Options of the mock. Default: a frozen clock. Override it with `test.extend`. */
  mockOptions: MockOptions;
  /** Options of the world of each test. Default: those of the mock. Override it with `test.extend`. */
  worldOptions: WorldRequest;
  /** The mock that the tests of a worker share. Use `world` unless a test needs the mock itself. */
  mock: Mock;
  /** A new world for this test, deleted afterwards. */
  world: MockWorld;
}

/** `test` of Vitest with the fixtures `world` and `mock`. A fixture that a test does not use is not created. */
export const test: TestAPI<MockFixtures> = base.extend<MockFixtures>({
  mockOptions: [{ clock: 'frozen' }, { scope: 'worker' }],
  worldOptions: {},
  mock: [
    async ({ mockOptions }, use) => {
      await using mock = await createMock(mockOptions);
      await use(mock);
    },
    { scope: 'worker' },
  ],
  world: async ({ mock, worldOptions }, use) => {
    await using world = await mock.world(worldOptions);
    await use(world);
  },
});
