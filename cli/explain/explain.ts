import type { Command } from 'commander';
import { ExitCode } from '../exit-code.ts';

/** `gristmill explain` */
export function addExplainCommand(program: Command): void {
  program
    .command('explain')
    .description('Say what a clause says, how it is judged, and what it takes to judge it.')
    .argument('<clause>', 'its id, such as PRIV-4; or an area, such as PRIV, for a line a clause')
    .action(async (id: string) => {
      const { explainClause } = await import('./explain-clause.ts');
      process.stdout.write(await explainClause(id));
      throw new ExitCode(0);
    });
}
