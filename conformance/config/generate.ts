/**
 * Writes config.schema.json, which editors complete a configuration with. With `--check` it writes nothing and fails when the file is not
 * what would be written.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readConfigSchema } from './config-schema.ts';

const TARGET = new URL('config.schema.json', import.meta.url);

const text = `${JSON.stringify(readConfigSchema(), null, 2)}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(TARGET, text);
} else if (!existsSync(TARGET) || readFileSync(TARGET, 'utf8') !== text) {
  console.error('conformance/config/config.schema.json is stale. Run: npm run generate');
  process.exitCode = 1;
}
