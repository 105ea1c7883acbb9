import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Makes a temporary folder, which is deleted after the tests of the file; with `onTestFinished`, after the current test. */
export function makeTestFolder(whenOver: (remove: () => void) => void = afterAll): string {
  const folder = mkdtempSync(join(tmpdir(), 'gristmill-'));
  whenOver(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}
