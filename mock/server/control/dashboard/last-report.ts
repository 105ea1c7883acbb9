import { readFile } from 'node:fs/promises';
import { refuse } from '../../../market/rules/refusal.ts';
import { controlOperation } from '../endpoint/operation.ts';

/** Written by `gristmill conform` and `gristmill receiver`, relative to the folder that they run in. */
const PATH = '.gristmill/last-report.json';

export const LAST_REPORT = [
  controlOperation('get', '/last-report', {
    summary: 'Read the JSON report of the last run of the gate or the receiver test in the folder of the mock',
    response: { media_type: 'application/json' },
    audience: 'operator',
    act: async () => {
      try {
        return { verbatim: await readFile(PATH, 'utf8') };
      } catch {
        const message = `There is no ${PATH} in the folder that the mock runs in. Run gristmill conform there, or open a report file.`;
        return refuse('not_found', { message });
      }
    },
  }),
];
