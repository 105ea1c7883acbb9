/** Formats a delivery for the terminal, or as JSON. */
import { styleText } from 'node:util';
import type { Received } from '#conformance/listener/listener';
import { cut, sanitizeLine, sanitizeLines } from '#conformance/reports/text/safe-text';

/** The maximum number of characters that are shown of a sender's text. */
const WORD_MAX = 80;
const SENTENCE_MAX = 400;
const BODY_MAX = 20_000;
const INDENT = '          ';

/** @param is_verbose also with headers and body */
export function drawDelivery(received: Received, { is_verbose }: { is_verbose: boolean }): string {
  const { verdict, arrival, notes, explanation } = received;
  const head = [
    timeOf(arrival.at_ms),
    verdict.valid ? styleText('green', '✓') : styleText('red', '✗'),
    `${word(received.type) ?? 'no event'} `,
    `${word(received.id) ?? 'no id'} `,
    `${MODES[String(received.livemode)] ?? 'no livemode'} `,
    ...(received.times === undefined ? [] : [`${received.times === 1 ? 'new event' : `repeat, delivery ${received.times}`} `]),
    drawResponse(received),
  ].join(' ');
  const lines = [
    ...(verdict.valid ? [] : [`${verdict.reason}: ${verdict.message}`]),
    ...(explanation === undefined ? [] : [explanation]),
    ...notes,
    ...checkForward(received),
  ];
  const said = lines.map((line) => `${INDENT}${sanitizeLine(cut(line, SENTENCE_MAX))}`);
  return [head, ...said, ...(is_verbose ? drawContent(received) : []), ''].join('\n');
}

/** One line of JSON. */
export function writeDelivery(received: Received): string {
  const { verdict, arrival, id, type, livemode, times, explanation, notes, forwarded } = received;
  const { at_ms, answered, headers, text, raw } = arrival;
  const line = {
    received_at_ms: at_ms,
    valid: verdict.valid,
    id,
    type,
    livemode,
    times,
    ...(verdict.valid ? {} : { reason: verdict.reason, message: verdict.message, explanation }),
    ...(notes.length === 0 ? {} : { notes }),
    answered,
    ...(forwarded === undefined ? {} : { forwarded: describeForwarded(forwarded) }),
    headers,
    ...(Buffer.from(text).equals(raw) ? { body: text } : { body_base64: raw.toString('base64') }),
  };
  return `${JSON.stringify(line)}\n`;
}

const MODES: Readonly<Record<string, string>> = { true: 'live', false: 'sandbox' };

function describeForwarded(forwarded: NonNullable<Received['forwarded']>): object {
  const duration_ms = Math.round(forwarded.duration_ms);
  return forwarded.kind === 'response' ? { status: forwarded.status, duration_ms } : { fault: forwarded.message, duration_ms };
}

function drawResponse({ arrival: { answered }, forwarded }: Received): string {
  if (forwarded === undefined) return `returned ${answered}`;
  const duration_ms = Math.round(forwarded.duration_ms);
  return forwarded.kind === 'response'
    ? `forwarded, returned ${answered} in ${duration_ms} ms`
    : `not forwarded: ${sanitizeLine(forwarded.message)}; returned ${answered}`;
}

/** Whether the receiver that deliveries are forwarded to responded as it should. */
function checkForward({ verdict, forwarded }: Received): readonly string[] {
  if (forwarded?.kind !== 'response') return [];
  const is_taken = forwarded.status >= 200 && forwarded.status < 300;
  if (verdict.valid && forwarded.status >= 300 && forwarded.status < 500)
    return ['The delivery is valid, but your receiver rejected it.'];
  if (!verdict.valid && is_taken) return ['The delivery is invalid, but your receiver accepted it (SIG-4).'];
  return [];
}

function drawContent({ arrival: { headers, json, text } }: Received): readonly string[] {
  const named = Object.entries(headers).filter(([name]) => name.startsWith('svc-') || name === 'content-type');
  const body = json === undefined ? text : JSON.stringify(json, null, 2);
  return [
    ...named.map(([name, value]) => `${name}: ${sanitizeLine(cut(value, SENTENCE_MAX))}`),
    ...sanitizeLines(cut(body, BODY_MAX)).split('\n'),
  ].map((line) => `${INDENT}${line}`);
}

/** The time of day in UTC. */
function timeOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(11, 19)}Z`;
}

function word(text: string | undefined): string | undefined {
  return text === undefined ? undefined : sanitizeLine(cut(text, WORD_MAX));
}
