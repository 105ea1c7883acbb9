/** The door of the explorer: scenarios that look for what nobody has written a check for. */
export { COMMANDS_DEFAULT, explore } from './explore.ts';
export type { Exploration, ExploreOptions, Progress } from './explore.ts';
export { replay } from './replay.ts';
export type { Replayed } from './replay.ts';
export type { Counterexample, Shown, ShownFinding, ShownHappening, ShownStep } from './counterexample.ts';
export type { Description, Params } from './description.ts';
export { COMMANDS, findCommand } from './commands/index.ts';
export { INVARIANTS } from './invariants/index.ts';
export { REGRESSIONS } from './regressions.ts';
export type { Regression } from './regressions.ts';
export { runRaces } from './races/index.ts';
export type { RaceResult } from './races/index.ts';
export { tryProperties } from './properties/index.ts';
export type { PropertyResult } from './properties/index.ts';
