import type { ConformFlags } from '#conformance/config/flags';
import type { Command } from 'commander';
import { addTargetOptions } from '../flags/conform-settings.ts';
import { ExitCode } from '../exit-code.ts';
import { addWithoutOption } from '../flags/without-option.ts';

/** `gristmill doctor` */
export function addDoctorCommand(program: Command): void {
  const command = program
    .command('doctor')
    .description(
      'Look at the set-up before a run: reads only, and takes seconds. Exit code 0, or 3 where a run would say nothing.',
    );
  addWithoutOption(addTargetOptions(command)).action(async (target: string | undefined, flags: ConformFlags) => {
    const { runDoctor } = await import('./run-doctor.ts');
    throw new ExitCode(await runDoctor({ ...flags, target }));
  });
}
