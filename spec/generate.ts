/** Writes spec/openapi.json. With `--check`, writes nothing and fails if the file is out of date. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { buildDocument } from './openapi/build-document.ts';

const TARGET = new URL('openapi.json', import.meta.url);

const text = `${JSON.stringify(buildDocument(), null, 2)}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(TARGET, text);
} else if (!existsSync(TARGET) || readFileSync(TARGET, 'utf8') !== text) {
  console.error('spec/openapi.json is stale. Run: npm run generate');
  process.exitCode = 1;
}
