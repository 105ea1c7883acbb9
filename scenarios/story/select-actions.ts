/** What of all that happened has to happen again: the ground that is stood on, the deeds, and the answer that shows it. */
import type { Shown, ShownAction } from '../findings/counterexample.ts';
import type { ResourceNames } from './names.ts';
import { idsNeeded } from './names.ts';

/** The places of the happenings that are played again, in order. Reads that changed nothing are left out. */
export function selectActions(shown: Shown, names: ResourceNames): readonly number[] {
  const { actions } = shown;
  const end = findEvidence(shown) ?? actions.length - 1;
  const kept = new Set<number>();
  for (const [at, action] of actions.entries()) {
    if (at <= end && (at === findEvidence(shown) || isDeed(shown, action) || (isSetup(action) && needsWholeSetup(shown)))) {
      kept.add(at);
    }
  }
  for (let before = -1; before !== kept.size;) {
    before = kept.size;
    for (const at of kept) {
      for (const id of idsNeeded(shown, actionAt(shown, at))) {
        const source = names.get(id)?.at;
        if (source !== undefined && source < at) kept.add(source);
      }
    }
    // A farm that is used comes with what the operator has done to it.
    for (const [at, action] of actions.entries()) {
      if (at > end || action.type !== 'hook') continue;
      const sources = idsNeeded(shown, action).map((id) => names.get(id)?.at);
      if (sources.every((source) => source !== undefined && kept.has(source))) kept.add(at);
    }
  }
  return [...kept].toSorted((one, other) => one - other);
}

/** The place of the answer that shows what is wrong; undefined where no answer does. */
export function findEvidence({ actions, finding }: Shown): number | undefined {
  // What ought to have come and did not is shown by no answer, although the last one is named.
  if (finding.exchange === undefined || finding.invariant.startsWith('events/')) return undefined;
  const at = actions.findIndex((one) => one.type === 'exchange' && one.number === finding.exchange);
  return at < 0 ? undefined : at;
}

export function actionAt({ actions }: Shown, at: number): ShownAction {
  const action = actions[at];
  if (action === undefined) throw new Error(`nothing happened at ${at}`);
  return action;
}

function isRead(action: ShownAction): boolean {
  return action.type === 'exchange' && action.exchange.method === 'GET';
}

/** What was asked in between and refused did nothing, or it would have been seen there and then: it counts in the last step alone. */
function isDeed({ steps }: Shown, action: ShownAction): boolean {
  if (action.phase === 'command') return true;
  if (action.phase !== 'probe' || isRead(action)) return false;
  return action.step === steps.length || action.type === 'hook' || action.exchange.status < 300;
}

function isSetup(action: ShownAction): boolean {
  return action.phase === 'setup' && !isRead(action);
}

/** What is seen in a list, or in no one place, depends on everything that is there. */
function needsWholeSetup(shown: Shown): boolean {
  const at = findEvidence(shown);
  if (at === undefined) return true;
  const action = actionAt(shown, at);
  return action.type === 'exchange' && /"items":|^\s*\[/.test(action.exchange.response_body);
}
