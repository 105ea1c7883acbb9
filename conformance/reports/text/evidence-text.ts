/** Findings as text, in the same words in every report. */
import type { CheckResult, Evidence, EvidenceExchange } from '../../check/verdicts.ts';
import { findBestReproduction, messageOf } from '../grouping.ts';
import type { Reproduction } from '../../reproduction/write-reproduction.ts';
import { countOf } from './wording.ts';

/** The number of steps to show at the beginning and at the end. The script has all. */
const STEPS_AT_ENDS = 6;

/** How to reproduce a finding, as lines of text. Empty if the report does not contain it. */
interface ReproductionText {
  /** Numbered. The middle of many steps is left out, which one line without a number says. */
  readonly steps: readonly string[];
  /** The command that runs the script. */
  readonly script: string;
  /** Whether the script repeats the requests of the steps. If not, it runs the check again, and a sentence says why. */
  readonly explained_rerun: string | undefined;
}

export function describeReproduction(check: CheckResult, { reproduction }: Evidence): ReproductionText | undefined {
  if (reproduction === undefined) return undefined;
  const numbered = reproduction.steps.map((step, i) => `${i + 1}. ${step}`);
  const middle = numbered.slice(STEPS_AT_ENDS, -STEPS_AT_ENDS);
  const left_out = middle.length === 0 ? [] : [`… ${countOf(middle.length, 'more step')}`];
  const steps = [...numbered.slice(0, STEPS_AT_ENDS), ...left_out, ...numbered.slice(STEPS_AT_ENDS).slice(-STEPS_AT_ENDS)];
  const { command = `gristmill repro report.json ${check.id}` } = reproduction;
  return { steps, script: `${command} --run`, explained_rerun: explainRerun(check, reproduction) };
}

/** The command runs one script for the whole check, which can show another of its findings. */
function explainRerun(check: CheckResult, { script, reruns_because }: Reproduction): string | undefined {
  if (reruns_because === undefined) return undefined;
  const best = findBestReproduction(check);
  if (best === undefined || best.reproduction.script === script || best.reproduction.reruns_because !== undefined)
    return `The script runs the whole check again, because ${reruns_because}.`;
  return `Requests alone cannot show this finding: ${reruns_because}. The script shows another finding of this check: ${best.message}`;
}

/** `404`, or that there was no response. */
export function responseOf({ status }: EvidenceExchange): string {
  return status === 0 ? 'no response' : String(status);
}

/** The place in a body that a JSON pointer names. */
export function placeOf(pointer: string): string {
  return pointer === '' ? '(the whole body)' : pointer;
}

interface Row {
  /** Empty if the row continues the one before. */
  readonly label: string;
  readonly text: string;
  readonly kind?: 'step' | 'command' | undefined;
}

/** Everything that a report without markup says about a finding, in order. */
export function rowsOf(check: CheckResult, evidence: Evidence, index: number): readonly Row[] {
  const { pointer, expected, observed, exchanges, rerun, likely_cause } = evidence;
  const shown = exchanges.at(-1);
  const again = describeReproduction(check, evidence);
  const rows: readonly { label: string; text: string | undefined; kind?: Row['kind'] }[] = [
    { label: 'found', text: messageOf(check, evidence, index) },
    { label: 'request', text: shown && `${shown.method} ${shown.url} as ${shown.actor}: ${responseOf(shown)}` },
    { label: 'trace', text: shown?.trace_id },
    { label: 'where', text: pointer === undefined ? undefined : placeOf(pointer) },
    { label: 'expected', text: expected },
    { label: 'observed', text: observed },
    { label: '', text: likely_cause === undefined ? undefined : `Possible cause: ${likely_cause}` },
    ...(again?.steps ?? []).map((text, i) => ({ label: i === 0 ? 'steps' : '', text, kind: 'step' as const })),
    { label: 'reproduce', text: again?.script, kind: 'command' },
    { label: '', text: again?.explained_rerun },
    {
      label: 'curl',
      text: again === undefined || again.explained_rerun !== undefined ? shown?.curl : undefined,
      kind: 'command',
    },
    { label: 'rerun', text: rerun, kind: 'command' },
  ];
  return rows.flatMap(({ text, ...row }) => (text === undefined ? [] : [{ ...row, text }]));
}
