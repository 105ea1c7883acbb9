/** What is printed of an exploration. */
import { INVARIANTS, INVARIANT_NAMES } from './invariants.ts';
import type { Finding, Outcome } from './explore.ts';
import type { Opening } from './openings.ts';

/** What came of one opening. */
export interface Part extends Outcome {
  opening: Opening;
  /** The depth that was asked for. */
  wanted: number;
}

const FORMAT = new Intl.NumberFormat('en');

function number(value: number): string {
  return FORMAT.format(value);
}

export function tellPart({ opening, depth, states, transitions, moves }: Part): string {
  const all = states.reduce((sum, count) => sum + count, 0);
  return [
    `${opening.name}: every sequence of ${depth} commands`,
    `  ${number(all)} states (${states.map((count) => number(count)).join(' + ')}), ${number(transitions)} transitions, ${number(moves)} of which change something`,
  ].join('\n');
}

/** The shortest way to what is broken, and what was seen there. */
export function tellFinding({ invariant, path, what }: Finding): string {
  return [`BROKEN ${INVARIANTS[invariant].title}`, ...path.map((words, index) => `  ${index + 1}. ${words}`), `  ${what}`].join(
    '\n',
  );
}

/** How often each invariant was asked. One that could have said something, and was never asked, has proved nothing. */
export function tellTally(parts: readonly Part[]): { lines: string[]; is_vacuous: boolean } {
  const rows = INVARIANT_NAMES.map((name) => {
    const asked = parts.reduce((sum, { tally }) => sum + tally[name], 0);
    const { title, from_depth } = INVARIANTS[name];
    const is_vacuous = asked === 0 && parts.some(({ depth }) => depth >= from_depth);
    return { line: `${number(asked).padStart(11)}  ${title}${is_vacuous ? ' — NEVER ASKED' : ''}`, is_vacuous };
  });
  return { lines: ['asked how often:', ...rows.map(({ line }) => line)], is_vacuous: rows.some(({ is_vacuous }) => is_vacuous) };
}
