import { STAGES, type Stage } from '#certify';
import { closestName } from '#spec/closest-name';
import { UsageError } from '../errors.ts';
import { readFlagFile } from '../flags/values.ts';

/**
 * @param patterns ids or areas, separated by commas; all stages if empty
 * @param ids only stages with these ids; undefined for no such limit
 * @param flag where the patterns are from, for the error message
 * @throws UsageError if a pattern fits no stage
 */
export function selectStages(patterns: readonly string[], ids: readonly string[] | undefined, flag = '--only'): readonly Stage[] {
  const names = patterns.flatMap((pattern) => pattern.split(',')).map((name) => name.trim());
  const areas = STAGES.map(({ id }) => id.split('.')[0] ?? '');
  const isNamed = ({ id }: Stage, name: string): boolean => id === name || id.startsWith(`${name}.`);
  for (const name of names) {
    if (STAGES.some((stage) => isNamed(stage, name))) continue;
    const [area = '', own = ''] = name.split('.');
    // `placing.lost` is a part of `placing.response-lost`.
    const whole = STAGES.find(({ id }) => own !== '' && id.startsWith(`${area}.`) && id.includes(own))?.id;
    const closest = whole ?? closestName(name, [...areas, ...STAGES.map(({ id }) => id)]);
    throw new UsageError(
      flag,
      `there is no stage or area '${name}'; ${closest === undefined ? 'gristmill certify --list names them' : `did you mean ${closest}?`}`,
    );
  }
  return STAGES.filter(
    (stage) =>
      (names.length === 0 || names.some((name) => isNamed(stage, name))) && (ids === undefined || ids.includes(stage.id)),
  );
}

/** What was not ready in an earlier run, and its seed. @throws UsageError */
export function readFailed(path: string): { ids: readonly string[]; seed: string } {
  const flag = '--rerun-failed';
  const text = readFlagFile(flag, path, 'give a JSON report of gristmill certify');
  const report = parseReport(text);
  if (report === undefined)
    throw new UsageError(flag, `${path} is not a JSON report of gristmill certify; write one with --report json=${path}`);
  const ids = report.stages.filter(({ verdict }) => verdict === 'not_ready' || verdict === 'error').map(({ id }) => id);
  if (ids.length === 0) throw new UsageError(flag, `everything in ${path} was ready or not shown; leave out ${flag}`);
  return { ids, seed: report.seed };
}

interface Earlier {
  readonly seed: string;
  readonly stages: readonly { readonly id: string; readonly verdict: string }[];
}

function parseReport(text: string): Earlier | undefined {
  try {
    // The fields that are read are checked.
    const report = JSON.parse(text) as Partial<Earlier & { kind: string }>;
    const { kind, seed, stages } = report;
    return kind === 'gristmill certify' && typeof seed === 'string' && Array.isArray(stages) ? { seed, stages } : undefined;
  } catch {
    return undefined;
  }
}
