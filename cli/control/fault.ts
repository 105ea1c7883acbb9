import type { DeliveryFault, Fault, RequestFault } from '#mock';
import type { Command } from 'commander';
import { UsageError } from '../errors.ts';
import { readNumberFlag } from '../flags/values.ts';
import { count, drawTable } from './format.ts';
import { type Verbs, addVerbs, verb } from './verb.ts';

const REQUEST_FLAGS = { operation: 'operation_id', method: 'method', path: 'path', as: 'persona' } as const;
const DELIVERY_FLAGS = { event: 'event', subscription: 'subscription_id' } as const;
const NUMBERS = {
  attempt: { min: 1, max: 5 },
  status: { min: 400, max: 599 },
  latency: { min: 1, max: 60_000 },
  retryAfter: { min: 0, max: 86_400 },
  skip: { min: 0, max: 1_000_000 },
  count: { min: 1, max: 1_000_000 },
  probability: { min: 0.001, max: 1, allows_decimals: true },
} as const;

/** The flags by the field of the API that they set. */
const FLAG_OF: Readonly<Record<string, string>> = {
  'request.operation_id': '--operation',
  'request.method': '--method',
  'request.path': '--path',
  'request.persona': '--as',
  'delivery.event': '--event',
  'delivery.subscription_id': '--subscription',
  effect: '--effect',
  when: '--when',
  status: '--status',
  code: '--code',
  message: '--message',
  retry_after: '--retry-after',
};

type Flags = Partial<
  Record<
    keyof typeof REQUEST_FLAGS | keyof typeof DELIVERY_FLAGS | keyof typeof NUMBERS | 'effect' | 'when' | 'code' | 'message',
    string
  >
> & {
  deliveries?: true;
};

const EFFECTS = `
Effects on requests:   drop, truncate, malform
Effects on deliveries: drop, lose_answer, duplicate, stale, bad_signature, tamper`;

const VERBS: Verbs = {
  add: verb<Flags>({
    summary: 'Disturb requests or deliveries, as an unreliable network does',
    options: [
      ['--operation <id>', 'only requests of this operation, such as placeBid'],
      ['--method <name>', 'only requests with this method'],
      ['--path <path>', 'only requests to this path, such as /bids/bid_1 or "/inventory/*/bids"'],
      ['--as <persona>', 'only requests of this persona, such as buyer'],
      ['--deliveries', 'disturb all deliveries; --event, --subscription, or --attempt select some'],
      ['--event <type>', 'only deliveries of this event type, such as bid.accepted'],
      ['--subscription <id>', 'only deliveries of this subscription'],
      ['--attempt <number>', 'only this attempt of a delivery, 1 to 5'],
      ['--status <code>', 'respond with this error status, 400 to 599'],
      ['--code <code>', 'the error code of that response (default: fault)'],
      ['--message <text>', 'the error message of that response'],
      ['--retry-after <seconds>', 'the header Retry-After of that response'],
      ['--effect <name>', 'what to do to the exchange: a name from the lists below'],
      ['--when <moment>', 'before (default) or after the request is carried out: when to disturb it'],
      ['--latency <ms>', 'delay, alone or before the effect'],
      ['--skip <number>', 'let this many matches pass first'],
      ['--count <number>', 'apply this many times (default: no limit)'],
      ['--probability <number>', 'apply to this share of the matches, at random, such as 0.2'],
    ],
    after: EFFECTS,
    flag_of: FLAG_OF,
    examples: [
      'gristmill fault add --operation placeBid --effect drop --when after --count 1',
      'gristmill fault add --operation listInventory --status 503 --retry-after 2',
      'gristmill fault add --method POST --effect drop --when after --probability 0.2',
      'gristmill fault add --event bid.accepted --effect duplicate',
    ],
    run: async (mock, _, flags) => {
      const fault = await mock.fault(faultOf(flags));
      return {
        value: fault,
        lines: [`Added ${fault.id} for ${describeFault(fault)}. To remove it: gristmill fault clear ${fault.id}`],
      };
    },
  }),
  list: verb({
    summary: 'List the faults, and how often each one applied',
    examples: ['gristmill fault list', 'gristmill fault list --json'],
    run: async (mock) => {
      const faults = await mock.control<{ items: Fault[] }>('GET', '/faults');
      const rows = faults.items.map((fault) => [fault.id, describeFault(fault), String(fault.matched), String(fault.struck)]);
      return { value: faults, lines: drawTable(['id', 'fault', 'matched', 'applied'], rows, 'There are no faults.') };
    },
  }),
  'clear [id]': verb({
    summary: 'Remove one fault, or all of them',
    examples: ['gristmill fault clear', 'gristmill fault clear flt_1'],
    run: async (mock, [id]) => {
      if (id !== undefined)
        return { value: await mock.control('DELETE', `/faults/${encodeURIComponent(id)}`), lines: [`Removed ${id}.`] };
      const removed = await mock.control<{ deleted: number }>('DELETE', '/faults');
      return { value: removed, lines: [`Removed ${count(removed.deleted, 'fault', 'faults')}.`] };
    },
  }),
};

export function configure(command: Command): void {
  addVerbs(command, VERBS);
}

function faultOf(flags: Flags): RequestFault | DeliveryFault {
  const is_delivery = flags.deliveries === true || flags.attempt !== undefined || given(flags, DELIVERY_FLAGS).length > 0;
  const [misplaced] = is_delivery ? given(flags, REQUEST_FLAGS) : [];
  if (misplaced !== undefined)
    throw new UsageError(`--${misplaced}`, 'applies to requests, but another flag selects deliveries; add two faults');
  if (flags.effect === undefined && flags.status === undefined && flags.latency === undefined)
    throw new UsageError('--effect', 'is missing; use --effect, --status, or --latency');
  const numberOf = (name: keyof typeof NUMBERS): number | undefined => {
    const text = flags[name];
    const flag = `--${name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)}`;
    return text === undefined ? undefined : readNumberFlag(flag, text, NUMBERS[name]);
  };
  const match = is_delivery
    ? { delivery: { ...pick(flags, DELIVERY_FLAGS), attempt: numberOf('attempt') } }
    : { request: pick(flags, REQUEST_FLAGS) };
  // The mock validates names and combinations, and its message lists the allowed values. JSON leaves out what is undefined.
  return {
    ...match,
    effect: flags.effect,
    when: flags.when,
    status: numberOf('status'),
    code: flags.code,
    message: flags.message,
    retry_after: numberOf('retryAfter'),
    latency_ms: numberOf('latency'),
    skip: numberOf('skip'),
    count: numberOf('count'),
    probability: numberOf('probability'),
  } as RequestFault | DeliveryFault;
}

function given(flags: Flags, names: object): string[] {
  return Object.keys(names).filter((name) => name in flags);
}

function pick(flags: Flags, names: Readonly<Partial<Record<keyof Flags, string>>>): Record<string, unknown> {
  // Object.entries widens the names of the flags to string.
  const pairs = Object.entries(names) as [keyof Flags, string][];
  return Object.fromEntries(pairs.map(([flag, field]) => [field, flags[flag]]));
}

/** What has its own column in the table, and the function of the driver that removes the fault. */
const NO_TRAITS: ReadonlySet<string> = new Set(['id', 'matched', 'struck', 'remove']);
/** Defaults, and what another trait already says. */
const NOT_SHOWN: ReadonlySet<string> = new Set(['probability=1', 'effect=status', 'code=fault', 'when=before']);

/** Describes a fault in one line. */
function describeFault({ request, delivery, refusal, ...others }: Fault): string {
  const traits: Readonly<Record<string, unknown>> = {
    ...request,
    ...delivery,
    ...others,
    status: refusal?.status,
    code: refusal?.code,
    retry_after: refusal?.retry_after,
  };
  const shown = Object.entries(traits).flatMap(([name, value]) => {
    const text = `${name}=${String(value)}`;
    return value === null || value === undefined || value === 0 || NO_TRAITS.has(name) || NOT_SHOWN.has(text) ? [] : [text];
  });
  // A fault without a filter applies to everything, which is easily overlooked.
  const filters = Object.values({ ...request, ...delivery }).filter((value) => value !== null && value !== undefined);
  return [...(filters.length === 0 ? ['all'] : []), delivery === undefined ? 'requests' : 'deliveries', ...shown].join(' ');
}
