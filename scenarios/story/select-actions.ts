/** Selects the actions that a replay script must repeat: test data, commands, and the evidence. */
import type { Shown, ShownAction } from '../findings/counterexample.ts';
import { idsNeeded, type ResourceNames } from './names.ts';

/** The indexes of the actions to repeat, in order, without unnecessary reads. */
export function selectActions(shown: Shown, names: ResourceNames): readonly number[] {
  const { actions } = shown;
  const evidence = findEvidence(shown);
  const end = evidence ?? actions.length - 1;
  const kept = new Set<number>();
  for (const [at, action] of actions.entries()) {
    if (at > end) break;
    const is_needed = isCommandExchange(shown, action) || (isSetup(action) && needsWholeSetup(shown));
    if (at === evidence || is_needed) kept.add(at);
  }
  for (let before = -1; before !== kept.size;) {
    before = kept.size;
    for (const at of kept) {
      for (const id of idsNeeded(shown, actionAt(shown, at))) {
        const source = names.get(id)?.at;
        if (source !== undefined && source < at) kept.add(source);
      }
    }
    // Include the hook calls on the selected resources.
    for (const [at, action] of actions.entries()) {
      if (at > end || action.type !== 'hook') continue;
      const sources = idsNeeded(shown, action).map((id) => names.get(id)?.at);
      if (sources.every((source) => source !== undefined && kept.has(source))) kept.add(at);
    }
  }
  return [...kept].toSorted((one, other) => one - other);
}

/** The index of the response that shows the violation; undefined if there is none. */
export function findEvidence({ actions, finding }: Shown): number | undefined {
  // A finding about events names the last exchange, which is not evidence.
  if (finding.exchange === undefined || finding.invariant.startsWith('events/')) return undefined;
  const at = actions.findIndex((one) => one.type === 'exchange' && one.number === finding.exchange);
  return at < 0 ? undefined : at;
}

/** @throws Error if there is no such action, which is a bug */
export function actionAt({ actions }: Shown, at: number): ShownAction {
  const action = actions[at];
  if (action === undefined) throw new Error(`there is no action ${at}`);
  return action;
}

function isRead(action: ShownAction): boolean {
  return action.type === 'exchange' && action.exchange.method === 'GET';
}

/** Rejected probes changed nothing, so they are only needed in the last step. */
function isCommandExchange({ steps }: Shown, action: ShownAction): boolean {
  if (action.phase === 'command') return true;
  if (action.phase !== 'probe' || isRead(action)) return false;
  return action.step === steps.length || action.type === 'hook' || action.exchange.status < 300;
}

function isSetup(action: ShownAction): boolean {
  return action.phase === 'setup' && !isRead(action);
}

/** Lists and findings without evidence depend on all test data. */
function needsWholeSetup(shown: Shown): boolean {
  const at = findEvidence(shown);
  if (at === undefined) return true;
  const action = actionAt(shown, at);
  return action.type === 'exchange' && /"items":|^\s*\[/.test(action.exchange.response_body);
}
