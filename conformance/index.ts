/** Checks any deployment of the Grain Marketplace Enterprise API, known by its URL alone. */
export { conform } from './runner/conform.ts';
export type { ConformOptions } from './runner/conform.ts';
/** Combines flags, environment, and configuration file into the settings of a run. */
export { resolveConfig } from './config/resolve-config.ts';
export { ConfigError } from '#client/settings/config-error';
export { SetupFault } from '#client/settings/setup-faults';
export type { Fault } from '#client/settings/setup-faults';
export type { Config } from '#client/settings/schema';
export type { Settings } from '#client/settings/settings';
export { SelectionError } from './runner/select.ts';
export { renderReport } from './reports/index.ts';
export type { CheckResult, ClauseResult, Evidence, EvidenceExchange, RunEvent, RunReport } from './check/verdicts.ts';
export { describeExchange, severityOf } from './check/evidence.ts';
export { ORACLES } from './oracles/index.ts';
export type { Oracle, OracleOpinion } from './oracles/oracle.ts';
export { Unseen } from './oracles/oracle.ts';
export { sweep } from './privacy/sweep.ts';
export { TIME_FLAG, explainEnd } from './check/explain-end.ts';
export { joinLines } from './reports/text/safe-text.ts';
export { generalize } from './reproduction/final-test.ts';
export { isIdKey, locateMembers, parseResponse, readPointer } from './reproduction/json.ts';
export { CONTROL_SETUP, DIRECT_SETUP, LIKE_FUNCTION, OPERATOR_SETUP, TOOLS, WORLD_SETUP } from './reproduction/script-tools.ts';
export type { Substitutes } from './reproduction/shell.ts';
export { comment, hereText, quote, variableOf, word } from './reproduction/shell.ts';
export { pathBelow, tokenDefault, writeAction } from './reproduction/write-action.ts';
