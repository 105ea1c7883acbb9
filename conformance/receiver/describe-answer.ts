/** Answers of receivers in words, and what commonly causes the ones that should not be. */
import type { Delivery, Shape } from './compose.ts';
import { diagnose } from './diagnose.ts';
import type { Answer } from './sender.ts';
import type { DrillContext } from './drill-context.ts';

const BODY_SAID_MAX = 160;

/** `status 401, {"error":"bad signature"}`, or why there was no answer. */
export function sayAnswer({ status, fault, exchange }: Answer): string {
  if (fault !== undefined) return fault;
  const text = exchange.text.replaceAll(/\s+/g, ' ').trim();
  if (text === '') return `status ${status}`;
  return `status ${status}, ${text.length > BODY_SAID_MAX ? `${text.slice(0, BODY_SAID_MAX)}…` : text}`;
}

/** What a status means when it answers a delivery that is good: something in front of the signature refuses. */
const BY_STATUS: Readonly<Record<number, string>> = {
  401: 'Something in front of the signature asks for credentials. A delivery has none but its signature: let the path through.',
  403: 'Something in front of the signature forbids the request: a CSRF protection, a firewall, a list of addresses. Let the path through.',
  404: 'Nobody serves this path, or not for POST: compare the address with the route.',
  405: 'The path is served, but not for POST.',
  406: 'The receiver wants an Accept header that deliveries do not carry.',
  408: 'The receiver did not read the whole body: look at what buffers in front of it.',
  409: 'The receiver answers a conflict: what it has seen before is to be answered 2xx, too (SIG-7).',
  411: 'A proxy does not pass the length of the body on.',
  413: 'The body is over a limit of the receiver, or of a proxy in front of it.',
  415: 'The receiver wants another Content-Type than application/json.',
  421: 'The receiver does not know the host name that it was called by.',
  429: 'The receiver limits the rate of deliveries: it will be sent again, and may be late.',
};

const NO_ANSWER = 'It answers when its work is done, or never: take the delivery, answer, and work later (RTY-5).';
const NO_HTTP =
  'What listens there breaks off or speaks something else than HTTP: look for a crash, a proxy with limits of its own, http where https is spoken.';

/**
 * Why a delivery that is good was not taken; undefined where nothing is known.
 * Where the receiver itself has refused it, the usual mistakes are tried one by one.
 */
export async function explainRefusal(t: DrillContext, answer: Answer, what: Shape | Delivery): Promise<string | undefined> {
  const { status, fault, is_timeout, exchange } = answer;
  if (fault !== undefined) return is_timeout ? NO_ANSWER : NO_HTTP;
  if (status >= 300 && status < 400) {
    const to = exchange.headers['location'];
    return `Deliveries do not follow redirects (RTY-12)${to === undefined ? '' : `: subscribe with ${t.run.redactor.redact(to)} itself`}.`;
  }
  if (isShape(what)) {
    const mistake = await diagnose(t, what);
    if (mistake !== undefined) return mistake;
  }
  const known = BY_STATUS[status];
  if (known !== undefined) return known;
  if (status >= 500) return 'The receiver fails on it: look into its log.';
  return 'None of the usual mistakes explains it. Is the secret that it uses this very one?';
}

export function isShape(what: Shape | Delivery): what is Shape {
  return !('body' in what);
}
