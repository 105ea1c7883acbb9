/** Judges any deployment of the Grain Marketplace Enterprise API, known by its URL alone. */
export { conform } from './runner/conform.ts';
export type { ConformOptions } from './runner/conform.ts';
/** Flags, environment and configuration file, made into the settings of a run. */
export { resolveConfig } from './config/resolve-config.ts';
export { ConfigError } from '#client/settings/config-error';
export { SetupFault } from '#client/settings/setup-faults';
export type { Fault } from '#client/settings/setup-faults';
export type { Config } from '#client/settings/schema';
export type { Settings } from '#client/settings/settings';
export { SelectionError } from './runner/select.ts';
export { renderReport } from './reports/index.ts';
export type { CheckResult, ClauseResult, Evidence, RunEvent, RunReport } from './check/verdicts.ts';
export { CheckContext } from './check/check-context.ts';
export type { Check } from './check/check.ts';
export { check } from './check/check.ts';
export { describeExchange } from './check/evidence.ts';
export { severityOf } from './check/severity.ts';
export type { EvidenceExchange } from './check/verdicts.ts';
export { ORACLES } from './oracles/index.ts';
export type { Oracle, OracleOpinion } from './oracles/oracle.ts';
export { Unseen } from './oracles/oracle.ts';
export { sweep } from './privacy/sweep.ts';
export { TIME_FLAG, explainEnd } from './check/explain-end.ts';
export { joinLines } from './reports/text/safe-text.ts';
