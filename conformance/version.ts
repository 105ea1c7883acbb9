import { readFileSync } from 'node:fs';

// Our own package.json, which the repository and the published package have at the same place. Read at once: an update can replace it during a run.
const MANIFEST = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };

/** The version of this package. */
export function readVersion(): string {
  return MANIFEST.version;
}
