import { DRILLS } from '#conformance/receiver/drills/index';
import { CORRECT, FAULTY } from '../receivers/index.ts';
import { attackGallery } from './attack-gallery.ts';
import type { Sharpness } from './bite-gateway.ts';
import { TOOTHLESS_DRILLS } from './exceptions.ts';
import type { ReceiverBite, ReceiverPeace } from './judge-receivers.ts';
import { summarize, writeReceivers } from './write-receivers.ts';

/**
 * Has the drills attack the gallery of receivers. Tells on the console what escapes, what alarms, and which drill bites nobody.
 * @param names of receivers; all unless there are any
 * @returns undefined where the names mean none
 */
export async function biteReceivers(names: readonly string[]): Promise<Sharpness | undefined> {
  const isMeant = (name: string): boolean => names.length === 0 || names.includes(name);
  if (![...CORRECT, ...FAULTY].some(({ name }) => isMeant(name))) return undefined;
  const bites = new Map<string, ReceiverBite>();
  const peace = new Map<string, ReceiverPeace>();
  const all_bitten = new Set<string>();
  await attackGallery(isMeant, (outcome) => {
    if (outcome.kind === 'peace') {
      peace.set(outcome.peace.name, outcome.peace);
      for (const alarm of outcome.peace.alarms) console.log(`FALSE ALARM on ${outcome.peace.name}: ${alarm}`);
      return;
    }
    const { name, escaped_as } = outcome.bite;
    bites.set(name, outcome.bite);
    for (const id of outcome.bitten) all_bitten.add(id);
    if (escaped_as !== undefined) console.log(`ESCAPED ${name}: ${escaped_as}`);
  });
  const toothless = names.length === 0 ? findToothless(all_bitten) : [];
  for (const line of toothless) console.log(`TOOTHLESS ${line}`);
  const all_bites = FAULTY.flatMap(({ name }) => bites.get(name) ?? []);
  const all_peace = CORRECT.flatMap(({ name }) => peace.get(name) ?? []);
  const is_sharp =
    all_bites.every(({ escaped_as }) => escaped_as === undefined) &&
    all_peace.every(({ alarms }) => alarms.length === 0) &&
    toothless.length === 0;
  return { summary: summarize(all_bites, all_peace), is_sharp, page: writeReceivers(all_bites, all_peace) };
}

/** Drills that no faulty receiver makes fail or warn, without a reason; and reasons that are none any more. */
function findToothless(bitten: ReadonlySet<string>): readonly string[] {
  return [
    ...DRILLS.filter(({ id }) => !bitten.has(id) && TOOTHLESS_DRILLS[id] === undefined).map(
      ({ id }) => `${id}: no faulty receiver shows that it bites`,
    ),
    ...Object.keys(TOOTHLESS_DRILLS)
      .filter((id) => bitten.has(id) || !DRILLS.some((one) => one.id === id))
      .map((id) => `${id}: it bites, or is not there, and its reason has to go`),
  ];
}
