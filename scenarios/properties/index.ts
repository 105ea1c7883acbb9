/** Relations that hold for whatever is there, tried with what fast-check draws. */
import type { Settings } from '#client';
import { Blocked } from '#client';
import * as fc from 'fast-check';
import type { ShownFinding } from '../findings/counterexample.ts';
import { showFinding } from '../findings/counterexample.ts';
import { Finding } from '../session/finding.ts';
import { setUp } from '../set-up/set-up.ts';
import type { Session } from '../session/session.ts';
import type { EnvironmentOptions } from '../set-up/environment.ts';
import { openEnvironment } from '../set-up/environment.ts';
import { INVENTORY } from './inventory.ts';
import { OWN_LISTS } from './own-lists.ts';
import type { Property, InventorySample } from './property.ts';
import { sampleInventory } from './property.ts';

export const PROPERTIES: readonly Property[] = [...INVENTORY, ...OWN_LISTS];

export interface PropertyResult {
  readonly id: string;
  readonly title: string;
  readonly runs: number;
  /** In how many of them there was something to judge. */
  readonly judged: number;
  readonly finding: ShownFinding | undefined;
  /** What was drawn, shrunk. */
  readonly input: unknown;
  /** Why it could not be judged. */
  readonly reason: string | undefined;
}

const RUNS = 10;
/** Enough for lots of every province, and for several pages. */
const LOTS = 120;

/** Tries every property so often. Nobody else may write meanwhile. @throws Blocked, Unverifiable where nothing can be tried */
export async function tryProperties(
  settings: Settings,
  { runs = RUNS, seed = 1, only, ...options }: EnvironmentOptions & { runs?: number; seed?: number; only?: readonly string[] } = {},
): Promise<readonly PropertyResult[]> {
  const environment = await openEnvironment(settings, { lots: LOTS, ...options });
  await using session = await environment.open();
  await setUp(session);
  const seen = await sampleInventory(session);
  const results: PropertyResult[] = [];
  for (const property of PROPERTIES.filter(({ id }) => only?.includes(id) ?? true)) {
    results.push(await tryOne(session, seen, property, { runs, seed }));
  }
  return results;
}

async function tryOne(
  session: Session,
  seen: InventorySample,
  property: Property,
  limits: { runs: number; seed: number },
): Promise<PropertyResult> {
  let judged = 0;
  let blocked: Blocked | undefined;
  const details = await fc.check(
    fc.asyncProperty(property.draw(seen), async (input) => {
      try {
        if (await property.check(session, input)) judged += 1;
      } catch (error) {
        // What is refused here is no breach of the relation.
        if (!(error instanceof Blocked)) throw error;
        blocked = error;
      }
    }),
    { seed: limits.seed, numRuns: limits.runs },
  );
  const { errorInstance, counterexample, numRuns } = details;
  if (details.failed && !(errorInstance instanceof Finding)) throw errorInstance;
  return {
    id: property.id,
    title: property.title,
    runs: numRuns,
    judged,
    finding: errorInstance instanceof Finding ? showFinding(session, errorInstance).finding : undefined,
    input: counterexample?.[0],
    reason: blocked?.message,
  };
}
