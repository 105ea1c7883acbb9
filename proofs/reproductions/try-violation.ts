/** Runs the scripts of findings on the broken mock and on the clean one. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { COMMAND } from '#client/testing/command';
import { conform } from '#conformance';
import { resolveConfig } from '#conformance/config/resolve-config';
import { CHECKS } from '#conformance/checks/index';
import { ORACLES } from '#conformance/oracles/index';
import { VIOLATIONS } from '#mock/mutations/violations/index';
import type { Mock } from '#mock';
import { makeFolder } from '../conform/run-cli.ts';
import { withWorld } from '../worlds.ts';

/** What came of the reproduction of one violation. */
export interface Attempt {
  readonly name: string;
  /** `works`: 1 on the broken mock and 0 on the clean one. `survived`: nothing to reproduce. */
  readonly outcome: 'works' | 'wrong' | 'survived';
  readonly check?: string;
  /** How the script ended. */
  readonly why?: string;
  /** Why the script runs the check again; undefined if it sends the requests itself. */
  readonly reruns_because?: string | undefined;
}

/** The time limit of one script, in ms. */
const SCRIPT_TIMEOUT_MS = 120_000;

/**
 * Runs the gate on the mock with one violation, and the script of the first finding that has one.
 * @throws Error if there is no such violation
 */
export async function tryViolation(mock: Mock, name: string): Promise<Attempt> {
  const violation = VIOLATIONS.find((one) => one.name === name);
  if (violation === undefined) throw new Error(`there is no violation ${name}`);
  const { clause } = violation;
  const has_check = [...CHECKS, ...ORACLES].some((one) => one.clause === clause);
  const only = has_check ? [clause] : [];
  return withWorld(mock, { violations: [name] }, async (broken) => {
    const report = await conform(await resolveConfig({ target: broken, only, ledger: false, seed: 'mutation' }, '/', {}));
    const found = report.checks
      .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
      .flatMap(({ id, evidence = [] }) => evidence.map(({ reproduction }) => ({ check: id, reproduction })));
    const [first] = found;
    if (first === undefined) return { name, outcome: 'survived' };
    // As `gristmill repro` chooses.
    const { check, reproduction } = found.find((one) => one.reproduction?.reruns_because === undefined) ?? first;
    if (reproduction === undefined) return { name, outcome: 'wrong', check, why: 'there is no reproduction' };
    const { script, reruns_because } = reproduction;
    const on_broken = await runScript(script, broken);
    const on_clean = await withWorld(mock, {}, async (clean) => runScript(script, clean));
    const works = on_broken.code === 1 && on_clean.code === 0;
    const why = `broken ${on_broken.code} (${on_broken.last}), clean ${on_clean.code} (${on_clean.last})`;
    return { name, check, outcome: works ? 'works' : 'wrong', why, reruns_because };
  });
}

/** Runs a script as a person does. @returns code -1 if it did not end in time */
async function runScript(script: string, target: string): Promise<{ code: number; last: string }> {
  using folder = makeFolder();
  const path = join(folder.path, 'reproduce.sh');
  writeFileSync(path, script);
  // The node of this process comes first, as it does in an npm script.
  const env = {
    ...process.env,
    GRISTMILL: `${process.execPath} ${COMMAND}`,
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
  };
  return await new Promise((resolve) => {
    execFile('sh', [path, target], { env, timeout: SCRIPT_TIMEOUT_MS }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, last: `${stdout}\n${stderr}`.trimEnd().split('\n').at(-1)?.slice(0, 200) ?? '' });
    });
  });
}
