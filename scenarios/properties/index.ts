/** Property tests: relations between queries that hold for any data, with inputs from fast-check. */
import { Blocked, type Settings } from '#client';
import * as fc from 'fast-check';
import { showFinding, type ShownFinding } from '../findings/counterexample.ts';
import { Finding } from '../session/finding.ts';
import { setUp } from '../set-up/set-up.ts';
import type { Session } from '../session/session.ts';
import { openEnvironment, type EnvironmentOptions } from '../set-up/environment.ts';
import { INVENTORY } from './inventory.ts';
import { OWN_LISTS } from './own-lists.ts';
import { sampleInventory, type Property, type InventorySample } from './property.ts';

export const PROPERTIES: readonly Property[] = [...INVENTORY, ...OWN_LISTS];

export interface PropertyResult {
  readonly id: string;
  readonly title: string;
  readonly runs: number;
  /** The number of runs in which the property applied. */
  readonly checked: number;
  readonly finding: ShownFinding | undefined;
  /** The shrunk input. */
  readonly input: unknown;
  /** Why the property could not be checked. */
  readonly reason: string | undefined;
}

const RUNS = 10;
/** Enough lots for every province and several pages. */
const LOTS = 120;

/** Checks every property. Requires that there are no other writers. @throws Blocked or Unverifiable if none can run */
export async function tryProperties(
  settings: Settings,
  {
    runs = RUNS,
    seed = 1,
    only,
    ...options
  }: EnvironmentOptions & { runs?: number; seed?: number; only?: readonly string[] } = {},
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
  let checked = 0;
  let blocked: Blocked | undefined;
  const details = await fc.check(
    fc.asyncProperty(property.draw(seen), async (input) => {
      try {
        if (await property.check(session, input)) checked += 1;
      } catch (error) {
        // A rejected query does not violate the relation.
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
    checked,
    finding: errorInstance instanceof Finding ? showFinding(session, errorInstance).finding : undefined,
    input: counterexample?.[0],
    reason: blocked?.message,
  };
}
