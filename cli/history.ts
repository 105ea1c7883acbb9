import { writeFileSync } from 'node:fs';
import { renderHistory } from '#conformance/reports/html/history-page';
import { makeHistory } from '#conformance/reports/history';
import type { Command } from 'commander';
import { UsageError, messageOf } from './errors.ts';
import { addExamples, addOptions } from './flags/options.ts';
import { readReport } from './flags/selection.ts';

export function configure(command: Command): void {
  command
    .argument('<reports...>', 'JSON reports of gristmill conform on one target')
    .action((paths: readonly string[], { output }: { output?: string }) => {
      writeHistory(paths, output);
    });
  addOptions(command, [['--output <file>', 'where to write the page (default: standard output)']]);
  addExamples(command, [
    'gristmill history reports/*.json --output history.html',
    'gristmill history reports/*.json > history.html',
  ]);
}

/** @throws UsageError if the reports are of different targets, or the page cannot be written */
function writeHistory(paths: readonly string[], output: string | undefined): void {
  const reports = paths.map((path) => readReport('history', path));
  const targets = [...new Set(reports.map(({ target }) => target.base_url))];
  if (targets.length > 1)
    throw new UsageError('history', `the reports are of ${targets.length} targets (${targets.join(', ')}); give those of one`);
  const page = renderHistory(makeHistory(reports));
  if (output === undefined) {
    process.stdout.write(page);
    return;
  }
  try {
    writeFileSync(output, page);
  } catch (error) {
    throw new UsageError('--output', `${output} cannot be written: ${messageOf(error)}; give another path`);
  }
  process.stdout.write(`Written: ${output}\n`);
}
