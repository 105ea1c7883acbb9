/**
 * Writes spec/openapi.types.ts from spec/openapi.json: the types for openapi-fetch, so without the webhooks, which it does not send. It
 * is in a separate workspace because the generator needs the compiler API of TypeScript 5.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

const SOURCE = new URL('../../spec/openapi.json', import.meta.url);
const TARGET = new URL('../../spec/openapi.types.ts', import.meta.url);
const HEADER = '// Generated from spec/openapi.json by `npm run generate`. Do not edit.\n\n';

if (!existsSync(SOURCE)) {
  console.error('spec/openapi.json is missing. Run: npm run generate');
  process.exit(1);
}

// The file is generated, and a lint rule checks its form.
const { webhooks: _, ...document } = JSON.parse(readFileSync(SOURCE, 'utf8')) as OpenAPI3;

// Passed as a value. With a URL, the generator would use its loader, which can access the network.
const nodes = await openapiTS(document, {
  alphabetize: false,
  defaultNonNullable: false,
  silent: true,
});
writeFileSync(TARGET, HEADER + astToString(nodes));
