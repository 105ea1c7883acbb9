/** Verifies consumer pacts against any deployment of the Grain Marketplace Enterprise API, and checks traffic with Prism. */
export { verifyPacts } from './provider/verify.ts';
export type { Verification } from './provider/verify.ts';
export { findPacts } from './provider/find-pacts.ts';
export { STATES } from './provider/states.ts';
export { renderVerdicts } from './provider/report.ts';
export { ContractsSetupError, PactSourceError } from './errors.ts';
