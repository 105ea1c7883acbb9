/** Writes the JSON Schemas of the configuration, for editors, and of a report, for other programs. */
import { writeFileSync } from 'node:fs';
import { readConfigSchema } from '#client';
import { makeReportSchema } from './reports/report-schema.ts';

const SCHEMAS = [
  ['../client/config/config.schema.json', readConfigSchema()],
  ['reports/report.schema.json', makeReportSchema()],
] as const;

for (const [path, schema] of SCHEMAS) {
  writeFileSync(new URL(path, import.meta.url), `${JSON.stringify(schema, null, 2)}\n`);
}
