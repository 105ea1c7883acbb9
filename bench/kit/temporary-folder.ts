import { type DisposableTempDir, mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that is deleted with its contents. */
export function openTemporaryFolder(): DisposableTempDir {
  return mkdtempDisposableSync(join(tmpdir(), 'gristmill-bench-'));
}
