/** Commands as fast-check draws them. */
import * as fc from 'fast-check';
import type { Command } from './commands/command.ts';
import { FAMILIES } from './commands/index.ts';
import type { Description } from './description.ts';
import type { Tally } from './play.ts';
import { isPossible, playOne } from './play.ts';
import type { Session } from './session.ts';
import type { Theatre } from './theatre.ts';

/** What fast-check hands to commands as the model: the session knows it. */
export interface Stage {
  session: Session;
}

export type Played = fc.AsyncCommand<Stage, Session>;

/** Of what is drawn most means nothing where it stands, and is passed over. */
const DRAWN_A_PLAYED = 3;

/** Sequences of what can be played here. Sizes one above the default, or stories that need four steps are seldom told. */
export function arbitraryOf(theatre: Theatre, tally: Tally, commands_max: number): fc.Arbitrary<Iterable<Played>> {
  const playable = new Set(theatre.commands);
  const families = FAMILIES.map((family) => family.filter((command) => playable.has(command)));
  return fc.subarray(families).chain((left_out) => {
    const without = new Set(left_out.flat());
    const drawn = theatre.commands
      .filter((command) => !without.has(command))
      .map((command) => ({ weight: command.weight, arbitrary: descriptionsOf(command).map(toPlayed(tally, commands_max)) }));
    const maxCommands = commands_max * DRAWN_A_PLAYED;
    // Without the bias towards short sequences: most bugs that are left need some steps.
    return fc.noBias(fc.commands([fc.oneof(...drawn)], { size: '+1', maxCommands, disableReplayLog: true }));
  });
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
