/** Judges any deployment of the Grain Marketplace Enterprise API, known by its URL alone. */
export { conform } from './conform.ts';
export type { ConformOptions } from './conform.ts';
/** Flags, environment and configuration file, made into the settings of a run. */
export { settle } from './config/settle.ts';
export { ConfigError } from './config/config-error.ts';
export { SetupFault } from './config/faults.ts';
export type { Fault } from './config/faults.ts';
export type { Config } from './config/schema.ts';
export type { Settings } from './config/settings.ts';
export { SelectionError } from './runner/select.ts';
export { renderReport } from './reports/index.ts';
export type { CheckResult, ClauseResult, Evidence, RunEvent, RunReport } from './judge/verdicts.ts';
