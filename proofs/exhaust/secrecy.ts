/** The sweep over every byte that anybody receives: nobody is told of anybody, but for the one name that a settled trade gives. */
import type { Actor } from './cast.ts';
import { HIDDEN_FROM, nameOf } from './cast.ts';
import type { Tally } from './invariants.ts';
import { hold } from './invariants.ts';
import type { Picture } from './picture.ts';
import { nameOfBid, nameOfTrade, parseJson } from './picture.ts';
import type { Answer } from './stage.ts';

/** Who was sent something, and how it came to that. */
export interface Asked {
  who: Actor;
  /** The id that the viewer itself has named. */
  id?: string | undefined;
  doing: () => string;
}

/**
 * PRIV-1, PRIV-6, PRIV-15, PRIV-18: no word, id or place of another, unless it is the counterparty of this viewer's own settled trade, or of the
 * bid behind it. BID-16, TRD-3: no id of what is others' alone.
 * @throws BrokenInvariant
 */
export function judgeSecrecy(tally: Tally, picture: Picture, asked: Asked, answer: Answer): void {
  const { who } = asked;
  const text = `${answer.text}\n${JSON.stringify(answer.headers)}`.toLowerCase();
  const found = findHidden(who, text);
  const told = found === undefined ? undefined : findHidden(who, withoutNamesDue(picture, who, answer).toLowerCase());
  hold(tally, 'nobody_is_told', told === undefined, () => `${asked.doing()}, and is told '${told ?? ''}'`);

  for (const [id, name] of listStrangeIds(picture, who)) {
    // A path that names an id has it from the caller.
    const is_seen = id !== asked.id && text.includes(id);
    hold(tally, 'strangers_see_no_ids', !is_seen, () => `${asked.doing()}, and is told of ${name}`);
  }
}

function findHidden(who: Actor, text: string): string | undefined {
  return HIDDEN_FROM[who].find((secret) => text.includes(secret));
}

function listStrangeIds(picture: Picture, who: Actor): [string, string][] {
  if (who === 'seller 1') return [];
  const strange = picture.bids.filter(({ buyer }) => buyer !== who);
  const trades = picture.trades.filter(({ bid_id }) => strange.some(({ id }) => id === bid_id));
  return [
    ...strange.map(({ id }): [string, string] => [id, nameOfBid(picture, id)]),
    ...trades.map(({ id }): [string, string] => [id, nameOfTrade(picture, id)]),
  ];
}

/** The answer with the names taken out that this viewer is owed: one a place, where the place is that of a settled trade of its own. */
function withoutNamesDue(picture: Picture, who: Actor, { text, headers }: Answer): string {
  const other = (id: string): string | undefined => counterpartyDue(picture, who, id);
  const kept = JSON.stringify(parseJson(text) ?? text, function (this: unknown, key, value: unknown) {
    if (key !== 'counterparty') return value;
    const id: unknown = typeof this === 'object' && this !== null ? Reflect.get(this, 'id') : undefined;
    const due = typeof id === 'string' ? other(id) : undefined;
    return due !== undefined && JSON.stringify(value) === JSON.stringify({ name: due }) ? null : value;
  });
  return `${kept}\n${JSON.stringify(headers)}`;
}

/** PRIV-4, PRIV-12: the name that a viewer is owed at a trade, or at the bid that was accepted; undefined where none is. */
export function counterpartyDue(picture: Picture, who: Actor, id: string): string | undefined {
  const trade = picture.trades.find((one) => one.id === id || one.bid_id === id);
  if (trade?.buyer_invoice !== 'paid' || trade.seller_invoice !== 'paid') return undefined;
  const buyer = picture.bids.find((bid) => bid.id === trade.bid_id)?.buyer;
  if (buyer === undefined || buyer === 'nobody known') return undefined;
  if (who === buyer) return nameOf('seller 1');
  return who === 'seller 1' ? nameOf(buyer) : undefined;
}
