/** Runs the gate on one setup, like `gristmill conform --no-doctor`, after an examination like `gristmill doctor`. */
import { SetupFault } from '#client';
import { makeHooks } from '#client/config/hooks';
import { conform } from '#conformance';
import type { ConformFlags } from '#conformance/config/flags';
import { resolveConfig } from '#conformance/config/resolve-config';
import { ORACLES } from '#conformance/oracles/index';
import { examine } from '#conformance/doctor/examine';
import type { Finding } from '#conformance/doctor/finding';
import type { CheckResult, RunReport } from '#conformance/check/verdicts';
import type { Deployment } from './deployment.ts';
import { openDeployment } from './deployment.ts';
import type { SetUp } from './set-up.ts';
import { VERDICTS } from './set-up.ts';

const IDS_OF_ORACLES: ReadonlySet<string> = new Set(ORACLES.map(({ id }) => id));

/**
 * @param origin of a mock
 * @param shard for the small size: a setup that concerns all checks, or areas, runs this part of them. Undefined: all checks run
 * @returns what is wrong with the outcome
 */
export async function runSetUp(origin: string, set_up: SetUp, shard: string | undefined): Promise<readonly string[]> {
  await using open = await openDeployment(origin, set_up.world);
  const { deployment } = open;
  await set_up.change?.(deployment);
  const is_sample = shard !== undefined && (set_up.only ?? []).every((one) => !one.includes('-'));
  const result = await runGate(deployment, open.write(), {
    only: shard === undefined ? [] : (set_up.only ?? []),
    ...(is_sample ? { shard } : {}),
  });
  return findProblems(set_up, shard === undefined, result);
}

/** Runs the gate twice at once on one deployment, with the same accounts. @returns what is wrong with the outcomes */
export async function runTwice(origin: string, only: readonly string[]): Promise<readonly string[]> {
  await using open = await openDeployment(origin);
  const { deployment } = open;
  const folder = open.write();
  const results = await Promise.all(
    ['one', 'other'].map(async (seed) => runGate({ ...deployment, flags: { ...deployment.flags, seed } }, folder, { only })),
  );
  const reports = results.flatMap(({ report }) => report ?? []);
  const isVerified = (id: string): boolean =>
    reports.some(({ clauses }) => clauses.some((clause) => clause.id === id && clause.verdict === 'verified'));
  const unverified = only.filter((id) => !isVerified(id)).map((id) => `${id} is verified in neither run`);
  return [...(reports.length < results.length ? ['no run'] : []), ...reports.flatMap(findWrong), ...unverified];
}

interface GateResult {
  findings: readonly Finding[];
  /** Undefined if the configuration was rejected before a run. */
  report: RunReport | undefined;
}

export async function runGate(
  { base_url, config, flags, env, max_in_flight, hook_timeout_ms }: Deployment,
  folder: string,
  selection: Pick<ConformFlags, 'only' | 'shard'>,
): Promise<GateResult> {
  const environment = { PATH: process.env['PATH'] ?? '', ...env };
  const read = async (on_fault: 'keep' | 'throw') =>
    resolveConfig({ target: base_url, ...flags, ...selection }, folder, environment, { on_fault });
  const seen = await read('keep');
  const faults = (seen.faults ?? []).map((fault): Finding => ({ level: 'bad', ...fault }));
  const findings = [...(await examine(seen)), ...faults];
  try {
    const settings = faults.length === 0 ? seen : await read('throw');
    const hooks =
      hook_timeout_ms === undefined
        ? {}
        : { hooks: makeHooks(config.hooks, { cwd: folder, env: environment, timeout_ms: hook_timeout_ms }) };
    return {
      findings,
      report: await conform({ ...settings, ...hooks, ...(max_in_flight === undefined ? {} : { max_in_flight }) }),
    };
  } catch (error) {
    if (error instanceof SetupFault) return { findings, report: undefined };
    throw error;
  }
}

function findProblems(
  { causes, verdict = 'partial', shows }: SetUp,
  is_full: boolean,
  { findings, report }: GateResult,
): readonly string[] {
  const named = new Set([
    ...findings.flatMap(({ level, config_key }) => (level === 'ok' || config_key === undefined ? [] : [config_key])),
    ...(report?.checks ?? []).flatMap(({ verdict: outcome, config_key }) =>
      outcome === 'not_selected' || config_key === undefined ? [] : [config_key],
    ),
  ]);
  const isNamed = (cause: string): boolean => [...named].some((key) => key === cause || key.startsWith(`${cause}.`));
  const unnamed = causes.filter((cause) => !isNamed(cause));
  const bad =
    causes.length > 0
      ? []
      : findings.filter(({ level }) => level === 'bad').map(({ about, message }) => `doctor: ${about}: ${message}`);
  const wrong = report === undefined ? [] : findWrong(report);
  // A hook that does not do what it should can block a check without being noticed.
  const may_block = shows !== undefined || causes.some((cause) => cause.startsWith('hooks.'));
  const blocked = may_block
    ? []
    : (report?.checks ?? []).filter(isBlamed).map(({ id, reason = '' }) => `blocked ${id}: ${reason}`);
  const actual = report?.verdict ?? 'inconclusive';
  const is_selection = report?.checks.some((check) => check.verdict === 'not_selected') === true;
  const is_better = VERDICTS.findIndex((one) => one === actual) > VERDICTS.indexOf(verdict);
  const is_expected =
    is_selection && verdict === 'conformant'
      ? actual === 'partial' && findOpenClauses(report).length === 0
      : actual === verdict || (is_full && is_better);
  return [
    ...wrong,
    ...blocked,
    ...bad,
    ...unnamed.map((cause) => `nothing names ${cause}`),
    ...(shows === undefined || (report?.checks ?? []).some((check) => says(check, shows)) ? [] : [`nothing says: ${shows}`]),
    ...(is_expected ? [] : [`verdict ${actual} instead of ${verdict}: ${(report?.reasons ?? []).join('; ')}`]),
  ];
}

/** Whether a check is blocked, and the report does not say that the setup is the cause. */
function isBlamed({ verdict, config_key }: CheckResult): boolean {
  return verdict === 'blocked' && config_key === undefined;
}

function says({ reason = '', observations = [] }: CheckResult, text: string): boolean {
  return [reason, ...observations].some((one) => one.includes(text));
}

function findWrong({ checks }: RunReport): readonly string[] {
  return checks.flatMap(({ id, verdict, reason = '' }) =>
    verdict === 'fail' || verdict === 'error' ? [`${verdict} ${id}: ${reason}`] : [],
  );
}

/** The clauses that the checks of a selection could not verify. Not those of oracles alone: the traffic of a few checks need not contain what they look at. */
function findOpenClauses({ checks, clauses }: RunReport): readonly string[] {
  const looked = new Set(
    checks.filter(({ id, verdict }) => verdict !== 'not_selected' && !IDS_OF_ORACLES.has(id)).flatMap((check) => check.clauses),
  );
  return clauses.filter(({ id, verdict }) => verdict === 'not_verified' && looked.has(id)).map(({ id }) => id);
}
