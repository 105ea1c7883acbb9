import { readFileSync } from 'node:fs';

/** Of the package, in the repository as in what is published. */
export function readVersion(): string {
  // A border: our own package.json.
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  return manifest.version;
}
