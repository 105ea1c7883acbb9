/** SIG-6, VER-2: it fails on an unknown type, or acts on it. */
import { EVENTS } from '#spec/events';
import { refuseUnless } from './events.ts';
import { faultyRows, type FaultyRow } from './row.ts';

const KNOWN_TYPES: readonly string[] = Object.keys(EVENTS);
const TYPE_LENGTH_MAX = 32;

/** Looks up a handler as `handlers[type]?.call(undefined)` does. */
function callHandler(type: string): void {
  const handlers: Readonly<Record<string, () => void>> = {};
  handlers[type]?.call(undefined);
}

const REFUSALS = faultyRows('faulty', [
  [
    'two-part-types',
    'It splits a type at its dots, and fails unless there are two parts.',
    'SIG-6/new-forms',
    /unknown type/,
    refuseUnless(({ type }) => type.split('.').length === 2, 500),
  ],
  [
    'short-type-column',
    'Its type column holds 32 characters, and a longer type is a database error.',
    'SIG-6/new-forms',
    /unknown type|length/,
    refuseUnless(({ type }) => type.length <= TYPE_LENGTH_MAX, 500),
  ],
  [
    'letters-only-types',
    'It answers 400 to a type with a digit or a hyphen.',
    'SIG-6/new-forms',
    /unknown type|characters/,
    refuseUnless(({ type }) => /^[a-z_.]+$/i.test(type), 400),
  ],
]);

const ODD_REFUSALS = faultyRows('warned', [
  [
    'handlers-in-an-object',
    'It looks up handlers[type] in a plain object, so that __proto__ and hasOwnProperty crash it.',
    'SIG-6/odd-forms',
    /Map|own propert/,
    {
      validate: ({ type }) => {
        callHandler(type);
        return undefined;
      },
    },
  ],
  [
    'types-need-a-dot',
    'It crashes on a type without a dot.',
    'SIG-6/odd-forms',
    /unknown type|dot/,
    refuseUnless(({ type }) => type.includes('.'), 500),
  ],
]);

const EFFECTS = faultyRows('faulty', [
  ['acts-on-everything', 'It acts on every event of any type.', 'SIG-6/no-effect', /default|unknown/, { acts: () => true }],
  [
    'matches-the-beginning',
    'It matches the beginning of a type, so it acts on bid.accepted_in_part as on bid.accepted.',
    'SIG-6/no-effect',
    /beginning|prefix|whole type/,
    { acts: (type) => KNOWN_TYPES.some((known) => type.startsWith(known)) },
  ],
  [
    'family-default',
    'It treats every other event of a trade as its settlement.',
    'SIG-6/no-effect',
    /default|family|whole type/,
    { acts: (type) => KNOWN_TYPES.includes(type) || type.startsWith('trade.') },
  ],
  [
    'action-alone',
    'It checks only the last part of a type, so it acts on offer.accepted as on bid.accepted.',
    'SIG-6/no-effect',
    /whole type|last part|family/,
    { acts: (type) => KNOWN_TYPES.some((known) => known.split('.')[1] === type.split('.').at(-1)) },
  ],
]);

const ODD_EFFECTS = faultyRows('warned', [
  [
    'case-insensitive-types',
    'It compares types case-insensitively, and acts on BID.ACCEPTED.',
    'SIG-6/no-effect-of-look-alikes',
    /case/,
    { acts: (type) => KNOWN_TYPES.includes(type.toLowerCase()) },
  ],
  [
    'trims-types',
    'It trims a type before it compares it.',
    'SIG-6/no-effect-of-look-alikes',
    /case|space|exact/,
    { acts: (type) => KNOWN_TYPES.includes(type.trim()) },
  ],
  [
    'acts-on-the-event-header',
    'It routes by the header SVC-Event, which is not signed.',
    'EVT-2/unsigned-event-header',
    /SVC-Event/,
    { acts: (_type, { headers }) => KNOWN_TYPES.includes(headers['svc-event']?.toString() ?? '') },
  ],
]);

export const UNKNOWN_TYPE_FAULTS: readonly FaultyRow[] = [...REFUSALS, ...ODD_REFUSALS, ...EFFECTS, ...ODD_EFFECTS];
