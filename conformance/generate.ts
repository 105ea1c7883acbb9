/** Writes the two JSON Schemas that others read: of the configuration, which editors complete it with, and of a report. */
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
