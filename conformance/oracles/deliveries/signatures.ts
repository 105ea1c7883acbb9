/** SIG clauses: verifies every delivery the way a receiver would. */
import { Breach, explainSignature, isSigned, readEnvelope, parseSignature, type Exchange, type Receipt, type Run } from '#client';
import { oracle, type Oracle, type OracleOpinion } from '../oracle.ts';

/** The maximum difference between `t` and the arrival time. */
const AGE_SECONDS = 5;
/** SIG-3: receivers reject a delivery whose `t` is further off than this. */
const TOLERANCE_SECONDS = 300;
/** A larger difference between the target's clock and this machine's is taken into account. */
const DATE_RESOLUTION_SECONDS = 1.5;

export const SIGNATURE_ORACLES: readonly Oracle[] = [
  oracle('SIG-1/every-delivery', 'Every delivery is signed: v1 is the HMAC-SHA256 of <t>.<raw body>, keyed with the secret', {
    check: noteSkew,
    checkReceipt: checkSignature,
  }),
  oracle('SIG-8/signed-when-sent', 't is the time at which the delivery was sent', {
    check: noteSkew,
    checkReceipt: (receipt, run) => {
      const off = secondsOff(receipt, run);
      if (off === undefined) return undefined;
      // No attempt precedes the first delivery of a run, so only the clock can explain it.
      const of_first = run.remember('first delivery', () => ({ off }));
      if (off <= AGE_SECONDS) return 'fine';
      // A retry that comes soon is off by little more than the limit, so the first must be off too.
      const is_clock = of_first.off > DATE_RESOLUTION_SECONDS && Math.abs(off - of_first.off) <= AGE_SECONDS;
      return breach(receipt, `t differs from the arrival of the delivery by ${Math.round(off)} s.`, {
        expected: `t within ${AGE_SECONDS} s of the arrival`,
        likely_cause: is_clock
          ? 'the clock that signs is wrong: all deliveries are off by this much'
          : 'a retry or replay reuses the signature of an earlier attempt',
      });
    },
  }),
  oracle('SIG-11/plain', 'The signature has one v1 in lowercase hex, and only t and v1', {
    checkReceipt: (receipt) => {
      const header = receipt.arrival.headers['svc-signature'];
      if (header === undefined) return undefined;
      const { v1, sha256, others } = parseSignature(header);
      const is_plain = v1.length === 1 && v1.every((one) => one === one.toLowerCase()) && sha256.length + others.length === 0;
      return is_plain ? 'fine' : breach(receipt, 'The signature has a different form than in the mock.', {});
    },
  }),
];

/** SIG-1 */
export function checkSignature(
  receipt: Pick<Receipt, 'arrival'> & { subscription: { secret: string } | undefined },
  run: Run,
): OracleOpinion {
  const { arrival, subscription } = receipt;
  const header = arrival.headers['svc-signature'];
  if (header === undefined || subscription === undefined) return undefined;
  const { t, v1, others } = parseSignature(header);
  const [time = ''] = t;
  if (t.length !== 1 || !/^\d+$/.test(time)) {
    return breach(receipt, 'SVC-Signature does not contain exactly one t in Unix seconds.', {
      expected: 't=<unix_seconds>,v1=<hex>',
    });
  }
  if (v1.length === 0) return breach(receipt, 'SVC-Signature contains no v1.', { expected: 't=<unix_seconds>,v1=<hex>' });
  if (!isSigned(arrival, subscription.secret, time, v1)) {
    const likely_cause = explainSignature(arrival, subscription.secret, time, v1);
    return breach(receipt, 'v1 is not the HMAC-SHA256 of <t>.<raw body>, keyed with the whole secret.', {
      expected: 'hex(hmac_sha256(whsec_…, `${t}.${raw_body}`))',
      ...(likely_cause === undefined ? {} : { likely_cause }),
    });
  }
  if ((secondsOff(receipt, run) ?? 0) > TOLERANCE_SECONDS) {
    return breach(receipt, `t differs from the arrival by more than ${TOLERANCE_SECONDS} s, so every receiver must reject it.`, {
      expected: 'the time of sending in Unix seconds',
      ...(time.length > 11 ? { likely_cause: 't is in milliseconds' } : {}),
    });
  }
  if (v1.length > 1 || others.length > 0) {
    return breach(receipt, 'SVC-Signature contains undocumented fields.', {
      expected: 't=<unix_seconds>,v1=<hex>, optionally with sha256=<hex>',
      severity: 'warn',
    });
  }
  return 'fine';
}

function breach(
  { arrival }: Pick<Receipt, 'arrival'>,
  message: string,
  details: { expected?: string; likely_cause?: string; severity?: 'warn' },
): Breach {
  const observed = arrival.headers['svc-signature'] ?? 'no header';
  return new Breach({ message, exchange: readEnvelope(arrival).reply.exchange, pointer: '/SVC-Signature', observed, ...details });
}

/**
 * How many seconds `t` is outside the times at which the delivery can have been signed (SIG-9). The signer can use the real time or the target's clock, which
 * the operator can have moved before the run, and hooks during it.
 */
function secondsOff({ arrival }: Pick<Receipt, 'arrival'>, run: Run): number | undefined {
  const header = arrival.headers['svc-signature'];
  const t = header === undefined ? undefined : parseSignature(header).t[0];
  if (t === undefined || !/^\d+$/.test(t)) return undefined;
  // If this machine was too busy to read it immediately, it arrived between these two times.
  const [came, arrived] = [(arrival.at_ms - arrival.stalled_ms) / 1_000, arrival.at_ms / 1_000];
  const { first = 0, last = 0 } = skewOf(run);
  const [slowest, fastest] = [Math.min(first, last), Math.max(first, last) + run.clock.moved_seconds];
  const secondsOutside = (low: number, high: number): number => Math.max(0, came + low - Number(t), Number(t) - (arrived + high));
  // The clocks of several machines of a deployment can differ a little, so only a clock that was moved far ahead leaves a gap.
  if (slowest <= TOLERANCE_SECONDS) return secondsOutside(Math.min(0, slowest), Math.max(0, fastest));
  return Math.min(secondsOutside(0, 0), secondsOutside(slowest, fastest));
}

/** How many seconds the target's clock is ahead of this machine's, as first and as last seen. */
interface Skew {
  first?: number;
  last?: number;
}

function skewOf(run: Run): Skew {
  return run.remember('clock skew', (): Skew => ({}));
}

/** Estimates the target's clock from its responses. */
function noteSkew(exchange: Exchange, run: Run): undefined {
  const date = Date.parse(exchange.headers['date'] ?? '');
  if (Number.isNaN(date) || exchange.duration_ms > 2_000) return undefined;
  const seen = (date - exchange.sent_at_ms) / 1_000;
  const skew = skewOf(run);
  skew.last = Math.abs(seen) <= DATE_RESOLUTION_SECONDS ? 0 : seen;
  skew.first ??= skew.last;
  return undefined;
}
