/** EVT-6 to EVT-10 and CONV-2: what the data of an event can be, beyond the plain example. */
import { DELIVERED_TYPES, makePayload } from '../envelope.ts';
import { quietDrill, type Drill } from '../drill.ts';
import type { DrillContext } from '../drill-context.ts';
import { requireNoLosses, requireNonAsciiEffects, typesWithEffect } from './effects.ts';
import { checkGood, requireTwin } from './pair.ts';
import type { JsonObject } from '#client';

interface Variation {
  readonly id: Drill['id'];
  readonly title: string;
  /** Matches the types that are delivered. */
  readonly types: RegExp;
  /** What to change in the plain data, one delivery for each change. An undefined member is left out. */
  readonly changes: readonly (JsonObject | ((plain: JsonObject) => JsonObject))[];
  readonly cause: string;
  /** The document does not state the rule. */
  readonly is_advice: boolean;
}

const LONG = '0123456789abcdef-0123456789abcdef-0123456789abcdef';

/** Names that people and companies have. */
const NAMES = ['O\'Brien & Sons "North" 50%', 'Île-à-la-Crosse'];
const NAME_ADVICE = 'An apostrophe, a quote, or an accent in it probably causes an SQL error: pass values as parameters.';

const IDS = ['bid_id', 'trade_id', 'inventory_id', 'offer_id', 'cash_bid_id'];

/** New ids each time: a receiver may act only once on one bid. */
function lengthenIds(plain: JsonObject): JsonObject {
  return Object.fromEntries(IDS.filter((key) => key in plain).map((key) => [key, `${String(plain[key])}-${LONG}`]));
}

const VARIATIONS: readonly Variation[] = [
  {
    id: 'EVT-6/each-status',
    title: 'A bid event is accepted with every status',
    types: /^bid\./,
    changes: ['pending', 'accepted', 'rejected', 'countered', 'cancelled', 'expired'].map((status) => ({ status })),
    cause: 'The status is that of the bid at send time (EVT-21), so it can differ from the type, and be cancelled or expired.',
    is_advice: false,
  },
  {
    id: 'EVT-6/other-type',
    title: 'A bid event is accepted with another bid type',
    types: /^bid\./,
    changes: [{ type: 'multi_grade' }, { type: 'forward_contract' }],
    cause: 'The bid type is a string, and the document does not list its values.',
    is_advice: true,
  },
  {
    id: 'EVT-7/decimals',
    title: 'A trade event is accepted with decimals in its quantity and its price',
    types: /^trade\./,
    changes: [{ quantity_mt: 120.125 }, { quantity_mt: 0.01 }, { price: { amount: 305.25, currency: 'CAD', unit: 'MT' } }],
    cause: 'The quantity_mt and the amount of a price are numbers, not integers, and a quantity can be 0.01 (the smallest bid).',
    is_advice: false,
  },
  {
    id: 'EVT-7/large-numbers',
    title: 'A trade event is accepted with a large quantity and a large amount',
    types: /^trade\./,
    changes: [{ quantity_mt: 1_250_000.5 }, { price: { amount: 98_765.25, currency: 'CAD', unit: 'MT' } }],
    cause: 'The document states no maximum of quantity_mt and amount: use wide columns.',
    is_advice: true,
  },
  {
    id: 'EVT-7/other-commodity',
    title: 'A trade event is accepted with another commodity',
    types: /^trade\./,
    changes: [{ commodity: { slug: 'faba-beans', name: 'Faba beans' } }],
    cause: 'The slug of a commodity is a string, and the document does not list its values.',
    is_advice: true,
  },
  {
    id: 'EVT-7/names',
    title: 'A trade event is accepted with any name of the commodity',
    types: /^trade\./,
    changes: NAMES.map((name) => ({ commodity: { slug: 'cwrs-wheat', name } })),
    cause: `The name of a commodity is free text. ${NAME_ADVICE}`,
    is_advice: false,
  },
  {
    id: 'EVT-7/other-price',
    title: 'A trade event is accepted with another currency, another unit, and the member firm',
    types: /^trade\./,
    changes: [
      { price: { amount: 305, currency: 'USD', unit: 'MT' } },
      { price: { amount: 8, currency: 'CAD', unit: 'BU' } },
      { price: { amount: 305, currency: 'CAD', unit: 'MT', firm: null } },
    ],
    cause:
      'The currency and the unit of a price are strings whose values the document does not list, and a price can have the member firm.',
    is_advice: true,
  },
  {
    id: 'EVT-7/other-status',
    title: 'A trade event is accepted with another status',
    types: /^trade\./,
    changes: [{ status: 'Completed' }, { status: 'Pending' }, { status: 'Cancelled' }],
    cause: 'The document shows the statuses Pending and Completed, and there may be others.',
    is_advice: true,
  },
  {
    id: 'EVT-7/trade-of-an-offer',
    title: 'A trade.created event is accepted without a bid and a lot',
    types: /^trade\.created/,
    changes: [
      { bid_id: null, inventory_id: null },
      { bid_id: undefined, inventory_id: undefined },
    ],
    cause: 'A trade from a cash-bid offer has no bid and no lot: its bid_id and inventory_id can be null or absent.',
    is_advice: true,
  },
  {
    id: 'EVT-8/trade-of-an-offer',
    title: 'A trade.settled event is accepted without a lot',
    types: /^trade\.settled/,
    changes: [{ inventory_id: null }, { inventory_id: undefined }],
    cause: 'A trade from a cash-bid offer has no lot: its inventory_id can be null or absent.',
    is_advice: true,
  },
  {
    id: 'EVT-9/other-status',
    title: 'An offer event is accepted with another status',
    types: /^cashbid\./,
    changes: [{ status: 'accepted' }, { status: 'rejected' }, { status: 'expired' }],
    cause: 'The status of an offer is a string. The document shows pending, and there may be others.',
    is_advice: true,
  },
  {
    id: 'EVT-10/whole-number',
    title: 'An analysis.requested event is accepted with a total in whole dollars',
    types: /^analysis\.requested/,
    changes: [{ invoice_total: 84 }, { invoice_total: 0 }],
    cause: 'The invoice_total is a number, so JSON writes 84 and not 84.0.',
    is_advice: false,
  },
  {
    id: 'EVT-10/empty-list',
    title: 'An analysis.requested event is accepted with one or no analysis type',
    types: /^analysis\.requested/,
    changes: [{ analysis_types: ['protein'] }, { analysis_types: [] }],
    cause: 'The analysis_types are a list of any length.',
    is_advice: true,
  },
  {
    id: 'EVT-10/other-values',
    title: 'An analysis event is accepted with another analysis type, another payer, and another grade',
    types: /^analysis\./,
    changes: [{ analysis_types: ['deoxynivalenol'] }, { billed_to: 'seller' }, { grade: 'Sample CW Account Heated' }],
    cause: 'The analysis_types, billed_to, and grade are strings, and the document does not list their values.',
    is_advice: true,
  },
  {
    id: 'CONV-4/other-reference',
    title: 'A reference of another length and form is accepted',
    types: /^(bid\.|analysis\.)/,
    changes: [{ reference: 'Lot 117/B (east bin), harvest of 2026' }],
    cause: 'A reference is text for people: the document does not promise its form.',
    is_advice: true,
  },
  {
    id: 'EVT-12/names',
    title: 'A congestion event is accepted with any name of the location',
    types: /^queue\./,
    changes: [...NAMES, 'Receiving pit '.repeat(8)].map((name) => ({ name })),
    cause: `The name of a location is free text, which can be long. ${NAME_ADVICE}`,
    is_advice: true,
  },
  {
    id: 'EVT-12/zero',
    title: 'A congestion event is accepted with 0 trucks',
    types: /^queue\./,
    changes: [{ trucks_waiting: 0 }],
    cause: 'It takes the number 0 for a missing value: check for undefined.',
    is_advice: true,
  },
  {
    id: 'CONV-2/long-ids',
    title: 'Ids of another length and form are accepted',
    types: /^(bid\.accepted|trade\.created|cashbid|analysis\.graded)/,
    changes: [lengthenIds],
    cause: 'It requires ids of one length or form, or its columns are short: ids are opaque strings.',
    is_advice: true,
  },
];

/** The changes of members that the plain data has. */
const changesOf = (plain: JsonObject, by: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(by).filter(([key]) => key in plain));

/** Without the members that a change makes undefined. */
function apply(plain: JsonObject, by: JsonObject): JsonObject {
  const changed = { ...plain, ...by };
  return Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
}

/** For a message: `status "Completed", price absent`. */
const describe = (by: JsonObject): string =>
  Object.entries(by)
    .map(([key, value]) => `${key} ${value === undefined ? 'absent' : JSON.stringify(value)}`)
    .join(', ');

async function check(t: DrillContext, { types, changes, cause, is_advice, id }: Variation): Promise<void> {
  await t.requireGenuine();
  const accepted: { id: string; what: string; type: string }[] = [];
  for (const type of DELIVERED_TYPES.filter((one) => types.test(one))) {
    await requireTwin(t, { type });
    for (const change of changes) {
      // New ids each time: a receiver may act once on one bid.
      const plain = makePayload(type);
      const by = changesOf(plain, typeof change === 'function' ? change(plain) : change);
      const what = `${type} with ${describe(by)}`;
      const shape = { type, data: apply(plain, by) };
      const response = await checkGood(t, shape, { cause: `It rejects ${what}. ${cause}`, is_advice });
      if (response === undefined) return;
      accepted.push({ id: response.delivery.envelope.id, what, type });
    }
  }
  // A receiver may ignore an event with another status.
  if (id.endsWith('-status') || t.run.settings.countEffects === undefined) return;
  const having = await typesWithEffect(t);
  const due = accepted.filter(({ type }) => having.includes(type));
  const found = await t.awaitEffectsOfAll(due.map((one) => one.id));
  const lost = due.find((_one, at) => found[at] === 0);
  if (lost === undefined) return;
  await requireNoLosses(t);
  if (/[^\0-\x7F]/.test(lost.what)) await requireNonAsciiEffects(t);
  t.warn(
    `${lost.what} was accepted and took no effect, as a plain ${lost.type} does.`,
    undefined,
    `Its work probably fails after the response, and the event is lost. ${cause}`,
  );
}

export const PAYLOAD_DRILLS: readonly Drill[] = VARIATIONS.map((one) =>
  // Runs alone, so that events that a receiver takes for duplicates do not come from other drills.
  quietDrill(one.id, one.title, async (t) => check(t, one)),
);
