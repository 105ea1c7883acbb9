import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** An empty folder for the tests of a file, which is deleted after them. Only for the top of the file. */
export function useFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gristmill-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}
