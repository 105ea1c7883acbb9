/** One deviation, turned on in a separate world, and the checks that it infects. */
import type { CheckResult } from '#conformance/check/verdicts';
import { conform } from '#conformance';
import { CHECKS } from '#conformance/checks/index';
import { ORACLES } from '#conformance/oracles/index';
import type { Run, Settings } from '#client';
import type { Mock } from '#mock';
import { CLEAN } from '../job.ts';
import { resolveConfig } from '#conformance/config/resolve-config';
import { withWorld } from '../../worlds.ts';

export interface RowJob {
  kind: 'violation' | 'variant';
  /** `clean` for a world without deviations. */
  name: string;
  /** The checks to run. */
  checks: readonly string[];
  /** Whether the oracles run too. They check the coverage pass and the traffic of the checks. */
  has_oracles: boolean;
}

export interface Row {
  name: string;
  /** How many checks ran. */
  ran: number;
  /** Why all checks ran. */
  all_because?: 'set-up' | 'clock';
  /** The verdicts, except for passes. */
  verdicts: Readonly<Record<string, Verdict>>;
}

export type Verdict = readonly [verdict: CheckResult['verdict'], reason: string];

const ALL: readonly string[] = CHECKS.map(({ id }) => id);
const REASON_CHARS_MAX = 160;

export async function runRow(mock: Mock, clean_setup: string, job: RowJob): Promise<Row> {
  const names = job.name === CLEAN.name ? {} : job.kind === 'violation' ? { violations: [job.name] } : { variants: [job.name] };
  const run = async (checks: readonly string[]): Promise<Row> =>
    withWorld(mock, names, async (base_url) => {
      const ids = [...checks, ...(job.has_oracles ? ORACLES.map(({ id }) => id) : [])];
      const settings = ids.length === 0 ? undefined : await resolve(base_url, ids);
      if (settings === undefined) return { name: job.name, ran: 0, verdicts: {} };
      if (checks !== ALL && describeSetup(settings) !== clean_setup) return { ...(await run(ALL)), all_because: 'set-up' };
      const { results, has_moved_clock } = await runGate(settings);
      if (checks !== ALL && has_moved_clock) return { ...(await run(ALL)), all_because: 'clock' };
      const found = results.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not_selected');
      return {
        name: job.name,
        ran: checks.length,
        verdicts: Object.fromEntries(
          found.map(({ id, verdict, reason = '' }) => [id, [verdict, reason.split('\n', 1).join('').slice(0, REASON_CHARS_MAX)]]),
        ),
      };
    });
  return run(job.checks);
}

/** A check also depends on whether the run believes, when it begins, that the target's clock was moved. */
async function runGate(settings: Settings): Promise<{ results: readonly CheckResult[]; has_moved_clock: boolean }> {
  let run: Run | undefined;
  let moved_seconds: number | undefined;
  const { checks } = await conform(settings, {
    onExchange: (_exchange, its) => {
      run = its;
    },
    onEvent: ({ type }) => {
      if (type === 'check_started') moved_seconds ??= run?.clock.moved_seconds ?? 0;
    },
  });
  return { results: checks, has_moved_clock: (moved_seconds ?? 0) !== 0 };
}

/** @param only the ids of the checks and oracles to run */
export async function resolve(base_url: string, only: readonly string[]): Promise<Settings> {
  return resolveConfig({ target: base_url, only, ledger: false, seed: 'mutation' }, '/', {});
}

/** What a run knows before its first check, as text. Equal for two worlds if their setup shows no difference. */
export function describeSetup(settings: Settings): string {
  const { redactor: _redactor, selection: _selection, base_url, ...rest } = settings;
  const text = JSON.stringify(rest, (_name, value: unknown) =>
    value instanceof Map || value instanceof Set ? [...value] : value,
  );
  return text.replaceAll(base_url.replace(/\/v1$/, ''), '');
}
