import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunReport } from '#conformance/check/verdicts';
import { renderReport } from '#conformance/reports/index';

/** Writes JSON reports, as runs do. @returns their paths, which end in `1.json`, `2.json`, and so on */
export function writeReports(folder: string, reports: readonly RunReport[]): string[] {
  return reports.map((report, index) => {
    const path = join(folder, `${index + 1}.json`);
    writeFileSync(path, renderReport('json', report, { exchanges: [] }));
    return path;
  });
}
