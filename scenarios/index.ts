/** The public API of the explorer, which generates random scenarios to find bugs that no check covers. */
export { COMMANDS_DEFAULT, RUNS_DEFAULT, explore } from './play/explore.ts';
export type { Exploration, Progress } from './play/explore.ts';
export { makeTally } from './play/play.ts';
export { replay } from './play/replay.ts';
export type { Counterexample } from './findings/counterexample.ts';
export type { CommandData } from './model/command-data.ts';
export { COMMANDS, findCommand } from './commands/index.ts';
export { INVARIANTS } from './invariants/index.ts';
export { REGRESSIONS } from './findings/regressions.ts';
export { runRaces } from './races/index.ts';
