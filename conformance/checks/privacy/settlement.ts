/** PRIV-4, PRIV-6, PRIV-12, PRIV-13, PRIV-15, PRIV-18: who knows whom in which phase of a deal. */
import type { Check } from '../../check/check.ts';
import { check } from '../../check/check.ts';
import type { JsonNode } from '#client';
import { Blocked, NOT_COMPLETED, chooseSeller, expectThat, explainFailure, isObject } from '#client';
import { namesParty } from '../../privacy/judge-resource.ts';
import type { CheckContext } from '../../check/check-context.ts';
import { ensureKnownFarm, expectNoSecrets, holdsName, isTellingName } from './no-secrets.ts';
import type { Order, Phase, Story, View } from './story.ts';
import { formatStory } from './story.ts';

const ORDERS = ['buyer first', 'seller first'] as const;
const PAID = ['buyer', 'seller', 'writes', 'hook:pay_invoice'] as const;

/** Those of these views that can be looked at; the check misses the others. */
function seenOf(t: CheckContext, views: readonly View[]): readonly View[] {
  for (const { missed } of views) if (missed !== undefined) t.misses(missed);
  return views.filter(({ missed }) => missed === undefined);
}

/** The counterparty is null in all of these. */
function expectMasked(t: CheckContext, views: readonly View[]): void {
  for (const { by, name, of, phase, record } of seenOf(t, views)) {
    if (of === 'listing' || record === undefined) continue;
    const counterparty = record.find('counterparty');
    const message = `${name} tells the ${by} who the other side of a ${of} is: ${phase}.`;
    (counterparty ?? record).expect(counterparty?.isNull() ?? true, message, 'null');
  }
}

/** Nothing in these says who the seller is, by key, by secret or by the name that settlement tells. */
function expectAnonymous(t: CheckContext, { seller_name }: Pick<Story, 'seller_name'>, views: readonly View[]): void {
  const seen = seenOf(
    t,
    views.filter(({ by }) => by !== 'seller'),
  );
  expectNoSecrets(t, ...seen.map(({ reply }) => reply));
  for (const { by, name, phase, record, reply } of seen) {
    const text = record === undefined ? reply.exchange.text : JSON.stringify(record.value);
    const all = `${JSON.stringify(reply.exchange.headers)}\n${text}`;
    expectThat(!isTellingName(seller_name) || !holdsName(all, seller_name), {
      message: `${name} tells the ${by === 'third' ? 'third party' : by} the name of the seller: ${phase}.`,
      reply,
      expected: 'nothing that names the seller before the trade is settled',
      observed: seller_name,
    });
    if (record === undefined || !isObject(record.value)) continue;
    // Of an accepted bid it is known here that its trade is not paid.
    const { status: _, ...resource } = record.value;
    const named = namesParty({ view: 'bid', resource, pointer: record.pointer }, ['party']);
    expectThat(named === undefined, {
      message: `${name} has a key "${named?.key ?? ''}", which names a party: ${phase}.`,
      reply,
      pointer: `${record.pointer}${named?.below ?? ''}/${named?.key ?? ''}`,
      observed: named?.value,
    });
  }
}

function viewsIn(story: Story, phase: Phase): readonly View[] {
  return story.views.filter((view) => view.phase === phase);
}

/** A check that looks at one deal. */
function onStory(
  id: Check['id'],
  title: string,
  needs: Check['needs'],
  order: Order,
  judge: (t: CheckContext, story: Story) => void | Promise<void>,
): Check {
  // Whoever asks first tells it to the others, at whatever pace the target is asked.
  return check(id, title, needs, async (t) => judge(t, await formatStory(t, order)), { timeout_ms: STORY_TIMEOUT_MS });
}

const STORY_TIMEOUT_MS = 900_000;

/** Both sides of a settled deal know each other, in every view that has a counterparty. */
function expectUnmasked(t: CheckContext, views: readonly View[]): void {
  for (const { by, name, of: what, record, reply, missed } of views) {
    if (what === 'listing' || by === 'third') continue;
    if (record === undefined) {
      const is_refused = reply.status >= 400 && reply.status < 500;
      if (is_refused && what === 'trade' && by === 'seller') continue;
      expectThat(!is_refused, { message: `${name} does not answer the ${by} of a settled trade.`, reply });
      t.misses(missed ?? explainFailure(reply));
      continue;
    }
    const counterparty = record.find('counterparty');
    if (counterparty === undefined && what === 'bid') {
      t.observe(`${name} of the ${by} has no counterparty`);
      continue;
    }
    record.get('counterparty').get('name').text();
  }
  const namesFor = (side: View['by']): readonly JsonNode[] =>
    views
      .filter(({ by, record }) => by === side && isObject(record?.find('counterparty')?.value))
      .flatMap(({ record }) => record?.get('counterparty').get('name') ?? []);
  const told = namesFor('buyer')[0];
  const same = namesFor('seller').find((name) => name.value === told?.value);
  same?.breach('Both sides of a settled trade are told the same name.', "each the other's");
}

function saysWrongStatus({ phase }: View): string {
  return phase === 'settled' ? NOT_COMPLETED : 'a trade of which no more than one invoice is paid is Completed';
}

/** PRIV-4, with the invoices paid in an order. */
function maskChecks(order: (typeof ORDERS)[number]): readonly Check[] {
  const which = order.split(' ')[0] ?? '';
  return [
    onStory(
      `PRIV-4/null-after-acceptance-${which}`,
      'After acceptance the counterparty is null for both',
      PAID,
      order,
      (t, story) => expectMasked(t, viewsIn(story, 'accepted')),
    ),
    onStory(
      `PRIV-4/null-after-the-${which}-invoice`,
      `After the ${which}'s invoice alone the counterparty is null for both`,
      PAID,
      order,
      (t, story) => expectMasked(t, viewsIn(story, 'one invoice paid')),
    ),
    onStory(
      `PRIV-4/name-after-both-${which}-first`,
      `After both invoices, the ${which}'s first, each side is told the other's name`,
      PAID,
      order,
      (t, story) => expectUnmasked(t, viewsIn(story, 'settled')),
    ),
    onStory(
      `PRIV-4/with-the-status-${which}-first`,
      'A trade has a counterparty when it is Completed, and only then',
      PAID,
      order,
      (t, story) => {
        let misstated: View | undefined;
        const trades = story.views.filter(({ of }) => of === 'trade');
        for (const view of seenOf(t, trades)) {
          const { record, name, phase } = view;
          const counterparty = record?.find('counterparty');
          if (record === undefined || counterparty === undefined) continue;
          const is_completed = record.find('status')?.value === 'Completed';
          if (is_completed !== (phase === 'settled')) misstated ??= view;
          else
            counterparty.expect(
              is_completed !== counterparty.isNull(),
              `${name}: status and counterparty of a trade do not agree.`,
            );
        }
        // When a trade is Completed is said elsewhere (TRD-6).
        if (misstated !== undefined) throw new Blocked(saysWrongStatus(misstated), misstated.reply.exchange);
      },
    ),
  ];
}

/** PRIV-12, PRIV-15, PRIV-18: what the invoices, paid in an order, tell of anything else. */
function silenceChecks(order: (typeof ORDERS)[number]): readonly Check[] {
  const which = order.split(' ')[0] ?? '';
  return [
    onStory(
      `PRIV-15/after-the-${which}-invoice`,
      `After the ${which}'s invoice alone nothing names the seller to any buyer`,
      PAID,
      order,
      (t, story) => {
        expectAnonymous(t, story, viewsIn(story, 'one invoice paid'));
        if (story.views.every(({ by }) => by !== 'third')) t.observe('there was no third party');
      },
    ),
    onStory(
      `PRIV-12/other-deals-${which}-first`,
      'Settlement tells nothing of the same parties’ other bids and trades, nor of lots',
      PAID,
      order,
      (t, story) => {
        expectMasked(t, story.others);
        expectAnonymous(t, story, story.others.concat(viewsIn(story, 'settled').filter((view) => view.of === 'listing')));
      },
    ),
    onStory(
      `PRIV-18/other-buyers-${which}-first`,
      'After settlement another buyer sees nothing of the seller',
      [...PAID, 'rival'],
      order,
      (t, story) => {
        expectAnonymous(
          t,
          story,
          viewsIn(story, 'settled').filter(({ by }) => by === 'third'),
        );
      },
    ),
  ];
}

export const SETTLEMENT: readonly Check[] = [
  ...ORDERS.flatMap((order) => [...maskChecks(order), ...silenceChecks(order)]),
  onStory(
    'PRIV-6/before-payment',
    'Before any invoice is paid nothing names the seller to a buyer',
    PAID,
    'buyer first',
    (t, story) => {
      expectAnonymous(t, story, [...viewsIn(story, 'pending'), ...viewsIn(story, 'accepted')]);
      for (const text of story.deliveries) {
        expectThat(!isTellingName(story.seller_name) || !holdsName(text, story.seller_name), {
          message: 'A delivery tells a buyer the name of the seller before the trade is settled.',
          observed: text.slice(0, 400),
        });
      }
    },
  ),
  onStory(
    'PRIV-6/unpaid-deal',
    'No view of a bid or of an unpaid trade names the seller to a buyer',
    ['buyer', 'writes'],
    'unpaid',
    async (t, story) => {
      await ensureKnownFarm(t, chooseSeller(t));
      expectAnonymous(t, story, story.views);
    },
  ),
  onStory('PRIV-13/pending', 'The counterparty of a pending bid is null for both', ['buyer', 'writes'], 'unpaid', (t, story) => {
    expectMasked(t, viewsIn(story, 'pending'));
  }),
  onStory(
    'PRIV-13/accepted',
    'The counterparty of an accepted bid and of its unpaid trade is null for both',
    ['buyer', 'writes'],
    'unpaid',
    (t, story) => {
      expectMasked(t, viewsIn(story, 'accepted'));
    },
  ),
];
