/** Generates command sequences with fast-check. */
import * as fc from 'fast-check';
import type { Command } from '../commands/command.ts';
import { FAMILIES, THEMES } from '../commands/index.ts';
import type { CommandData } from '../model/command-data.ts';
import { isPossible, playOne, type Tally } from './play.ts';
import type { Session } from '../session/session.ts';
import type { Environment } from '../set-up/environment.ts';

/** A command for fast-check, whose own model only carries the session. */
export type DrawnCommand = fc.AsyncCommand<{ session: Session }, Session>;

/** Commands to draw per command to play: most drawn commands are impossible in the current state and are skipped. */
const DRAWN_PER_PLAYED = 6;

/** The maximum number of themes in one scenario. */
const THEMES_MAX = 2;
/** The highest factor by which a theme raises the weight of a command. */
const FACTOR_MAX = 10;

/**
 * Command sequences that this environment can play. The size is two steps above fast-check's default, because bugs that
 * need four steps are rare in short sequences.
 */
export function arbitraryOf(environment: Environment, tally: Tally, commands_max: number): fc.Arbitrary<Iterable<DrawnCommand>> {
  const playable = new Set(environment.commands);
  const families = FAMILIES.map((family) => family.filter((command) => playable.has(command)));
  const themes = THEMES.map((theme) => theme.filter((command) => playable.has(command)));
  const choice = fc.noBias(fc.tuple(fc.subarray(families), fc.subarray(themes, { minLength: 1, maxLength: THEMES_MAX })));
  return choice.chain(([excluded, emphasized]) => {
    const themed = new Set(emphasized.flat());
    const without = new Set(excluded.flat());
    const left = environment.commands.filter((command) => themed.has(command) || !without.has(command));
    const weightOf = weighFor(left, themed);
    const weighted = left.map((command) => ({
      weight: weightOf(command),
      arbitrary: commandDataOf(command).map(toDrawnCommand(tally, commands_max)),
    }));
    const maxCommands = commands_max * DRAWN_PER_PLAYED;
    // No bias toward short sequences: most remaining bugs need several steps.
    return fc.noBias(fc.commands([fc.oneof(...weighted)], { size: '+2', maxCommands, disableReplayLog: true }));
  });
}

/** Weighs commands so that those of the scenario's themes make up about half of the draws. */
function weighFor(left: readonly Command[], themed: ReadonlySet<Command>): (command: Command) => number {
  const weigh = (all: readonly Command[]): number => all.reduce((so_far, { weight }) => so_far + weight, 0);
  const of_themed = weigh(left.filter((command) => themed.has(command)));
  const factor = of_themed === 0 ? 1 : Math.min(FACTOR_MAX, Math.max(1, (weigh(left) - of_themed) / of_themed));
  return (command) => (themed.has(command) ? Math.round(command.weight * factor) : command.weight);
}

function commandDataOf({ kind, params }: Command): fc.Arbitrary<CommandData> {
  return fc.record({ ...params }).map((drawn): CommandData => ({ kind, params: drawn }));
}

function toDrawnCommand(tally: Tally, commands_max: number): (data: CommandData) => DrawnCommand {
  return (data) => ({
    check: ({ session }) => session.step < commands_max && isPossible(session, data),
    run: async (_, session) => playOne(session, data, tally),
    toString: () => `${data.kind} ${JSON.stringify(data.params)}`,
  });
}
