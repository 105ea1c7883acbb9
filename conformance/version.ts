import { readFileSync } from 'node:fs';

/** The version in our package.json, which the repository and the published package have at the same place. */
export function readVersion(): string {
  // Our own package.json.
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  return manifest.version;
}
