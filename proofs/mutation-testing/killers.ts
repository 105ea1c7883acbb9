/**
 * Which check killed each violation in the last complete run. A run begins with this check, because a clause can have many. An entry that is
 * missing or no longer right costs time only: the other checks of the clause then run as well.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { ViolationOutcome } from './outcomes.ts';

const FILE = new URL('killers.json', import.meta.url);

/** Check ids by the name of the violation. */
type Killers = Readonly<Record<string, string>>;

let read: Killers | undefined;

export function readKillers(): Killers {
  // This tool writes nothing else into the file.
  read ??= JSON.parse(readFileSync(FILE, 'utf8')) as Killers;
  return read;
}

export function writeKillers(outcomes: readonly ViolationOutcome[]): void {
  const by_name = outcomes.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  const killers = by_name.flatMap(({ name, killed_by: [first] }) => (first === undefined ? [] : [[name, first]]));
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(killers), null, 2)}\n`);
}
