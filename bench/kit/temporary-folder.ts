import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder extends Disposable {
  path: string;
}

/** A folder that is deleted with its contents. */
export function openTemporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), 'gristmill-bench-'));
  return {
    path,
    [Symbol.dispose]: () => {
      rmSync(path, { recursive: true, force: true });
    },
  };
}
