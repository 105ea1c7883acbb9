import { readFileSync } from 'node:fs';
import { isObject } from '#client';

/** Of the package, in the repository as in what is published. */
export function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return isObject(manifest) && typeof manifest['version'] === 'string' ? manifest['version'] : '0.0.0';
}
