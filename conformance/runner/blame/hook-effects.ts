/** Whether an operator's hook had an effect. A hook that returns ok and does nothing would make a correct target look wrong. */
import type { Exchange, HookName, Reply } from '#client';
import {
  HOOK_NAMES,
  Unverifiable,
  buildSubmission,
  dataIn,
  explainMissingHook,
  isObject,
  isSuccess,
  parseJson,
  poll,
  readItems,
  readPath,
  encodePath,
} from '#client';
import type { OperationId } from '#spec';
import type { CheckContext } from '../../check/check-context.ts';

/** How long a payment can take to show, in ms. */
const SETTLING_MS = 3_000;

/** For each hook, whether an effect is visible, in what the check saw or in a trial. `advance_clock` is measured on every call. */
const EFFECTS: Readonly<Record<Exclude<HookName, 'advance_clock'>, (t: CheckContext) => Promise<boolean> | boolean>> = {
  pay_invoice: async (t) => t.run.once('trial of pay_invoice', async () => tryPayment(t)),
  make_offer: (t) => exchangesOf(t, 'acceptOffer', 'rejectOffer').some(isSuccess) || hasOffers(t),
  deactivate_webhook: isDeactivated,
  set_payment_method: async (t) =>
    // The exchanges can include listings of other farms, which always have a payment method.
    [...Map.groupBy(exchangesOf(t, 'createListing', 'updateListing').filter(isPublishing), subjectOf).values()].some(
      makesDifference,
    ) || t.run.once('trial of set_payment_method', async () => tryPaymentMethod(t)),
  set_credit: async (t) =>
    makesDifference(exchangesOf(t, 'placeBid')) || t.run.once('trial of set_credit', async () => tryCredit(t)),
  emit_analysis: (t) => hasArrived(t, 'analysis.'),
  set_queue: (t) => hasArrived(t, 'queue.'),
  mint_token: async (t) => t.run.once('trial of mint_token', async () => tryMinting(t)),
};

/** Makes a failed check unverifiable if a hook that it needs has no effect. Hooks that report `verified: true` are trusted. */
export async function findIdleHook(t: CheckContext): Promise<Unverifiable | undefined> {
  const { settings, proven_hooks } = t.run;
  for (const name of HOOK_NAMES) {
    const hook = settings.hooks.get(name);
    if (name === 'advance_clock' || explainMissingHook(settings.hooks, name) !== undefined) continue;
    if (hook?.is_built_in === true || proven_hooks.has(name)) continue;
    if (!t.called_hooks.has(name) && !t.check.needs.includes(`hook:${name}`)) continue;
    if (await EFFECTS[name](t)) continue;
    const message = `the hook ${name} returned ok, but had no visible effect; if it works, make it return "verified": true`;
    return new Unverifiable(message, `hooks.${name}`);
  }
  return undefined;
}

async function tryPayment(t: CheckContext): Promise<boolean> {
  const trade = await t.arrange.settledTrade();
  const isShown = async (): Promise<true | undefined> => {
    const { json } = await t.buyer.get(encodePath`/trades/${trade.id}`);
    const data = dataIn(json);
    return data['status'] === 'Completed' || isObject(data['counterparty']) ? true : undefined;
  };
  return (await poll(isShown, { within_ms: SETTLING_MS, signal: t.signal })) === true;
}

/** A farm can publish a new listing with a payment method, and cannot without. */
async function tryPaymentMethod(t: CheckContext): Promise<boolean> {
  const farm_id = await t.arrange.farm(t.seller);
  const body = buildSubmission({ ...(await t.arrange.publishing(t.seller)), farm_id });
  const submit = async (on_file: boolean): Promise<Reply> => {
    await t.hook('set_payment_method', { farm_id, on_file });
    return t.seller.post('/me/inventory', body);
  };
  return makesDifference([await submit(true), await submit(false)]);
}

/** A team can bid with good credit, and cannot without. */
async function tryCredit(t: CheckContext): Promise<boolean> {
  const { team_id } = t.rival;
  if (team_id === undefined) return false;
  const path = encodePath`/inventory/${(await t.arrange.lot()).id}/bids`;
  const body = await t.arrange.bidBody();
  const setCredit = async (has_good_credit: boolean): Promise<unknown> => t.hook('set_credit', { team_id, has_good_credit });
  const responses: Reply[] = [];
  await setCredit(false);
  try {
    responses.push(await t.rival.post(path, body));
  } finally {
    // Other checks need the credit of this team.
    await setCredit(true);
  }
  return makesDifference([...responses, await t.rival.post(path, body)]);
}

/** The new token sees what the buyer sees, and has no other scope. */
async function tryMinting(t: CheckContext): Promise<boolean> {
  const minted = await t.mint('buyer', ['inventory.read']);
  const id = readItems(await t.buyer.get('/inventory', { limit: 1 }))[0]?.['id'];
  const is_same = typeof id !== 'string' || (await minted.get(encodePath`/inventory/${id}`)).is_success;
  return is_same && (await minted.get('/bids')).status === 403;
}

function hasOffers({ exchanges }: CheckContext): boolean {
  return exchanges.some(({ operation, json }) => operation === 'listOffers' && readItems({ json }).length > 0);
}

/** The subscription was deleted or is inactive. */
async function isDeactivated(t: CheckContext): Promise<boolean> {
  const made = t.exchanges.findLast(({ operation }) => operation === 'createWebhook');
  const owner = made === undefined ? undefined : t.findActed(made.actor);
  const subscription = readPath(made?.json, 'data');
  if (owner === undefined || !isObject(subscription)) return false;
  const item = readItems(await owner.get('/webhooks')).find((one) => one['id'] === subscription['id']);
  return item === undefined || item['is_active'] === false;
}

function hasArrived({ arrivals }: CheckContext, type: string): boolean {
  return arrivals.some(({ json }) => String(readPath(json, 'type')).startsWith(type));
}

/** Drafts do not need a payment method. */
function isPublishing({ request_body = '' }: Exchange): boolean {
  return !/"list(?:ed)?":\s*false/.test(request_body);
}

/** The farm of a new listing, or the URL of an existing one. */
function subjectOf({ url, request_body }: Exchange): unknown {
  return readPath(parseJson(request_body ?? ''), 'farm_id') ?? url;
}

function exchangesOf({ exchanges }: CheckContext, ...operations: readonly OperationId[]): readonly Exchange[] {
  return exchanges.filter(({ operation }) => operation !== undefined && operations.includes(operation));
}

function makesDifference(responses: readonly { readonly status: number }[]): boolean {
  return responses.some(isSuccess) && responses.some(({ status }) => status === 403 || status === 422);
}
