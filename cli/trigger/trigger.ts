import { Redactor, isLoopbackHost, nowMs } from '#client';
import { closestName } from '#spec/closest-name';
import { DEVELOPMENT_SECRET } from '#conformance/listener/verify-delivery';
import type { Delivery } from '#conformance/receiver/compose';
import { compose } from '#conformance/receiver/compose';
import type { Envelope } from '#conformance/receiver/envelope';
import { DELIVERED_TYPES, makeEnvelope } from '#conformance/receiver/envelope';
import { SECRET_ENV, readReceiverUrl } from '#conformance/receiver/resolve-config';
import type { ReceiverResult } from '#conformance/receiver/sender';
import { Sender } from '#conformance/receiver/sender';
import { cut, sanitizeLine } from '#conformance/reports/text/safe-text';
import { EVENTS } from '#spec/events';
import type { Command } from 'commander';
import { ExitCode, UsageError } from '../errors.ts';
import { addExamples, addOptions, collect } from '../flags/options.ts';
import { asUsageError, readNumberFlag } from '../flags/values.ts';
import {
  DEVELOPMENT_NOTICE,
  DEVELOPMENT_SECRET_HELP,
  LISTEN_URL,
  type SecretFlags,
  chooseSecret,
} from '../flags/webhook-secret.ts';
import { overrideEvent } from './override-event.ts';

interface TriggerFlags extends SecretFlags {
  to?: string;
  override?: readonly string[];
  sandbox?: boolean;
  count?: string;
  forge?: boolean;
  any?: boolean;
  print?: boolean;
  list?: boolean;
  json?: boolean;
}

const OVERRIDES = `
Overrides:
  price.amount=310                 a field of data; data.price.amount is the same
  status=rejected                  text needs no quotes
  id=evt_3f9c2a71b04e8d55          sends an earlier event again; receivers must ignore it (SIG-7)
  created_at=2026-06-01T15:04:05Z  a field of the envelope
  analysis_types.0=protein         an item of a list, counted from 0
  price.amount:='"much"'           any JSON, even if the document forbids it

${DEVELOPMENT_SECRET_HELP}`;

export function configure(command: Command): void {
  command.argument('[event]', 'type, such as bid.accepted').action(async (event: string | undefined, flags: TriggerFlags) => {
    throw new ExitCode(await runTrigger(event, flags));
  });
  addOptions(command, [
    ['--to <url>', `address of the receiver (default: ${LISTEN_URL})`],
    'secret',
    'secret_env',
    ['--override <path=value>', 'set a field of the event; repeatable', collect],
    ['--sandbox', 'send with livemode false'],
    ['--count <number>', 'send the same event this many times, one after the other; at most 20'],
    ['--forge', 'sign with a wrong secret'],
    ['--any', 'allow a type that is not in the document, such as cow.milked (SIG-6)'],
    ['--print', 'print the delivery and a curl command for it; send nothing'],
    ['--list', 'list the event types and send nothing'],
    ['--json', 'print one line of JSON per delivery'],
  ]).addHelpText('after', OVERRIDES);
  addExamples(
    command,
    [
      'gristmill trigger bid.accepted',
      'gristmill trigger trade.created --to http://127.0.0.1:3000/webhooks --secret-env WEBHOOK_SECRET',
      'gristmill trigger bid.accepted --count 2     (the same event twice must have one effect)',
    ],
    '0 accepted (with --forge: rejected with 400), 1 otherwise, 2 wrong usage, 3 no response',
  );
}

/** RTY-5 */
const TIMEOUT_MS = 10_000;
const COUNT = { min: 1, max: 20 } as const;
/** Characters of a response body that are shown. */
const BODY_SHOWN_MAX = 300;
const FORGED_SECRET = 'whsec_forged';

/** What to send, and where. */
interface Order {
  envelope: Envelope;
  url: string;
  secret: string;
  is_forged: boolean;
  flags: TriggerFlags;
}

/** @returns the exit code @throws UsageError before anything is sent */
async function runTrigger(event: string | undefined, flags: TriggerFlags): Promise<number> {
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

/** The response comes from the receiver, so its names are not ours. */
const EXCHANGE = { own: new Set(['request_headers', 'request_body']), named_by_others: new Set(['headers', 'json']) };

function composeDelivery({ envelope, url, secret, is_forged }: Order): Delivery {
  const shape = { envelope, ...(is_forged ? { key: FORGED_SECRET } : {}) };
  return compose(shape, { secret, url, now_seconds: Math.floor(nowMs() / 1_000) });
}

/** Sends one delivery after the other. Stops if there is no response. */
async function sendAll(order: Order, count: number): Promise<number> {
  const redactor = new Redactor();
  // The development secret is public, and hints name it.
  if (order.secret !== DEVELOPMENT_SECRET) redactor.hide(order.secret, SECRET_ENV);
  const sender = new Sender({ url: order.url, timeout_ms: TIMEOUT_MS, max_in_flight: 1 });
  let code = 0;
  for (let n = 1; n <= count; n += 1) {
    const response = await sender.send(composeDelivery(order), { drill: 'trigger', signal: new AbortController().signal });
    printResult(order, { ...response, exchange: redactor.redactValue(response.exchange, EXCHANGE) });
    if (response.fault !== undefined) return 3;
    if (!isExpected(order, response)) code = 1;
  }
  return code;
}

/** SIG-4: a forged delivery must get 400. */
function isExpected({ is_forged }: Order, { is_accepted, status }: ReceiverResult): boolean {
  return is_forged ? status === 400 : is_accepted;
}

function printResult(order: Order, response: ReceiverResult): void {
  const { envelope, url, flags } = order;
  const { status, fault, exchange } = response;
  const duration_ms = Math.round(exchange.duration_ms);
  const outcome = describeOutcome(order, response);
  if (flags.json === true) {
    const { id, type, livemode } = envelope;
    const { text: body } = exchange;
    const result = { id, type, livemode, url, is_accepted: response.is_accepted, status, fault, duration_ms, outcome, body };
    process.stdout.write(`${JSON.stringify(result)}\n`);
    return;
  }
  const body = cut(exchange.text, BODY_SHOWN_MAX).trim();
  process.stdout.write(
    [
      `${sanitizeLine(envelope.type)}  ${sanitizeLine(envelope.id)}  ->  ${url}`,
      ...(fault === undefined ? [`  ${status} in ${duration_ms} ms: ${outcome}`] : [`  ${outcome}`]),
      ...(body === '' ? [] : [`  ${sanitizeLine(body)}`]),
      ...listHints(order, response).map((hint) => `  ${hint}`),
      '',
    ].join('\n'),
  );
}

/** How the marketplace would treat the response. */
function describeOutcome({ is_forged }: Order, { status, fault, is_accepted, is_retried, exchange }: ReceiverResult): string {
  const again = 'the marketplace would send it again after 10 s (RTY-3), up to five attempts in total (RTY-4)';
  if (fault !== undefined) return `no response, ${fault}; ${is_forged ? 'so its signature check is unknown' : again}`;
  if (is_forged && status === 400) return 'rejected, as a forged delivery must be (SIG-4)';
  if (is_forged && is_accepted)
    return 'accepted although the signature is forged: anyone who knows the address can send events (SIG-4)';
  if (is_forged) return 'rejected, but with the wrong status: a bad signature must get 400 (SIG-4)';
  if (is_accepted) return 'accepted (RTY-1)';
  if (is_retried) return `not accepted; ${again}`;
  if (status >= 400) return 'not accepted, and lost: the marketplace does not send it again after a 4xx (RTY-2)';
  const to = exchange.headers['location'];
  return `not accepted, and lost: redirects are not followed (RTY-12)${to === undefined ? '' : `; it points to ${sanitizeLine(to)}`}`;
}

/** What to do next. */
function listHints({ url, flags, secret, is_forged }: Order, { fault, status }: ReceiverResult): readonly string[] {
  if (fault !== undefined && flags.to === undefined)
    return ['Start gristmill listen in another window, or give the address of your receiver with --to.'];
  if (is_forged || ![400, 401, 403].includes(status)) return [];
  if (secret === DEVELOPMENT_SECRET) return ['Does it verify with the development secret? If not, give its own with --secret.'];
  return [`To find out why it rejects a valid delivery: gristmill receiver ${url} --secret …`];
}

/** Prints what would be sent. */
function printDelivery(order: Order): number {
  const { url, secret, flags } = order;
  const { headers, body, script } = composeDelivery(order);
  if (flags.json === true) {
    process.stdout.write(`${JSON.stringify({ url, headers, body: body.toString(), script })}\n`);
    return 0;
  }
  // A secret that was given is never printed.
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
        ? ['# It is too long for a shell command.']
        : ['# As a shell command, signed when it runs:', ...(needs_secret ? [`WEBHOOK_SECRET=${assignment}`] : []), script]),
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
  const all = `the types are ${DELIVERED_TYPES.join(', ')}`;
  if (event === undefined || event.trim() === '') throw new UsageError('<event>', `is missing; ${all}`);
  if (DELIVERED_TYPES.includes(event)) return event;
  // The type is sent in a header.
  if (!/^[\w.:-]{1,100}$/.test(event)) throw new UsageError('<event>', `'${event}' is not an event type; ${all}`);
  if (is_any) return event;
  const any = 'to send it anyway, add --any';
  if (Object.hasOwn(EVENTS, event)) throw new UsageError('<event>', `${event} is reserved and never sent (WHK-4); ${any}`);
  const closest = closestName(event, DELIVERED_TYPES);
  const hint = closest === undefined ? '' : ` (did you mean ${closest}?)`;
  throw new UsageError('<event>', `there is no event '${event}' in the document${hint}; ${all}; ${any}`);
}
