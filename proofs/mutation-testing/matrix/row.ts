/** One violation or variant, turned on in a separate world, and the checks that run there. */
import { conform } from '#conformance';
import type { CheckResult } from '#conformance/check/verdicts';
import { CHECKS } from '#conformance/checks/index';
import { resolveConfig } from '#conformance/config/resolve-config';
import { ORACLES } from '#conformance/oracles/index';
import { areaOf } from '#conformance/reports/grouping';
import type { Settings } from '#client';
import type { Mock } from '#mock';
import { withWorld } from '../../worlds.ts';
import type { Job } from '../job.ts';
import { CLEAN } from '../job.ts';
import { KILLABLE, LEGAL } from '../test-gate.ts';

export type RowJob = Pick<Job, 'kind' | 'name'>;

/** A variant could have a false positive anywhere. What finds a violation is in its area. */
export const ROWS: readonly RowJob[] = [
  ...LEGAL.map(({ name }) => ({ kind: 'variant' as const, name })),
  ...KILLABLE.map(({ name }) => ({ kind: 'violation' as const, name })),
];

export interface Row {
  name: string;
  /** The verdicts, except for passes. */
  verdicts: Readonly<Record<string, Verdict>>;
}

type Verdict = readonly [verdict: CheckResult['verdict'], reason: string];

const REASON_CHARS_MAX = 160;

/** The checks and oracles to run: all for a variant, those of its area for a violation. */
function selectFor({ kind, name }: RowJob): readonly string[] {
  const area = kind === 'variant' ? undefined : areaOf(name);
  return [...CHECKS, ...ORACLES].filter(({ clause }) => area === undefined || areaOf(clause) === area).map(({ id }) => id);
}

export async function runRow(mock: Mock, job: RowJob): Promise<Row> {
  const { kind, name } = job;
  const names = name === CLEAN.name ? {} : kind === 'violation' ? { violations: [name] } : { variants: [name] };
  const { checks } = await withWorld(mock, names, async (base_url) => conform(await resolve(base_url, selectFor(job))));
  const found = checks.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not_selected');
  return {
    name,
    verdicts: Object.fromEntries(
      found.map(({ id, verdict, reason = '' }) => [id, [verdict, reason.split('\n', 1).join('').slice(0, REASON_CHARS_MAX)]]),
    ),
  };
}

/** @param only the ids of the checks and oracles to run */
export async function resolve(base_url: string, only: readonly string[]): Promise<Settings> {
  return resolveConfig({ target: base_url, only, ledger: false, seed: 'mutation' }, '/', {});
}
