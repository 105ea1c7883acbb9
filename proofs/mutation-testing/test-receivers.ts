import { DRILLS } from '#conformance/receiver/drills/index';
import { MISTAKES } from '#conformance/receiver/mistakes';
import { CORRECT, FAULTY } from '../receivers/index.ts';
import { attackGallery } from './attack-gallery.ts';
import { DRILLS_WITHOUT_RECEIVER, MISTAKES_WITHOUT_RECEIVER } from './exceptions.ts';
import type { Size } from './job.ts';
import type { CorrectOutcome, FaultyOutcome } from './receiver-outcomes.ts';

export interface ReceiversResult {
  summary: string;
  /** All faulty receivers were found, no correct one had a false positive, and every drill found a receiver. */
  has_passed: boolean;
  faulty: readonly FaultyOutcome[];
  correct: readonly CorrectOutcome[];
}

/**
 * Attacks the gallery of receivers with the drills of `gristmill receiver`. Prints survivors, false positives, and drills that find no receiver.
 * @param isSelected by the name of a receiver
 * @param size `kill`: a faulty receiver is attacked with the drills of its row only
 * @param others what keeps the processors busy meanwhile
 * @returns undefined if nothing is selected
 */
export async function testReceivers(
  isSelected: (name: string) => boolean,
  size: Size,
  others: Promise<unknown>,
): Promise<ReceiversResult | undefined> {
  const rows = [...CORRECT, ...FAULTY].filter(({ name }) => isSelected(name));
  if (rows.length === 0) return undefined;
  const by_name = new Map<string, FaultyOutcome>();
  const correct_by_name = new Map<string, CorrectOutcome>();
  const drills_that_found = new Set<string>();
  const causes = new Set<string>();
  await attackGallery(isSelected, size, others, (outcome) => {
    if (outcome.kind === 'correct') {
      const { name, false_positives } = outcome.correct;
      correct_by_name.set(name, outcome.correct);
      for (const text of false_positives) console.log(`FALSE POSITIVE on ${name}: ${text}`);
      return;
    }
    const { name, survived_as } = outcome.faulty;
    by_name.set(name, outcome.faulty);
    for (const id of outcome.found_by) drills_that_found.add(id);
    for (const cause of outcome.causes) causes.add(cause);
    if (survived_as !== undefined) console.log(`SURVIVED ${name}: ${survived_as}`);
  });
  const unproven = FAULTY.every(({ name }) => isSelected(name)) ? findUnproven(drills_that_found, causes) : [];
  for (const line of unproven) console.log(`UNPROVEN ${line}`);
  const faulty = FAULTY.flatMap(({ name }) => by_name.get(name) ?? []);
  const correct = CORRECT.flatMap(({ name }) => correct_by_name.get(name) ?? []);
  const in_reach = faulty.filter(({ out_of_reach }) => out_of_reach === undefined);
  const killed = in_reach.filter(({ survived_as }) => survived_as === undefined).length;
  const false_positives = correct.reduce((sum, one) => sum + one.false_positives.length, 0);
  const beyond = faulty.length - in_reach.length;
  const unreached = beyond === 0 ? '' : `, ${beyond} out of reach of a run of normal length`;
  return {
    summary: `${killed} of ${faulty.length} faulty receivers killed${unreached}, ${false_positives} false positives on ${correct.length} correct receivers`,
    has_passed: killed === in_reach.length && false_positives === 0 && unproven.length === 0,
    faulty,
    correct,
  };
}

/** Drills and mistakes that were found in no faulty receiver and have no reason, and reasons that no longer apply. */
function findUnproven(found: ReadonlySet<string>, causes: ReadonlySet<string>): readonly string[] {
  return [
    ...MISTAKES.filter(
      ({ cause }) => !causes.has(cause) && !MISTAKES_WITHOUT_RECEIVER.some((words) => cause.includes(words)),
    ).map(({ cause }) => `no faulty receiver is told "${cause}"; add one`),
    ...DRILLS.filter(({ id }) => !found.has(id) && DRILLS_WITHOUT_RECEIVER[id] === undefined).map(
      ({ id }) => `${id}: no faulty receiver fails it; add one`,
    ),
    ...Object.keys(DRILLS_WITHOUT_RECEIVER)
      .filter((id) => found.has(id) || !DRILLS.some((one) => one.id === id))
      .map((id) => `${id}: it finds a receiver, or does not exist; remove its reason`),
  ];
}
