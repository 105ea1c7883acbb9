/** SIG-6, VER-2: it fails on an unknown type, or acts on it. */
import { EVENTS } from '#spec/events';
import { refuseUnless } from '../events.ts';
import { explained, faults, type FaultyRow } from '../row.ts';

const KNOWN_TYPES: readonly string[] = Object.keys(EVENTS);
const TYPE_LENGTH_MAX = 32;
const DATA_LENGTH_MAX = 2_000;

/** Looks up a handler as `handlers[type]?.call(undefined)` does. */
function callHandler(type: string): void {
  const handlers: Readonly<Record<string, () => void>> = {};
  handlers[type]?.call(undefined);
}

const REFUSALS = faults('faulty', {
  'SIG-6/two-part-types: It splits a type at its dots, and fails unless there are two parts.': explained(
    'SIG-6/new-forms',
    /unknown type/,
    refuseUnless(({ type }) => type.split('.').length === 2, 500),
  ),
  'SIG-6/short-type-column: Its type column holds 32 characters, and a longer type is a database error.': explained(
    'SIG-6/new-forms',
    /unknown type|length/,
    refuseUnless(({ type }) => type.length <= TYPE_LENGTH_MAX, 500),
  ),
  'SIG-6/letters-only-types: It returns 400 for a type with a digit or a hyphen.': explained(
    'SIG-6/new-forms',
    /unknown type|characters/,
    refuseUnless(({ type }) => /^[a-z_.]+$/i.test(type), 400),
  ),
});

const ODD_REFUSALS = faults('warned', {
  'SIG-6/handlers-in-an-object: It looks up handlers[type] in a plain object, so that __proto__ and hasOwnProperty crash it.':
    explained('SIG-6/odd-forms', /Map|own propert/, {
      validate: ({ type }) => {
        callHandler(type);
        return undefined;
      },
    }),
  'SIG-6/refuses-the-reserved-type: It returns 400 for inventory.matched, which the document reserves.': explained(
    'SIG-6/reserved-type',
    /document reserves/,
    refuseUnless(({ type }) => type !== 'inventory.matched', 400),
  ),
  'SIG-6/reads-unknown-data: It fails on the long, nested data of a type that it does not know.': explained(
    'SIG-6/rich-data',
    /depth or size/,
    refuseUnless(({ type, data }) => KNOWN_TYPES.includes(type) || JSON.stringify(data).length < DATA_LENGTH_MAX, 500),
  ),
  'SIG-6/types-need-a-dot: It crashes on a type without a dot.': explained(
    'SIG-6/odd-forms',
    /unknown type|dot/,
    refuseUnless(({ type }) => type.includes('.'), 500),
  ),
});

const EFFECTS = faults('faulty', {
  'SIG-6/acts-on-everything: It acts on every event of any type.': explained('SIG-6/no-effect', /default|unknown/, {
    acts: () => true,
  }),
  'SIG-6/matches-the-beginning: It matches the beginning of a type, so it acts on bid.accepted_in_part as on bid.accepted.':
    explained('SIG-6/no-effect', /beginning|prefix|whole type/, {
      acts: (type) => KNOWN_TYPES.some((known) => type.startsWith(known)),
    }),
  'SIG-6/family-default: It treats every other event of a trade as its settlement.': explained(
    'SIG-6/no-effect',
    /default|family|whole type/,
    { acts: (type) => KNOWN_TYPES.includes(type) || type.startsWith('trade.') },
  ),
  'SIG-6/action-alone: It checks only the last part of a type, so it acts on offer.accepted as on bid.accepted.': explained(
    'SIG-6/no-effect',
    /whole type|last part|family/,
    { acts: (type) => KNOWN_TYPES.some((known) => known.split('.')[1] === type.split('.').at(-1)) },
  ),
});

const ODD_EFFECTS = faults('warned', {
  'SIG-6/case-insensitive-types: It compares types case-insensitively, and acts on BID.ACCEPTED.': explained(
    'SIG-6/no-effect-of-look-alikes',
    /case/,
    { acts: (type) => KNOWN_TYPES.includes(type.toLowerCase()) },
  ),
  'SIG-6/trims-types: It trims a type before it compares it.': explained('SIG-6/no-effect-of-look-alikes', /case|space|exact/, {
    acts: (type) => KNOWN_TYPES.includes(type.trim()),
  }),
  'EVT-2/acts-on-the-event-header: It routes by the header SVC-Event, which is not signed.': explained(
    'EVT-2/unsigned-event-header',
    /SVC-Event/,
    { acts: (_type, { headers }) => KNOWN_TYPES.includes(headers['svc-event']?.toString() ?? '') },
  ),
});

export const UNKNOWN_TYPE_FAULTS: readonly FaultyRow[] = [...REFUSALS, ...ODD_REFUSALS, ...EFFECTS, ...ODD_EFFECTS];
