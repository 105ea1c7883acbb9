/** Runs one check once for every operation that it calls, while that operation fails. */
import type { OperationId } from '#spec';
import { CHECKS } from '#conformance/checks/index';
import type { CheckVerdict } from '#conformance/check/verdicts';
import type { Mock } from '#mock';
import { withWorld } from '../worlds.ts';
import { RESPONSES, type FaultyResponse, type Starvation } from './starve.ts';
import type { CoveragePasses } from './coverage-passes.ts';
import { runInWorld, learn, type StarvedResult, type World } from './world.ts';

/** The result of a check while one operation was starved. */
export interface Row {
  check: string;
  operation: OperationId;
  response: FaultyResponse;
  verdict: CheckVerdict;
  /** Whether a pass reported a difference from an assumption. */
  has_evidence: boolean;
  reason: string;
}

/** The results of one check. */
export interface Outcome {
  check: string;
  /** The verdict without starvation. Only checks that pass are starved. */
  verdict: CheckVerdict;
  rows: readonly Row[];
}

/** @throws if there is no check with that id */
export async function starveCheck(mock: Mock, passes: CoveragePasses, id: string): Promise<Outcome> {
  const subject = CHECKS.find((one) => one.id === id);
  if (subject === undefined) throw new Error(`there is no check ${id}`);
  const inWorld = async <Result>(act: (world: World) => Promise<Result>): Promise<Result> =>
    withWorld(mock, {}, async (base_url) => act(await learn(base_url)));
  const starveAllOperations = async (world: World): Promise<Outcome> => {
    const alone = await runInWorld(world, subject);
    const clean = alone.uses_coverage_pass ? await runInWorld(world, subject, undefined, await passes.get()) : alone;
    const rows: Row[] = [];
    const runStarved = async (one: World, starvation: Starvation): Promise<StarvedResult> =>
      runInWorld(one, subject, starvation, alone.uses_coverage_pass ? await passes.get(starvation) : undefined);
    for (const starvation of clean.verdict === 'pass' ? starvationsOf(clean.called) : []) {
      const { verdict, has_evidence, reason } = await (subject.lane === 'clock'
        ? // A check that moves the clock needs a new world.
          inWorld(async (fresh) => runStarved(fresh, starvation))
        : runStarved(world, starvation));
      rows.push({ check: id, ...starvation, verdict, has_evidence, reason });
    }
    return { check: id, verdict: clean.verdict, rows };
  };
  return inWorld(starveAllOperations);
}

function starvationsOf(called: ReadonlySet<OperationId>): readonly Starvation[] {
  const responses = Object.keys(RESPONSES) as FaultyResponse[]; // the keys of a literal
  return [...called].flatMap((operation) => responses.map((response) => ({ operation, response })));
}
