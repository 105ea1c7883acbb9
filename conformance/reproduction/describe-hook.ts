/** Says in words what a hook call does. */
import type { HookName } from '#client';

type Params = Readonly<Record<string, unknown>>;

const WORDS: Readonly<Record<HookName, (params: Params) => string>> = {
  pay_invoice: ({ trade_id, invoice }) => `Pay the ${text(invoice)} invoice of ${text(trade_id)}`,
  make_offer: ({ cash_bid_id, ...terms }) => `Make an offer on ${text(cash_bid_id)}${describeTerms(terms)}`,
  advance_clock: ({ seconds }) => `Move the clock ahead by ${describeSeconds(Number(seconds))}`,
  deactivate_webhook: ({ webhook_id }) => `Deactivate ${text(webhook_id)}`,
  set_payment_method: ({ farm_id, on_file }) =>
    on_file === true ? `Add a payment method to ${text(farm_id)}` : `Remove the payment method of ${text(farm_id)}`,
  emit_analysis: ({ type, inventory_id, team_id, ...terms }) =>
    `Send ${text(type)} about ${text(inventory_id)} to ${text(team_id)}${describeTerms(terms)}`,
  set_queue: ({ location_id, trucks_waiting, advance_seconds }) =>
    `Set the trucks that wait at delivery location ${text(location_id)} to ${text(trucks_waiting)}${advance_seconds === undefined ? '' : `, then move the clock ahead by ${describeSeconds(Number(advance_seconds))}`}`,
  set_credit: ({ team_id, has_good_credit }) =>
    has_good_credit === true ? `Give ${text(team_id)} good credit` : `Remove the good credit of ${text(team_id)}`,
  mint_token: ({ actor, scopes, ...terms }) =>
    `Issue a token for ${text(actor)} with the scopes ${Array.isArray(scopes) ? scopes.join(' ') : text(scopes)}${describeTerms(terms)}`,
};

/** One sentence without its end: `Pay the buyer invoice of trd_1`. */
export function describeHook(hook: HookName, params: Params): string {
  return WORDS[hook](params);
}

/** `, with price 305 and quantity_mt 10`; nothing without terms. */
function describeTerms(terms: Params): string {
  const parts = Object.entries(terms).flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${text(value)}`]));
  return parts.length === 0 ? '' : `, with ${parts.join(' and ')}`;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const;

/** `8 days`, `36 hours`, `7.673 s`: in the largest unit that divides it. Moves of the clock are differences of times, so they are rounded to milliseconds. */
function describeSeconds(seconds: number): string {
  const rounded = Math.round(seconds * 1_000) / 1_000;
  const [size, unit] = UNITS.find(([one]) => rounded > 0 && rounded % one === 0) ?? [1, 's'];
  const count = rounded / size;
  return unit === 's' ? `${count} s` : `${count} ${unit}${count === 1 ? '' : 's'}`;
}
