import { readFileSync } from 'node:fs';
import { isObject } from '#client';

/** The version of the package. Works in the repository and in the published package. */
export function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return isObject(manifest) && typeof manifest['version'] === 'string' ? manifest['version'] : '0.0.0';
}
