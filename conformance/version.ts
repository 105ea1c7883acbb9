import { readFileSync } from 'node:fs';

/** The version in our package.json, which is at the same place in the repository and in the published package. */
export function readVersion(): string {
  // Our own package.json.
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  return manifest.version;
}
