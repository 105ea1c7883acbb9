/** Commands as fast-check draws them. */
import * as fc from 'fast-check';
import type { Command } from '../commands/command.ts';
import { FAMILIES, THEMES } from '../commands/index.ts';
import type { Description } from '../model/description.ts';
import type { Tally } from './play.ts';
import { isPossible, playOne } from './play.ts';
import type { Session } from '../session/session.ts';
import type { Environment } from '../set-up/environment.ts';

/** What fast-check hands to commands as the model: the session knows it. */
export interface Arranger {
  session: Session;
}

export type Played = fc.AsyncCommand<Arranger, Session>;

/** Of what is drawn most means nothing where it stands, and is passed over. */
const DRAWN_A_PLAYED = 6;

/** A scenario tells of so many themes at most. */
const THEMES_MAX = 2;
/** No command is drawn so much more often than it is by itself. */
const FACTOR_MAX = 10;

/** Sequences of what can be played here. Sizes two above the default, or stories that need four steps are seldom told. */
export function arbitraryOf(environment: Environment, tally: Tally, commands_max: number): fc.Arbitrary<Iterable<Played>> {
  const playable = new Set(environment.commands);
  const families = FAMILIES.map((family) => family.filter((command) => playable.has(command)));
  const themes = THEMES.map((theme) => theme.filter((command) => playable.has(command)));
  const cut = fc.noBias(fc.tuple(fc.subarray(families), fc.subarray(themes, { minLength: 1, maxLength: THEMES_MAX })));
  return cut.chain(([left_out, told]) => {
    const without = new Set(left_out.flat());
    for (const command of told.flat()) without.delete(command);
    const left = environment.commands.filter((command) => !without.has(command));
    const weightOf = weighFor(left, new Set(told.flat()));
    const drawn = left.map((command) => ({
      weight: weightOf(command),
      arbitrary: descriptionsOf(command).map(toPlayed(tally, commands_max)),
    }));
    const maxCommands = commands_max * DRAWN_A_PLAYED;
    // Without the bias towards short sequences: most bugs that are left need some steps.
    return fc.noBias(fc.commands([fc.oneof(...drawn)], { size: '+2', maxCommands, disableReplayLog: true }));
  });
}

/** What a scenario tells of makes up about half of what is drawn, however little that is beside all that can be done. */
function weighFor(left: readonly Command[], told: ReadonlySet<Command>): (command: Command) => number {
  const weigh = (all: readonly Command[]): number => all.reduce((so_far, { weight }) => so_far + weight, 0);
  const of_told = weigh(left.filter((command) => told.has(command)));
  const factor = of_told === 0 ? 1 : Math.min(FACTOR_MAX, Math.max(1, (weigh(left) - of_told) / of_told));
  return (command) => (told.has(command) ? Math.round(command.weight * factor) : command.weight);
}

function descriptionsOf({ kind, params }: Command): fc.Arbitrary<Description> {
  return fc.record({ ...params }).map((drawn): Description => ({ kind, params: drawn }));
}

function toPlayed(tally: Tally, commands_max: number): (description: Description) => Played {
  return (description) => ({
    check: ({ session }) => session.step < commands_max && isPossible(session, description),
    run: async (_, session) => playOne(session, description, tally),
    toString: () => `${description.kind} ${JSON.stringify(description.params)}`,
  });
}
