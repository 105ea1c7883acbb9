/** Who is named to whom: PRIV-4, PRIV-12, PRIV-13, PRIV-15, by what the model knows of invoices and not by what a resource says of itself. */
import type { Secret } from '#client';
import { isObject, ownerOf, shorten } from '#client';
import { sweep } from '#conformance';
import type { ClauseId } from '#spec/clauses/index';
import { Finding } from '../session/finding.ts';
import type { Bid, Model, Party, Trade } from '../model/model.ts';
import { isSettled, sideIn } from '../model/trades.ts';
import type { Resource } from '../session/resources.ts';
import { readResources } from '../session/resources.ts';
import type { Session } from '../session/session.ts';
import type { Invariant } from './invariant.ts';

/** `named`: it must be. `either`: an earlier bid of a chain that was settled (PRIV-19 is an assumption). */
type Mask = 'masked' | 'named' | 'either';

function maskOfTrade(trade: Trade): Mask {
  return isSettled(trade) ? 'named' : 'masked';
}

function maskOfBid(model: Model, bid: Bid): Mask {
  const own = model.trades.find(({ id }) => id === bid.trade_id);
  if (own !== undefined && isSettled(own)) return 'named';
  return leadsToSettled(model, bid) ? 'either' : 'masked';
}

function leadsToSettled(model: Model, { id }: Bid): boolean {
  const next = model.bids.find(({ counter_to }) => counter_to === id);
  if (next === undefined) return false;
  return maskOfBid(model, next) !== 'masked';
}

function checkMask(session: Session, { fields, pointer, exchange, id }: Resource, mask: Mask, paid: number): void {
  const party = fields['counterparty'];
  const is_named = isObject(party) && typeof party['name'] === 'string' && party['name'] !== '';
  const is_masked = party === null || party === undefined;
  // What a command answered may be of before.
  const is_fine = mask === 'either' || (mask === 'named' ? is_named || !session.isReadBack(exchange) : is_masked);
  if (is_fine) return;
  const clause: ClauseId = mask === 'named' || paid === 1 ? 'PRIV-4' : 'PRIV-13';
  const name = session.name(id);
  throw new Finding(
    { invariant: 'privacy/counterparty', clause },
    {
      message:
        mask === 'named'
          ? `The counterparty of ${name} is not told to ${exchange.actor}, though both invoices are paid.`
          : `The counterparty of ${name} is told to ${exchange.actor}, though ${paid === 0 ? 'no invoice' : 'only one invoice of the two'} is paid.`,
      exchange,
      pointer: `${pointer}/counterparty`,
      expected: mask === 'named' ? '{ name }' : 'null',
      observed: shorten(party),
    },
  );
}

/** From now on the name is a secret of its owner's: it may stand where it was told, and nowhere else (PRIV-12, PRIV-18). */
function keepSecret(session: Session, { fields, exchange }: Resource, trade: Trade): void {
  const { run } = session;
  const party = fields['counterparty'];
  // Names of nobody in particular would be found everywhere.
  const name = isObject(party) && typeof party['name'] === 'string' ? party['name'] : '';
  // An answer's actor is the party that was asked for.
  const owner = ownerOf(sideIn(trade, exchange.actor as Party) === 'buyer' ? trade.seller : trade.buyer);
  // A verified elevator's company is on every bid of its (PRIV-7).
  if (name.length < NAME_MIN || owner === 'elevator' || owner === 'simulator') return;
  const secret: Secret = { kind: 'name', text: name, owner };
  if (run.secrets.all.some((known) => known.text === name && known.owner === owner)) return;
  run.secrets.add(secret);
  checkEarlierExchanges(session, secret);
}

/** What was learned now may have been told before, to whoever was not to know it then. */
function checkEarlierExchanges({ run, exchanges }: Session, secret: Secret): void {
  for (const exchange of exchanges) {
    const { actor, headers, text, json, url, request_body } = exchange;
    if (ownerOf(actor) === secret.owner || !text.includes(secret.text)) continue;
    const found = sweep(run.secrets, { headers, text, json, sent: `${url}\n${request_body ?? ''}` });
    const told = found.find((one) => one.secret.text === secret.text);
    if (told === undefined) continue;
    throw new Finding(
      { invariant: 'privacy/counterparty', clause: 'PRIV-6' },
      {
        message: `${actor} was told the name of the ${secret.owner} where no settled trade gives it.`,
        exchange,
        pointer: told.place,
        expected: 'nothing that names a party',
        observed: `"${secret.text}" ${told.said}`,
      },
    );
  }
}

/** PRIV-4: each side is told of the other, so that the two are not told the same. */
function checkOther(session: Session, { fields, exchange, pointer }: Resource, trade: Trade): void {
  const party = fields['counterparty'];
  const name = isObject(party) ? party['name'] : undefined;
  // As above.
  const side = sideIn(trade, exchange.actor as Party);
  if (typeof name !== 'string' || side === undefined) return;
  session.told.set(`${trade.id} ${side}`, name);
  if (session.told.get(`${trade.id} ${side === 'buyer' ? 'seller' : 'buyer'}`) !== name) return;
  throw new Finding(
    { invariant: 'privacy/counterparty', clause: 'PRIV-4' },
    {
      message: `Both sides of ${session.name(trade.id)} are told the same counterparty.`,
      exchange,
      pointer: `${pointer}/counterparty/name`,
      expected: 'the other side',
      observed: shorten(name),
    },
  );
}

const NAME_MIN = 6;

export const MASKS: readonly Invariant[] = [
  {
    id: 'privacy/counterparty',
    title: 'A counterparty is null until both invoices of that very trade are paid, and named from then on',
    check: ({ session, exchanges }) => {
      let seen = 0;
      const { model } = session;
      for (const resource of exchanges.flatMap(readResources)) {
        const trade = model.trades.find(({ id }) => id === resource.id);
        if (trade !== undefined) {
          checkMask(session, resource, maskOfTrade(trade), countPaid(trade));
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
  },
];

function countPaid({ paid }: Trade): number {
  return Number(paid.buyer) + Number(paid.seller);
}
