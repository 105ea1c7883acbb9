/** One check against a mock of which one operation does not answer, for every operation that the check calls. */
import type { OperationId } from '#spec';
import { CHECKS } from '#conformance/checks/index';
import type { CheckVerdict } from '#conformance/check/verdicts';
import type { Worlds } from '../worlds.ts';
import type { Answer, Starvation } from './starve.ts';
import { ANSWERS } from './starve.ts';
import type { CoveragePasses } from './tours.ts';
import type { Judged, World } from './world.ts';
import { judge, learn } from './world.ts';

/** What a check came to while one operation was starved. */
export interface Row {
  check: string;
  operation: OperationId;
  answer: Answer;
  verdict: CheckVerdict;
  /** Whether a pass says that it saw a difference from an assumption. */
  is_told: boolean;
  reason: string;
}

/** What came of one check. */
export interface Outcome {
  check: string;
  /** What it came to when nothing was starved: only a check that passes is starved. */
  verdict: CheckVerdict;
  rows: readonly Row[];
}

/** @throws where there is no check of that id */
export async function starveCheck(worlds: Worlds, tours: CoveragePasses, id: string): Promise<Outcome> {
  const judged = CHECKS.find((one) => one.id === id);
  if (judged === undefined) throw new Error(`there is no check ${id}`);
  const inWorld = async <Result>(act: (world: World) => Promise<Result>): Promise<Result> =>
    worlds.within({}, async (base_url) => act(await learn(base_url)));
  const judgeAll = async (world: World): Promise<Outcome> => {
    const alone = await judge(world, judged);
    const clean = alone.is_touring ? await judge(world, judged, undefined, await tours.get()) : alone;
    const rows: Row[] = [];
    const judgeRow = async (one: World, starvation: Starvation): Promise<Judged> =>
      judge(one, judged, starvation, alone.is_touring ? await tours.get(starvation) : undefined);
    for (const starvation of clean.verdict === 'pass' ? starvationsOf(clean.called) : []) {
      const { verdict, is_told, reason } = await (judged.lane === 'clock'
        ? // A clock that was moved leaves a world in which nothing is as it was.
          inWorld(async (fresh) => judgeRow(fresh, starvation))
        : judgeRow(world, starvation));
      rows.push({ check: id, ...starvation, verdict, is_told, reason });
    }
    return { check: id, verdict: clean.verdict, rows };
  };
  return inWorld(judgeAll);
}

function starvationsOf(called: ReadonlySet<OperationId>): readonly Starvation[] {
  const answers = Object.keys(ANSWERS) as Answer[]; // the keys of a literal
  return [...called].flatMap((operation) => answers.map((answer) => ({ operation, answer })));
}
