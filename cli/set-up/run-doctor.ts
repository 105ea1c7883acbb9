import type { ConformFlags } from '#conformance/config/flags';
import type { Fault } from '#client';
import { examine } from '#conformance/doctor/examine';
import type { Finding } from '#conformance/doctor/finding';
import { describeFinding } from '#conformance/doctor/finding';
import { readSettings } from '../flags/conform-settings.ts';

const EXIT_SETUP = 3;

/** Prints one line a finding, the worst last. @returns the exit code */
export async function runDoctor(flags: ConformFlags): Promise<number> {
  const settings = await readSettings(flags, undefined, undefined, { on_fault: 'keep' });
  const findings = withFaults(await examine(settings), settings.faults ?? []);
  const count = (level: string): number => findings.filter((finding) => finding.level === level).length;
  const worst_last = (['ok', 'warn', 'bad'] as const).flatMap((level) => findings.filter((finding) => finding.level === level));
  const named = settings.recognised_as === undefined ? '' : ', a Gristmill mock';
  const [warnings, faults] = [count('warn'), count('bad')];
  const end =
    faults > 0 ? `${faults} must be put right first` : warnings > 0 ? `a run can begin; ${warnings} to look at` : 'all is well';
  const lines = [`${settings.base_url}${named}`, ...worst_last.map(describeFinding), end];
  process.stdout.write(`${lines.join('\n')}\n`);
  return faults > 0 ? EXIT_SETUP : 0;
}

/** What is named and not there keeps a run from beginning; that it is missing is then said once. */
function withFaults(findings: readonly Finding[], faults: readonly Fault[]): readonly Finding[] {
  const bad = faults.map((fault): Finding => ({ level: 'bad', ...fault }));
  const said = new Set(faults.map(({ about }) => `actors.${about}`));
  const rest = findings.filter(({ level, config_key = '' }) => level !== 'warn' || !said.has(config_key));
  return [...rest, ...bad];
}
