/** Placing and answering bids. */
import type { Exchange } from '#mock/server/journal/traffic';
import type { Rule, Sighting } from '../rule.ts';
import {
  asObject,
  headerOf,
  idOf,
  isDelivered,
  isForged,
  isSuccess,
  isOutcomeUnknown,
  parseObject,
  requestKeyOf,
  statusOf,
  targetOf,
  textOf,
  type TrafficView,
} from '../traffic-view.ts';

const keyOf = (exchange: Exchange): string | undefined => headerOf(exchange, 'idempotency-key');
const lotOf = (exchange: Exchange): string => idOf(exchange);
const ANSWERS = ['acceptBid', 'rejectBid', 'counterBid'] as const;
/** The longest pause before a lost bid is sent again. */
const RETRY_PAUSE_MAX_MS = 30_000;
const DAY_MS = 86_400_000;
/** An amount with more decimal places than any price or weight has. */
const FLOAT = /"(amount|quantity_mt)"\s*:\s*(-?\d+\.\d{7,})/;

/** Whether the client read bids after one was lost, and before it sent another. What it found is not evaluated. */
function isLookedUp(view: TrafficView, lost: Exchange, next: Exchange): boolean {
  return view
    .of('listBids', 'getBid')
    .some((one) => isSuccess(one) && one.began_ms >= lost.ended_ms && one.began_ms < next.began_ms);
}

/** Bids that were sent again, without a look at the list of bids, after an attempt with no response or a 5xx: that attempt and the next one. */
function repeatsOf(view: TrafficView): readonly (readonly [lost: Exchange, repeat: Exchange])[] {
  return [...Map.groupBy(view.of('placeBid'), requestKeyOf).values()].flatMap((same) =>
    same.slice(1).flatMap((repeat, index): (readonly [Exchange, Exchange])[] => {
      const before = same[index];
      if (before === undefined || !isOutcomeUnknown(before) || isLookedUp(view, before, repeat)) return [];
      return [[before, repeat]];
    }),
  );
}

function describeLost(lost: Exchange): string {
  return `A bid on ${lotOf(lost)} got ${statusOf(lost) ?? 'no response'}`;
}

interface OtherUse {
  /** The earlier use: one that was not refused, if there is one. */
  readonly earlier: Exchange;
  readonly other: Exchange;
}

/** Uses of a key for another request than an earlier use. */
function otherUses(view: TrafficView): readonly OtherUse[] {
  const keyed = view.of('placeBid', 'counterBid').filter((one) => keyOf(one) !== undefined);
  return [...Map.groupBy(keyed, (one) => keyOf(one) ?? '').values()].flatMap((uses) =>
    uses.flatMap((other, index): OtherUse[] => {
      const different = uses.slice(0, index).filter((one) => requestKeyOf(one) !== requestKeyOf(other));
      const earlier = different.find((one) => !isRefused(one)) ?? different[0];
      return earlier === undefined ? [] : [{ earlier, other }];
    }),
  );
}

function isRefused(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return status !== undefined && status >= 400 && status < 500;
}

function describeUse({ earlier, other }: OtherUse): string {
  const [before, now] = [targetOf(earlier).pathname, targetOf(other).pathname];
  return `The key ${keyOf(other) ?? ''} was used in POST ${before}, and then ${before === now ? 'with a different body' : `in POST ${now}`}.`;
}

/** The status of a bid that the client had read or received before `exchange`, unless it was pending. Does not look into lists. */
function knownDecision(view: TrafficView, exchange: Exchange, id: string): string | undefined {
  const read = view.requests
    .filter((one) => one.ended_ms <= exchange.began_ms && isSuccess(one))
    .map((one) => view.dataOf(one))
    .findLast((data) => data['id'] === id);
  // A trade.created names the bid, too, but its status is that of the trade.
  const received = view.deliveries
    .filter((one) => one.event.startsWith('bid.') && one.ended_ms <= exchange.began_ms && isDelivered(one) && !isForged(one))
    .map(({ body }) => asObject(parseObject(body)['data']))
    .findLast((data) => data['bid_id'] === id);
  return [read?.['status'], received?.['status']].map(textOf).find((status) => status !== '' && status !== 'pending');
}

/** Whether the same request was sent before and its response was lost: the client itself may have decided the bid. */
function isRepeatOfLost(view: TrafficView, exchange: Exchange): boolean {
  return view.requests.some(
    (one) => one.began_ms < exchange.began_ms && isOutcomeUnknown(one) && requestKeyOf(one) === requestKeyOf(exchange),
  );
}

export const BID_RULES: readonly Rule[] = [
  {
    id: 'bids/retry-without-key',
    level: 'must',
    source: 'IDEM-2',
    title: 'A bid that is sent again has an Idempotency-Key',
    why: 'The first bid may exist although its response was lost. Without a key, sending it again places a second bid.',
    fix: 'Generate a random key before the first attempt, store it with the bid, and send it with every attempt.',
    find: (view) =>
      repeatsOf(view)
        .filter(([, repeat]) => keyOf(repeat) === undefined)
        .map(([lost, at]) => ({ at, seen: `${describeLost(lost)}, and was sent again without a key.` })),
  },
  {
    id: 'bids/new-key-on-retry',
    level: 'must',
    source: 'IDEM-2',
    title: 'All attempts of one bid have the same Idempotency-Key',
    why: 'The marketplace recognizes the bid by its key. With a new key, the repeat is a second bid.',
    fix: 'Generate the key outside the function that sends and retries.',
    find: (view) =>
      repeatsOf(view)
        .filter(([lost, repeat]) => keyOf(lost) !== undefined && keyOf(repeat) !== undefined && keyOf(lost) !== keyOf(repeat))
        .map(([lost, at]) => ({ at, seen: `${describeLost(lost)}, and was sent again with another key.` })),
  },
  {
    id: 'bids/key-reused',
    level: 'must',
    source: 'IDEM-3',
    title: 'An Idempotency-Key belongs to one bid and one body',
    why: 'The marketplace returns 409, or the first bid instead of the second one.',
    fix: 'Generate a random key per bid. Store the body with it, and send exactly that body again, without recomputing a time or price.',
    find: (view) =>
      otherUses(view)
        .filter(({ earlier }) => !isRefused(earlier))
        .map((use) => ({ at: use.other, seen: describeUse(use) })),
  },
  {
    id: 'bids/key-after-refusal',
    level: 'consider',
    source: 'IDEM-8',
    title: 'A corrected bid has a new Idempotency-Key',
    why: 'A rejected bid may use up its key, since the document does not say. The corrected bid then gets 409.',
    fix: 'Generate a new key if the lot or the body changes.',
    find: (view) =>
      otherUses(view)
        .filter(({ earlier }) => isRefused(earlier))
        .map((use) => ({ at: use.other, seen: `${describeUse(use)} The earlier one was rejected.` })),
  },
  {
    id: 'bids/lost-taken-for-failed',
    level: 'must',
    source: 'IDEM-2',
    title: 'A bid that got no response or a 5xx is sent again or looked up before another bid is placed',
    why: 'The lost bid may exist. The team then has two bids, and both can be accepted.',
    fix: 'Send the same bid with the same key again, or read GET /bids, before you decide on another lot.',
    find: findForgotten,
  },
  {
    id: 'bids/no-key',
    level: 'should',
    source: 'IDEM-1',
    title: 'A bid is placed with an Idempotency-Key',
    why: 'If the response is lost, the client cannot repeat the bid without the risk of a second one.',
    fix: 'Send a random Idempotency-Key with POST /inventory/{id}/bids, and keep it for the retries of that bid.',
    find: (view) =>
      view
        .of('placeBid')
        .filter((one) => keyOf(one) === undefined && !isRefused(one))
        .map((at) => ({ at, seen: `A bid on ${lotOf(at)} has no Idempotency-Key.` })),
  },
  {
    id: 'bids/floating-point',
    level: 'should',
    source: 'FMT-1',
    title: 'Amounts are decimals, computed without floating point',
    why: 'Such an amount is a rounding error. Sums differ from invoices by a cent, and comparisons fail.',
    fix: 'Compute with a decimal type or with whole cents, and round before you send.',
    find: (view) =>
      view.of('placeBid', 'counterBid').flatMap((at): Sighting[] => {
        const [, field = '', amount = ''] = FLOAT.exec(at.body) ?? [];
        return field === '' ? [] : [{ at, seen: `A bid has ${field} ${amount}.` }];
      }),
  },
  {
    id: 'bids/delivery-in-the-past',
    level: 'consider',
    source: 'BID-5',
    title: 'The delivery period of a bid is not over when the bid is placed',
    why: 'The document does not forbid it, so the marketplace takes the bid. But that period is over.',
    fix: 'Compute the period from the current date. A fixed date, such as one from an example, will be in the past.',
    find: (view) =>
      view.of('placeBid', 'counterBid').flatMap((at): Sighting[] => {
        const to = textOf(asObject(parseObject(at.body)['delivery'])['to']);
        const placed_at = isSuccess(at) ? textOf(view.dataOf(at)['created_at']) : '';
        // The period ends later where the date is later. Comparisons with an invalid date are false.
        const is_over = Date.parse(to) + 2 * DAY_MS < Date.parse(placed_at);
        return is_over ? [{ at, seen: `A bid that was placed on ${placed_at.slice(0, 10)} is for delivery until ${to}.` }] : [];
      }),
  },
  {
    id: 'bids/answers-its-own',
    level: 'should',
    source: 'BID-28',
    title: 'A client accepts and counters the bids of the other side only',
    why: 'A counter is a separate bid, with its own id. Its `counter_to` names the bid that it replaces.',
    fix: 'After bid.countered, find the pending bid whose `counter_to` is the id in the event, and act on that one.',
    find: (view) => {
      const own = new Set(
        view
          .of('placeBid', 'counterBid')
          .filter(isSuccess)
          .map((one) => textOf(view.dataOf(one)['id'])),
      );
      return view
        .of('acceptBid', 'counterBid')
        .filter((at) => own.has(idOf(at)))
        .map((at) => ({ at, seen: `The client placed ${idOf(at)} itself, and sent ${targetOf(at).pathname}.` }));
    },
  },
  {
    id: 'bids/answers-decided',
    level: 'should',
    source: 'BID-20',
    title: 'A client accepts, rejects, or counters pending bids only',
    why: 'The marketplace returns 422, although the client already knew the decision.',
    fix: 'Keep the status of a bid when you read it, and check it before you accept, reject, or counter.',
    find: (view) =>
      view
        .of(...ANSWERS)
        .filter((one) => isRefused(one) && !isRepeatOfLost(view, one))
        .flatMap((at): Sighting[] => {
          const status = knownDecision(view, at, idOf(at));
          return status === undefined
            ? []
            : [{ at, seen: `${idOf(at)} was already ${status} when the client sent ${targetOf(at).pathname}.` }];
        }),
  },
];

/**
 * Lost bids after which the client bid on another lot, without reading any bid in between. Any later bid on the same lot counts as a repeat, whatever its
 * terms.
 */
function findForgotten(view: TrafficView): readonly Sighting[] {
  const bids = view.of('placeBid');
  return bids.flatMap((lost, index): Sighting[] => {
    if (!isOutcomeUnknown(lost)) return [];
    const following = bids.slice(index + 1);
    // Bids that were sent before this one failed are not a reaction to it.
    const other = following.find((one) => lotOf(one) !== lotOf(lost) && one.began_ms >= lost.ended_ms);
    if (other === undefined) return [];
    // The other bid may be unrelated, and the client may be about to send the lost one again.
    if (!view.is_final && view.now_ms - other.ended_ms < RETRY_PAUSE_MAX_MS) return [];
    const is_repeated = following.some((one) => lotOf(one) === lotOf(lost));
    if (is_repeated || isLookedUp(view, lost, other)) return [];
    return [{ at: other, seen: `${describeLost(lost)}, and the next bid was on ${lotOf(other)}.` }];
  });
}
