/** Verifies consumer pacts against any deployment of the Grain Marketplace Enterprise API, and checks traffic with Prism. */
export { verifyPacts } from './provider/verify.ts';
export type { Verification, VerifyOptions } from './provider/verify.ts';
export type { Verdict } from './provider/results.ts';
export { findPacts } from './provider/find-pacts.ts';
export type { PactSource } from './provider/find-pacts.ts';
export { STATES } from './provider/states.ts';
export type { State } from './provider/state.ts';
export { renderVerification } from './provider/report.ts';
export { ContractsSetupError, PactSourceError } from './errors.ts';
