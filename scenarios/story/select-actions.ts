/** What of all that happened has to happen again: the ground that is stood on, the deeds, and the answer that shows it. */
import type { Shown, ShownHappening } from '../findings/counterexample.ts';
import type { Cast } from './names.ts';
import { idsNeeded } from './names.ts';

/** The places of the happenings that are played again, in order. Reads that changed nothing are left out. */
export function plotOf(shown: Shown, cast: Cast): readonly number[] {
  const { happenings } = shown;
  const end = findShowing(shown) ?? happenings.length - 1;
  const kept = new Set<number>();
  for (const [at, happening] of happenings.entries()) {
    if (at <= end && (at === findShowing(shown) || isDeed(shown, happening) || (isGround(happening) && takesAllGround(shown)))) {
      kept.add(at);
    }
  }
  for (let before = -1; before !== kept.size;) {
    before = kept.size;
    for (const at of kept) {
      for (const id of idsNeeded(shown, happeningAt(shown, at))) {
        const source = cast.get(id)?.at;
        if (source !== undefined && source < at) kept.add(source);
      }
    }
    // A farm that is used comes with what the operator has done to it.
    for (const [at, happening] of happenings.entries()) {
      if (at > end || happening.type !== 'hook') continue;
      const sources = idsNeeded(shown, happening).map((id) => cast.get(id)?.at);
      if (sources.every((source) => source !== undefined && kept.has(source))) kept.add(at);
    }
  }
  return [...kept].toSorted((one, other) => one - other);
}

/** The place of the answer that shows what is wrong; undefined where no answer does. */
export function findShowing({ happenings, finding }: Shown): number | undefined {
  // What ought to have come and did not is shown by no answer, although the last one is named.
  if (finding.exchange === undefined || finding.invariant.startsWith('events/')) return undefined;
  const at = happenings.findIndex((one) => one.type === 'exchange' && one.number === finding.exchange);
  return at < 0 ? undefined : at;
}

export function happeningAt({ happenings }: Shown, at: number): ShownHappening {
  const happening = happenings[at];
  if (happening === undefined) throw new Error(`nothing happened at ${at}`);
  return happening;
}

function isRead(happening: ShownHappening): boolean {
  return happening.type === 'exchange' && happening.exchange.method === 'GET';
}

/** What was asked in between and refused did nothing, or it would have been seen there and then: it counts in the last step alone. */
function isDeed({ steps }: Shown, happening: ShownHappening): boolean {
  if (happening.phase === 'deed') return true;
  if (happening.phase !== 'ask' || isRead(happening)) return false;
  return happening.step === steps.length || happening.type === 'hook' || happening.exchange.status < 300;
}

function isGround(happening: ShownHappening): boolean {
  return happening.phase === 'setup' && !isRead(happening);
}

/** What is seen in a list, or in no one place, depends on everything that is there. */
function takesAllGround(shown: Shown): boolean {
  const at = findShowing(shown);
  if (at === undefined) return true;
  const happening = happeningAt(shown, at);
  return happening.type === 'exchange' && /"items":|^\s*\[/.test(happening.exchange.response_body);
}
