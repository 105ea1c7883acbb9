/** Common faults of networks and services. `POST /faults` accepts many more. */

export interface Fault extends Readonly<Record<string, unknown>> {
  id: string;
  struck: number;
}

/** A body of `POST /faults`. */
type FaultBody = Readonly<Record<string, unknown>>;

/** `when` is given wherever the effect alone does not determine it, so that `isMadeBy` can compare it. */
export const PRESETS: readonly (readonly [text: string, body: FaultBody])[] = [
  ['Lose the response of every placed bid', { request: { operation_id: 'placeBid' }, effect: 'drop', when: 'after' }],
  ['Reply 503 to every request', { request: {}, status: 503, when: 'before' }],
  ['Reply 429 with Retry-After: 2 to every request', { request: {}, status: 429, retry_after: 2, when: 'before' }],
  ['Delay every response by 2 s', { request: {}, latency_ms: 2_000 }],
  ['Cut off every response in the middle', { request: {}, effect: 'truncate' }],
  ['Drop one in ten requests, at random', { request: {}, effect: 'drop', when: 'before', probability: 0.1 }],
  ['Send every webhook twice', { delivery: {}, effect: 'duplicate' }],
  ["Lose the receiver's response to every webhook", { delivery: {}, effect: 'lose_answer' }],
  ['Sign every webhook wrongly', { delivery: {}, effect: 'bad_signature' }],
  ['Sign every webhook with an old time', { delivery: {}, effect: 'stale' }],
  ['Change the body of every webhook after signing', { delivery: {}, effect: 'tamper' }],
];

/** The values of fields that the body leaves out. */
const DEFAULTS = { skip: 0, count: null, probability: 1, latency_ms: 0, effect: null };

/** Whether POST /faults with this body creates this fault. False if the fault also has a limit or a delay. */
export function isMadeBy(fault: Fault, body: FaultBody): boolean {
  const { status, retry_after, ...fields } = body;
  const wanted = { ...DEFAULTS, ...(status === undefined ? {} : { effect: 'status' }), ...fields };
  const refusal = typeof fault['refusal'] === 'object' ? fault['refusal'] : null;
  const { status: its_status, retry_after: its_delay }: FaultBody = { ...refusal };
  return (
    its_status === status &&
    its_delay === retry_after &&
    Object.entries(wanted).every(([name, value]) => JSON.stringify(fault[name]) === JSON.stringify(value))
  );
}

/** Fields that the list shows separately. */
const NOT_DESCRIBED: ReadonlySet<string> = new Set(['id', 'matched', 'struck', ...Object.keys(DEFAULTS)]);

/** The fields of a fault that differ from their defaults, in one line: `flt_3: delivery event=bid.accepted, effect=bad_signature, count=1`. */
export function describeFault({ request, delivery, refusal, ...fault }: Fault): string {
  const list = (fields: unknown): readonly string[] =>
    Object.entries({ ...(typeof fields === 'object' ? fields : null) }).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`],
    );
  const changed = Object.entries(DEFAULTS).flatMap(([name, usual]) =>
    fault[name] === usual || fault[name] === 'status' ? [] : [[name, fault[name]] as const],
  );
  const others = Object.entries(fault).filter(([name]) => !NOT_DESCRIBED.has(name));
  const matched = `${delivery === undefined ? 'request' : 'delivery'} ${list(delivery ?? request).join(' ')}`.trim();
  return `${fault.id}: ${[matched, ...list(Object.fromEntries([...changed, ...others])), ...list(refusal)].join(', ')}`;
}
