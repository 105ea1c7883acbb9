import { hash } from 'node:crypto';
import type { TestMock } from './open-mock.ts';

/** A hash of the whole default world. If two are equal, nothing was written in between, not even a counter. */
export async function takePicture(test: TestMock): Promise<string> {
  return hash('sha256', await test.mock.worlds.default.store.snapshot());
}
