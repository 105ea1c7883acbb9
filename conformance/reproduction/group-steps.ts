/** Combines the requests that create the test data of a finding into one step: readers want the requests that show the finding. */
import { ENDPOINTS, type RunAction } from '#client';
import { OPERATIONS, type OperationId } from '#spec';
import type { Selected } from './select-steps.ts';

/** The requests and hook calls of one step. */
export type Step = readonly [RunAction, ...RunAction[]];

/** What most test data begins with. */
const SETS_UP: ReadonlySet<OperationId | undefined> = new Set<OperationId>(['createFarm', 'createListing']);

/** The steps of a reproduction. The first one combines what sets up farms and listings for one seller; each other request or hook call is a step. */
export function groupSteps(actions: readonly RunAction[]): readonly Step[] {
  const seller = actorOf(actions[0]);
  const end = actions.findIndex((action, i) => i === actions.length - 1 || !isSetUp(action, seller));
  const [first, ...others] = actions.slice(0, end);
  if (seller === undefined || first === undefined || others.length === 0) return actions.map((action): Step => [action]);
  return [[first, ...others], ...actions.slice(end).map((action): Step => [action])];
}

function actorOf(action: RunAction | undefined): string | undefined {
  return action?.type === 'exchange' ? action.exchange.actor : undefined;
}

function isSetUp(action: RunAction, seller: string | undefined): boolean {
  if (action.type === 'hook') return action.hook === 'set_payment_method' && action.params['on_file'] === true;
  const { actor, operation, status } = action.exchange;
  return SETS_UP.has(operation) && actor === seller && status >= 200 && status < 300;
}

/** `As seller: Set up farm 1 and listing 1 (POST /me/farms, hook set_payment_method, POST /me/inventory).` */
export function describeSetUp(step: Step, captures: Selected['captures']): string {
  const made = step.flatMap((action) => {
    const names = captures.filter(({ at }) => at === action).map(({ name }) => name);
    if (names.length > 0 || action.type === 'hook') return names;
    const { operation } = action.exchange;
    return operation === undefined ? [] : [`a ${ENDPOINTS[operation].creates ?? 'resource'}`];
  });
  const how = step.map((action) => {
    if (action.type === 'hook') return `hook ${action.hook}`;
    const { method, operation } = action.exchange;
    return operation === undefined ? method : `${method} ${OPERATIONS[operation].path}`;
  });
  const list = new Intl.ListFormat('en').format(made);
  return `As ${actorOf(step[0]) ?? 'seller'}: Set up ${list} (${[...new Set(how)].join(', ')}).`;
}
