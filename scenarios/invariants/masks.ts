/**
 * PRIV-4, PRIV-12, PRIV-13, PRIV-15: when counterparties are named. Based on the invoices paid in the model, not on the
 * status that a resource reports.
 */
import { isObject, ownerOf, shorten, type Secret, contains, readPath } from '#client';
import { sweep } from '#conformance';
import type { ClauseId } from '#spec/clauses/index';
import { Finding } from '../session/finding.ts';
import type { Bid, Model, Trade } from '../model/model.ts';
import { isSettled, sideIn } from '../model/trades.ts';
import { partyOf, readResources, type Resource } from '../session/resources.ts';
import type { Session } from '../session/session.ts';
import type { Invariant } from './invariant.ts';

/** `either`: a countered bid, if the trade of a later counter is settled (PRIV-19 is an assumption). */
type Mask = 'masked' | 'named' | 'either';

/** Whether a bid names its counterparty, by the trades of the model. */
export function maskOfBid(model: Model, bid: Bid): Mask {
  const own = model.trades.find(({ id }) => id === bid.trade_id);
  if (own !== undefined && isSettled(own)) return 'named';
  const counter = model.bids.find(({ counter_to }) => counter_to === bid.id);
  return counter === undefined || maskOfBid(model, counter) === 'masked' ? 'masked' : 'either';
}

/** The name of the counterparty in a response; empty if it is hidden. */
function nameIn({ counterparty }: Resource['fields']): string {
  return isObject(counterparty) && typeof counterparty['name'] === 'string' ? counterparty['name'] : '';
}

function checkMask(session: Session, { fields, pointer, exchange, id }: Resource, mask: Mask, paid: number): void {
  const party = fields['counterparty'];
  const is_named = nameIn(fields) !== '';
  const is_masked = party === null || party === undefined;
  // The response to a command can show the state before it.
  const is_fine = mask === 'either' || (mask === 'named' ? is_named || !session.isReadBack(exchange) : is_masked);
  if (is_fine) return;
  const clause: ClauseId = mask === 'named' || paid === 1 ? 'PRIV-4' : 'PRIV-13';
  const name = session.name(id);
  throw new Finding(
    { invariant: 'privacy/counterparty', clause },
    {
      message:
        mask === 'named'
          ? `The counterparty of ${name} is hidden from ${exchange.actor}, although both invoices are paid.`
          : `The counterparty of ${name} is disclosed to ${exchange.actor}, although ${paid === 0 ? 'no invoice' : 'only one of the two invoices'} is paid.`,
      exchange,
      pointer: `${pointer}/counterparty`,
      expected: mask === 'named' ? '{ name }' : 'null',
      observed: shorten(party),
    },
  );
}

/** Adds the name to the secrets: from now on, it must not appear anywhere else (PRIV-12, PRIV-18). */
function keepSecret(session: Session, { fields, exchange }: Resource, trade: Trade): void {
  const { run } = session;
  const name = nameIn(fields);
  const owner = ownerOf(sideIn(trade, partyOf(exchange)) === 'buyer' ? trade.seller : trade.buyer);
  // Short names would match everywhere. A verified elevator's company is visible on all its bids (PRIV-7).
  if (name.length < NAME_MIN || owner === 'elevator' || owner === 'simulator') return;
  const secret: Secret = { kind: 'name', text: name, owner };
  if (run.secrets.all.some((known) => known.text === name && known.owner === owner)) return;
  run.secrets.add(secret);
  checkEarlierExchanges(session, secret);
}

/** Searches earlier responses for a name that was disclosed too early. */
function checkEarlierExchanges({ run, exchanges }: Session, secret: Secret): void {
  for (const exchange of exchanges) {
    const { actor, headers, text, json, url, request_body } = exchange;
    if (ownerOf(actor) === secret.owner || !contains(exchange, secret.text)) continue;
    const found = sweep(run.secrets, { headers, text, json, sent: `${url}\n${request_body ?? ''}` });
    const leak = found.find((one) => one.secret.text === secret.text);
    if (leak === undefined) continue;
    throw new Finding(
      { invariant: 'privacy/counterparty', clause: 'PRIV-6' },
      {
        message: `${actor} received the name of the ${secret.owner} outside a settled trade.`,
        exchange,
        pointer: leak.place,
        expected: 'no name of a party',
        observed: `"${secret.text}", ${leak.how}`,
      },
    );
  }
}

/** PRIV-4: each side sees the other side, so the two names differ. */
function checkOther(session: Session, { fields, exchange, pointer }: Resource, trade: Trade): void {
  const party = fields['counterparty'];
  const name = readPath(party, 'name');
  const side = sideIn(trade, partyOf(exchange));
  if (typeof name !== 'string' || side === undefined) return;
  session.disclosed_names.set(`${trade.id} ${side}`, name);
  if (session.disclosed_names.get(`${trade.id} ${side === 'buyer' ? 'seller' : 'buyer'}`) !== name) return;
  throw new Finding(
    { invariant: 'privacy/counterparty', clause: 'PRIV-4' },
    {
      message: `Both sides of ${session.name(trade.id)} see the same counterparty.`,
      exchange,
      pointer: `${pointer}/counterparty/name`,
      expected: 'the other side',
      observed: shorten(name),
    },
  );
}

const NAME_MIN = 6;

export const MASKS: Invariant = {
  id: 'privacy/counterparty',
  title: 'A counterparty is null until both invoices of the trade are paid, and named from then on',
  check: ({ session, exchanges }) => {
    let seen = 0;
    const { model } = session;
    for (const resource of exchanges.flatMap(readResources)) {
      const trade = model.trades.find(({ id }) => id === resource.id);
      if (trade !== undefined) {
        checkMask(session, resource, isSettled(trade) ? 'named' : 'masked', countPaid(trade));
        if (isSettled(trade)) {
          checkOther(session, resource, trade);
          keepSecret(session, resource, trade);
        }
        seen += 1;
      }
      const bid = model.bids.find(({ id }) => id === resource.id);
      if (bid === undefined || resource.kind !== 'bid') continue;
      const own = model.trades.find(({ id }) => id === bid.trade_id);
      checkMask(session, resource, maskOfBid(model, bid), own === undefined ? 0 : countPaid(own));
      seen += 1;
    }
    return seen;
  },
};

function countPaid({ paid }: Trade): number {
  return Number(paid.buyer) + Number(paid.seller);
}
