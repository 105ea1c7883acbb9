import type { ConformFlags } from '#conformance/config/flags';
import type { Fault } from '#client';
import { examine } from '#conformance/doctor/examine';
import type { Finding } from '#conformance/doctor/finding';
import { describeFinding } from '#conformance/doctor/finding';
import { WIDTH_MAX } from '#conformance/reports/summary';
import type { Style } from '#conformance/reports/text/layout';
import { makePaint, wantsColor, wrap } from '#conformance/reports/text/layout';
import { countOf } from '#conformance/reports/text/wording';
import type { Command } from 'commander';
import { ExitCode } from './errors.ts';
import { TARGET_OPTIONS, addExamples, addOptions, addTarget } from './flags/options.ts';
import { readSettings } from './flags/settings.ts';
import { describeEarlierLeftovers } from './leftovers.ts';

const EXIT_SETUP = 3;

export function configure(command: Command): void {
  addOptions(addTarget(command), [...TARGET_OPTIONS, 'without']).action(
    async (target: string | undefined, flags: ConformFlags) => {
      throw new ExitCode(await examineSetUp({ ...flags, target }));
    },
  );
  addExamples(
    command,
    ['gristmill doctor http://127.0.0.1:4010/v1', 'gristmill doctor --config staging.yaml'],
    '0 a run can begin, 2 wrong usage, 3 something must be fixed first',
  );
}

/** Prints one line per finding, the worst last. Changes nothing on the target. @returns the exit code */
async function examineSetUp(flags: ConformFlags): Promise<number> {
  const settings = await readSettings(flags, { on_fault: 'keep' });
  const found = flags.target === undefined ? await examine(settings) : (await examine(settings)).map(withoutTargetKey);
  const notices = [...settings.notices, ...settings.actor_notices.values()].map((message): Finding => ({
    level: 'warn',
    about: 'configuration',
    message,
  }));
  const left = describeEarlierLeftovers(settings).map((message): Finding => ({ level: 'warn', about: 'earlier runs', message }));
  const all = [...withFaults(found, settings.faults ?? []), ...notices, ...left];
  const count = (level: string): number => all.filter((finding) => finding.level === level).length;
  const named = settings.is_mock ? ', a Gristmill mock' : '';
  const [warnings, faults] = [count('warn'), count('bad')];
  const end =
    faults > 0
      ? `${countOf(faults, 'problem')} to fix before a run`
      : warnings > 0
        ? `ready to run, with ${countOf(warnings, 'warning')}`
        : 'ready to run';
  // If there is a problem, no check runs.
  const findings = faults > 0 ? all.filter(({ about }) => about !== 'run') : all;
  const worst_last = (['ok', 'warn', 'bad'] as const).flatMap((level) => findings.filter((finding) => finding.level === level));
  const lines = [`${settings.base_url}${named}`, ...worst_last.flatMap(formatFinding), end];
  process.stdout.write(`${lines.join('\n')}\n`);
  return faults > 0 ? EXIT_SETUP : 0;
}

/** A target from the command line has no key to change. */
function withoutTargetKey({ config_key, ...finding }: Finding): Finding {
  return config_key === undefined || config_key === 'target.base_url' ? finding : { ...finding, config_key };
}

const STYLES: Readonly<Record<Finding['level'], Style>> = { ok: 'green', warn: 'yellow', bad: 'red' };
/** Below the text, behind the level. */
const INDENT = 6;

/** A finding in color and folded to the width of the terminal. In a pipe it stays on one line, for grep. */
function formatFinding(finding: Finding): readonly string[] {
  const { isTTY: is_tty, columns } = process.stdout;
  if (!is_tty) return [describeFinding(finding)];
  const paint = makePaint(wantsColor(is_tty, process.env));
  const [first = '', ...others] = wrap(describeFinding(finding), Math.min(columns, WIDTH_MAX) - INDENT);
  const head = first.replace(finding.level, paint(STYLES[finding.level], finding.level));
  return [head, ...others.map((line) => `${' '.repeat(INDENT)}${line}`)];
}

/** Adds what the configuration names and does not exist, because it prevents a run. Leaves out warnings about the same actors. */
function withFaults(findings: readonly Finding[], faults: readonly Fault[]): readonly Finding[] {
  const bad = faults.map((fault): Finding => ({ level: 'bad', ...fault }));
  const named_by_faults = new Set(faults.map(({ about }) => `actors.${about}`));
  const rest = findings.filter(({ level, config_key = '' }) => level !== 'warn' || !named_by_faults.has(config_key));
  return [...rest, ...bad];
}
