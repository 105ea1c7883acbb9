import { Redactor, findClosest, isLoopbackHost, nowMs } from '#client';
import { DEVELOPMENT_SECRET } from '#conformance/listener/judge-delivery';
import type { Delivery } from '#conformance/receiver/compose';
import { compose } from '#conformance/receiver/compose';
import type { Envelope } from '#conformance/receiver/envelope';
import { DELIVERED_TYPES, makeEnvelope } from '#conformance/receiver/envelope';
import type { Answer } from '#conformance/receiver/sender';
import { Sender } from '#conformance/receiver/sender';
import { SECRET_ENV, readReceiverUrl } from '#conformance/receiver/resolve-config';
import { cut, showLine } from '#conformance/reports/text/safe-text';
import { EVENTS } from '#spec/events';
import { asUsageError } from '../flags/as-usage-error.ts';
import { LISTEN_URL } from './listen.ts';
import { overrideEvent } from './override-event.ts';
import { readNumberFlag } from '../flags/read-number-flag.ts';
import type { TriggerFlags } from './trigger-flags.ts';
import { UsageError } from '../usage-error.ts';
import { DEVELOPMENT_NOTICE, chooseSecret } from './webhook-secret.ts';

/** RTY-5 */
const TIMEOUT_MS = 10_000;
/** A person asks for these by hand: that is no load. */
const COUNT = { min: 1, max: 20 } as const;
/** Of an answer's body, so much is shown. */
const BODY_SHOWN_MAX = 300;
const FORGED_SECRET = 'whsec_forged';

/** What is to be sent, and where. */
interface Order {
  envelope: Envelope;
  url: string;
  secret: string;
  is_forged: boolean;
  flags: TriggerFlags;
}

/** Sends one event as the flags say. @returns the exit code @throws UsageError where nothing has been sent */
export async function runTrigger(event: string | undefined, flags: TriggerFlags): Promise<number> {
  if (flags.list === true) return listEvents();
  const count = readNumberFlag('--count', flags.count ?? '1', COUNT);
  const type = readType(event, flags.any === true);
  const url = asUsageError(() => readReceiverUrl('--to', flags.to ?? LISTEN_URL));
  const secret = chooseSecret(flags, isLoopbackHost(new URL(url).hostname), process.env);
  const envelope = overrideEvent(makeEnvelope(type, { livemode: flags.sandbox !== true }), flags.override ?? []);
  const order = { envelope, url, secret, is_forged: flags.forge === true, flags };
  if (secret === DEVELOPMENT_SECRET && !order.is_forged) process.stderr.write(`gristmill: signed with ${DEVELOPMENT_NOTICE}\n`);
  if (flags.print === true) return printDelivery(order);
  return sendAll(order, count);
}

/** What the receiver has said is somebody else's. */
const EXCHANGE = { own: new Set(['request_headers', 'request_body']), named_by_others: new Set(['headers', 'json']) };

function composeDelivery({ envelope, url, secret, is_forged }: Order): Delivery {
  const shape = { envelope, ...(is_forged ? { key: FORGED_SECRET } : {}) };
  return compose(shape, { secret, url, now_seconds: Math.floor(nowMs() / 1_000) });
}

/** One after the other. Where nobody answers, that is not tried again. */
async function sendAll(order: Order, count: number): Promise<number> {
  const redactor = new Redactor();
  // Everybody knows that one, and hints name it.
  if (order.secret !== DEVELOPMENT_SECRET) redactor.hide(order.secret, SECRET_ENV);
  const sender = new Sender({ url: order.url, timeout_ms: TIMEOUT_MS, max_in_flight: 1 });
  try {
    let code = 0;
    for (let n = 1; n <= count; n += 1) {
      const answer = await sender.send(composeDelivery(order), { drill: 'trigger', signal: new AbortController().signal });
      tell(order, { ...answer, exchange: redactor.redactValue(answer.exchange, EXCHANGE) });
      if (answer.fault !== undefined) return 3;
      if (!isAsItShouldBe(order, answer)) code = 1;
    }
    return code;
  } finally {
    await sender.close();
  }
}

/** SIG-4: a forged delivery is answered 400. */
function isAsItShouldBe({ is_forged }: Order, { is_taken, status }: Answer): boolean {
  return is_forged ? status === 400 : is_taken;
}

function tell(order: Order, answer: Answer): void {
  const { envelope, url, flags } = order;
  const { status, fault, exchange } = answer;
  const duration_ms = Math.round(exchange.duration_ms);
  const outcome = describeOutcome(order, answer);
  if (flags.json === true) {
    const { id, type, livemode } = envelope;
    const { text: body } = exchange;
    const said = { id, type, livemode, url, is_taken: answer.is_taken, status, fault, duration_ms, outcome, body };
    process.stdout.write(`${JSON.stringify(said)}\n`);
    return;
  }
  const body = cut(exchange.text, BODY_SHOWN_MAX).trim();
  process.stdout.write(
    [
      `${showLine(envelope.type)}  ${showLine(envelope.id)}  ->  ${url}`,
      ...(fault === undefined ? [`  ${status} in ${duration_ms} ms: ${outcome}`] : [`  ${outcome}`]),
      ...(body === '' ? [] : [`  ${showLine(body)}`]),
      ...listHints(order, answer).map((hint) => `  ${hint}`),
      '',
    ].join('\n'),
  );
}

/** What the marketplace would make of the answer. */
function describeOutcome({ is_forged }: Order, { status, fault, is_taken, is_retried, exchange }: Answer): string {
  const again = 'the marketplace would send it again after 10 s (RTY-3), five times in all (RTY-4)';
  if (fault !== undefined) return `no answer, ${fault}; ${is_forged ? 'so it cannot be told whether it is refused' : again}`;
  if (is_forged && status === 400) return 'refused, as a forged delivery is to be (SIG-4)';
  if (is_forged && is_taken) return 'taken, although its signature is forged: whoever knows the address can send events (SIG-4)';
  if (is_forged) return 'not taken, but a signature that does not fit is answered 400 (SIG-4)';
  if (is_taken) return 'taken (RTY-1)';
  if (is_retried) return `not taken; ${again}`;
  if (status >= 400) return 'not taken, and lost: the marketplace does not send it again after a 4xx (RTY-2)';
  const to = exchange.headers['location'];
  return `not taken, and lost: redirects are not followed (RTY-12)${to === undefined ? '' : `; it points to ${showLine(to)}`}`;
}

/** What to do next. */
function listHints({ url, flags, secret, is_forged }: Order, { fault, status }: Answer): readonly string[] {
  if (fault !== undefined && flags.to === undefined)
    return ['Start gristmill listen in another window, or say where to with --to.'];
  if (is_forged || ![400, 401, 403].includes(status)) return [];
  if (secret === DEVELOPMENT_SECRET)
    return ['Does it verify with the development secret? Else give the one that it knows, with --secret.'];
  return [`Why it refuses a delivery that is good: gristmill receiver ${url} --secret …`];
}

/** Shows what would be sent. */
function printDelivery(order: Order): number {
  const { url, secret, flags } = order;
  const { headers, body, script } = composeDelivery(order);
  if (flags.json === true) {
    process.stdout.write(`${JSON.stringify({ url, headers, body: body.toString(), script })}\n`);
    return 0;
  }
  // A secret that somebody gave is not shown to whoever looks over the shoulder.
  const assignment = secret === DEVELOPMENT_SECRET ? `'${secret}'` : "'whsec_…' # yours";
  const needs_secret = script?.includes('$WEBHOOK_SECRET') === true;
  process.stdout.write(
    [
      `POST ${url}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '',
      body.toString(),
      '',
      ...(script === undefined
        ? ['# It is too long for lines of shell.']
        : ['# In a shell, signed when it is run:', ...(needs_secret ? [`WEBHOOK_SECRET=${assignment}`] : []), script]),
      '',
    ].join('\n'),
  );
  return 0;
}

function listEvents(): number {
  const width = Math.max(...DELIVERED_TYPES.map(({ length }) => length));
  for (const [type, { meaning }] of Object.entries(EVENTS)) {
    if (DELIVERED_TYPES.includes(type)) process.stdout.write(`${type.padEnd(width)}  ${meaning}\n`);
  }
  return 0;
}

function readType(event: string | undefined, is_any: boolean): string {
  const all = `there are: ${DELIVERED_TYPES.join(', ')}`;
  if (event === undefined || event.trim() === '') throw new UsageError('<event>', `say which event to send; ${all}`);
  if (DELIVERED_TYPES.includes(event)) return event;
  // It goes into a header.
  if (!/^[\w.:-]{1,100}$/.test(event)) throw new UsageError('<event>', `'${event}' is no type of an event; ${all}`);
  if (is_any) return event;
  const any = 'to send it all the same, add --any';
  if (Object.hasOwn(EVENTS, event)) throw new UsageError('<event>', `${event} is reserved and never sent (WHK-4); ${any}`);
  const closest = findClosest(event, DELIVERED_TYPES);
  const hint = closest === undefined ? '' : ` (did you mean ${closest}?)`;
  throw new UsageError('<event>', `the document has no event '${event}'${hint}; ${all}; ${any}`);
}
