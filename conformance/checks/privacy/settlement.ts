/** PRIV-4, PRIV-6, PRIV-12, PRIV-13, PRIV-15, PRIV-18: masked counterparties in each phase of a deal. */
import { check, type Check } from '../../check/check.ts';
import { Blocked, NOT_COMPLETED, Unverifiable, chooseSeller, expectThat, isObject } from '#client';
import { findNamedParty } from '../../privacy/check-resource.ts';
import type { CheckContext } from '../../check/check-context.ts';
import { expectBuyerUnnamed } from './buyer-name.ts';
import { ensureKnownFarm, expectNoSecrets, containsName, isDistinctiveName } from './no-secrets.ts';
import { expectUnmasked } from './unmasked.ts';
import { playDeal, readableViews, type Order, type Phase, type Deal, type View } from './deal.ts';

const ORDERS = ['buyer first', 'seller first'] as const;
const PAID = ['buyer', 'seller', 'writes', 'hook:pay_invoice'] as const;

/** Asserts that counterparty is null in all of these views. */
function expectMasked(t: CheckContext, views: readonly View[]): void {
  for (const { by, name, of, phase, record } of readableViews(t, views)) {
    if (of === 'listing' || record === undefined) continue;
    const counterparty = record.find('counterparty');
    const message = `${name} shows the ${by} a counterparty of a ${of} that is not null (state: ${phase}).`;
    (counterparty ?? record).expect(counterparty?.isNull() ?? true, message, 'null');
  }
}

/** Asserts that these views reveal the seller neither by a key, nor by a secret, nor by the name that settlement shows. */
function expectAnonymous(t: CheckContext, { seller_name }: Pick<Deal, 'seller_name'>, views: readonly View[]): void {
  const of_others = views.filter(({ by }) => by !== 'seller');
  const seen = readableViews(t, of_others);
  expectNoSecrets(t, ...seen.map(({ reply }) => reply));
  for (const { by, name, phase, record, reply } of seen) {
    const text = record === undefined ? reply.exchange.text : JSON.stringify(record.value);
    const all = `${JSON.stringify(reply.exchange.headers)}\n${text}`;
    expectThat(!isDistinctiveName(seller_name) || !containsName(all, seller_name), {
      message: `${name} names the seller to the ${by === 'third' ? 'third party' : by} (state: ${phase}).`,
      reply,
      expected: 'nothing that names the seller before the trade is settled',
      observed: seller_name,
    });
    if (record === undefined || !isObject(record.value)) continue;
    // The trade of an accepted bid is not paid in this phase.
    const { status: _, ...resource } = record.value;
    const named = findNamedParty({ view: 'bid', resource, pointer: record.pointer }, ['party']);
    expectThat(named === undefined, {
      message: `${name} has a key "${named?.key ?? ''}", which names a party (state: ${phase}).`,
      reply,
      pointer: `${record.pointer}${named?.below ?? ''}/${named?.key ?? ''}`,
      observed: named?.value,
    });
  }
}

function viewsIn(deal: Deal, phase: Phase): readonly View[] {
  return deal.views.filter((view) => view.phase === phase);
}

/** Makes an assertion for a deal: counterparty is null in every view of the phase. */
function expectMaskedIn(phase: Phase): (t: CheckContext, deal: Deal) => void {
  return (t, deal) => {
    expectMasked(t, viewsIn(deal, phase));
  };
}

/** Makes an assertion for a deal: the seller sees the same buyer_label in every view, from the pending bid to the last phase. */
function expectSameLabelUntil(last_phase: Phase): (t: CheckContext, deal: Deal) => void {
  return (t, { views }) => {
    const of_seller = views.filter(({ by, of }) => by === 'seller' && of === 'bid');
    const labels = readableViews(t, of_seller).flatMap(({ record, phase }) =>
      record?.has('buyer_label') === true ? [{ label: record.get('buyer_label'), phase }] : [],
    );
    const [first, last] = (['pending', last_phase] as const).map((when) => labels.find(({ phase }) => phase === when));
    if (first === undefined || last === undefined) throw new Unverifiable('no received bid has a buyer_label before and after');
    for (const { label } of labels) label.is(first.label.value);
  };
}

/** A check of one deal. */
function checkDeal(
  id: Check['id'],
  title: string,
  needs: Check['needs'],
  order: Order,
  expectHolds: (t: CheckContext, deal: Deal) => void | Promise<void>,
  buyer: 'buyer' | 'elevator' = 'buyer',
): Check {
  // The first of these checks plays the deal for all of them, possibly rate-limited.
  return check(id, title, needs, async (t) => expectHolds(t, await playDeal(t, order, t.actor(buyer))), {
    timeout_ms: DEAL_TIMEOUT_MS,
  });
}

const DEAL_TIMEOUT_MS = 900_000;

/** PRIV-4, for one order of payment. */
function checksOfMasks(order: (typeof ORDERS)[number]): readonly Check[] {
  const which = order.split(' ')[0] ?? '';
  return [
    checkDeal(
      `PRIV-4/null-after-acceptance-${which}`,
      'After acceptance, the counterparty is null for both sides',
      PAID,
      order,
      expectMaskedIn('accepted'),
    ),
    checkDeal(
      `PRIV-4/null-after-the-${which}-invoice`,
      `After only the ${which}'s invoice is paid, the counterparty is null for both sides`,
      PAID,
      order,
      expectMaskedIn('one invoice paid'),
    ),
    checkDeal(
      `PRIV-4/buyer-unnamed-${which}`,
      `If the ${which}'s invoice is paid first, no field names the buyer to the seller until both are paid`,
      PAID,
      order,
      async (t, deal) =>
        expectBuyerUnnamed(
          t,
          deal.views.filter(({ phase }) => phase !== 'settled'),
        ),
    ),
    checkDeal(
      `PRIV-4/name-after-both-${which}-first`,
      `After both invoices are paid (the ${which}'s first), each side sees the other's name`,
      PAID,
      order,
      (t, deal) => expectUnmasked(t, viewsIn(deal, 'settled')),
    ),
    checkDeal(
      `PRIV-4/with-the-status-${which}-first`,
      'A trade has a counterparty only when it is Completed',
      PAID,
      order,
      (t, deal) => {
        let misstated: View | undefined;
        const trades = deal.views.filter(({ of }) => of === 'trade');
        for (const view of readableViews(t, trades)) {
          const { record, name, phase } = view;
          const counterparty = record?.find('counterparty');
          if (record === undefined || counterparty === undefined) continue;
          const is_completed = record.find('status')?.value === 'Completed';
          if (is_completed !== (phase === 'settled')) misstated ??= view;
          else
            counterparty.expect(
              is_completed !== counterparty.isNull(),
              is_completed
                ? `${name} has no counterparty, although the trade is Completed.`
                : `${name} has a counterparty, although the trade is not Completed.`,
            );
        }
        // TRD-6 checks when a trade is Completed.
        if (misstated === undefined) return;
        const cause = misstated.phase === 'settled' ? NOT_COMPLETED : 'a trade is Completed with only one invoice paid';
        throw new Blocked(cause, misstated.reply.exchange);
      },
    ),
  ];
}

/** PRIV-12, PRIV-15, PRIV-18, for one order of payment. */
function checksOfAnonymity(order: (typeof ORDERS)[number]): readonly Check[] {
  const which = order.split(' ')[0] ?? '';
  return [
    checkDeal(
      `PRIV-15/after-the-${which}-invoice`,
      `After only the ${which}'s invoice is paid, nothing names the seller to any buyer`,
      PAID,
      order,
      (t, deal) => {
        expectAnonymous(t, deal, viewsIn(deal, 'one invoice paid'));
        if (deal.views.every(({ by }) => by !== 'third')) t.observe('no third team is configured');
      },
    ),
    checkDeal(
      `PRIV-12/other-deals-${which}-first`,
      'Settlement does not unmask other bids, trades, or lots of the same parties',
      PAID,
      order,
      (t, deal) => {
        expectMasked(t, deal.others);
        expectAnonymous(t, deal, deal.others.concat(viewsIn(deal, 'settled').filter((view) => view.of === 'listing')));
      },
    ),
    checkDeal(
      `PRIV-18/other-buyers-${which}-first`,
      'After settlement, other buyers still see nothing of the seller',
      [...PAID, 'rival'],
      order,
      (t, deal) => {
        if (deal.third_bid instanceof Blocked) t.misses(deal.third_bid);
        const of_third = viewsIn(deal, 'settled').filter(({ by }) => by === 'third');
        expectMasked(t, of_third);
        expectAnonymous(t, deal, of_third);
      },
    ),
  ];
}

export const SETTLEMENT_CHECKS: readonly Check[] = [
  ...ORDERS.flatMap((order) => [...checksOfMasks(order), ...checksOfAnonymity(order)]),
  checkDeal(
    'PRIV-7/in-every-phase',
    'buyer_label of a bid stays the same when its trade is settled',
    PAID,
    'buyer first',
    expectSameLabelUntil('settled'),
  ),
  checkDeal(
    'PRIV-7/accepted-bid-of-elevator',
    'buyer_label of a bid by a verified elevator stays the same when the bid is accepted',
    ['elevator', 'writes'],
    'unpaid',
    expectSameLabelUntil('accepted'),
    'elevator',
  ),
  checkDeal(
    'PRIV-6/before-payment',
    'Before any payment, nothing names the seller to a buyer',
    PAID,
    'buyer first',
    (t, deal) => {
      expectAnonymous(t, deal, [...viewsIn(deal, 'pending'), ...viewsIn(deal, 'accepted')]);
      for (const text of deal.deliveries) {
        expectThat(!isDistinctiveName(deal.seller_name) || !containsName(text, deal.seller_name), {
          message: 'A delivery names the seller to a buyer before the trade is settled.',
          observed: text.slice(0, 400),
        });
      }
    },
  ),
  checkDeal(
    'PRIV-6/unpaid-deal',
    'No view of a bid or of an unpaid trade names the seller to a buyer',
    ['buyer', 'writes'],
    'unpaid',
    async (t, deal) => {
      await ensureKnownFarm(t, chooseSeller(t));
      expectAnonymous(t, deal, deal.views);
    },
  ),
  checkDeal(
    'PRIV-13/pending',
    'The counterparty of a pending bid is null for both sides',
    ['buyer', 'writes'],
    'unpaid',
    expectMaskedIn('pending'),
  ),
  checkDeal(
    'PRIV-13/accepted',
    'The counterparty of an accepted bid and of its unpaid trade is null for both sides',
    ['buyer', 'writes'],
    'unpaid',
    expectMaskedIn('accepted'),
  ),
  checkDeal(
    'PRIV-13/buyer-unnamed',
    'Before any payment, no field of a bid or trade names the buyer to the seller',
    ['buyer', 'writes'],
    'unpaid',
    async (t, deal) => expectBuyerUnnamed(t, deal.views),
  ),
  checkDeal(
    'PRIV-13/elevator',
    'The counterparty of a bid and of an unpaid trade is null for both sides if the buyer is a verified elevator',
    ['elevator', 'writes'],
    'unpaid',
    (t, deal) => expectMasked(t, deal.views),
    'elevator',
  ),
  checkDeal(
    'PRIV-4/null-after-acceptance-elevator',
    'The counterparty is null until both invoices are paid if the buyer is a verified elevator',
    ['elevator', 'seller', 'writes', 'hook:pay_invoice'],
    'buyer first',
    (t, deal) => {
      const unpaid = deal.views.filter(({ phase }) => phase !== 'settled');
      expectMasked(t, unpaid);
    },
    'elevator',
  ),
];
