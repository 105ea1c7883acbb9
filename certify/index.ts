/** Tests a client of the marketplace API, and signs the result. `cli` and `proofs` import this file only. */
export { CONFIG_FILE, loadConfigText, readConfig } from './config.ts';
export type { CertifyConfig } from './config.ts';
export { CONFIG_TEMPLATE } from './config-template.ts';
export { runExam } from './exam/run-exam.ts';
export type { ExamOptions } from './exam/run-exam.ts';
export { FORMATS } from './reports/index.ts';
export type { ReportFormat } from './reports/index.ts';
export { describePlan } from './exam/plan.ts';
export { describeStage, summarize } from './reports/terminal.ts';
export { STAGES } from './stages/index.ts';
export type { Stage } from './stages/stage.ts';
export { StatementError, generateKeys, readKey } from './statement/envelope.ts';
export { signStatement, verifyStatement } from './statement/statement.ts';
export { EXIT_CODES } from './verdict/verdict.ts';
export type { CertifyReport, StageResult } from './verdict/verdict.ts';
