/** Describes responses of receivers, and what commonly causes an unexpected one. */
import { Breach } from '#client';
import type { Delivery, Shape } from './compose.ts';
import { UNFINISHED, diagnose } from './diagnose.ts';
import type { ReceiverResult } from './sender.ts';
import type { DrillContext } from './drill-context.ts';

const BODY_SHOWN_MAX = 160;

/** `status 401, {"error":"bad signature"}`, or why there was no response. */
export function describeResponse({ status, fault, exchange }: ReceiverResult): string {
  if (fault !== undefined) return fault;
  const text = exchange.text.replaceAll(/\s+/g, ' ').trim();
  if (text === '') return `status ${status}`;
  return `status ${status}, ${text.length > BODY_SHOWN_MAX ? `${text.slice(0, BODY_SHOWN_MAX)}…` : text}`;
}

export function unexpectedResponse(
  response: ReceiverResult,
  finding: { message: string; expected: string; likely_cause: string | undefined },
): Breach {
  return new Breach({ ...finding, exchange: response.exchange, observed: describeResponse(response) });
}

/** The likely cause of a status that a genuine delivery gets. Most come from something in front of the receiver. */
const BY_STATUS: Readonly<Record<number, string>> = {
  401: 'Something in front of the receiver asks for credentials. A delivery has only its signature, so exempt this path.',
  403: 'Something in front of the receiver forbids the request, such as CSRF protection, a firewall, or an address list. Exempt this path.',
  404: 'No route serves this path, or not for POST. Compare the address with the route.',
  405: 'The route does not allow POST.',
  408: 'The receiver did not read the whole body. Check what buffers requests in front of it.',
  409: 'The receiver reports a conflict. Return 2xx for an event that was already processed, too (SIG-7).',
  411: 'A proxy does not pass on the length of the body.',
  413: 'The body exceeds a limit of the receiver or of a proxy in front of it.',
  415: 'The receiver requires a different Content-Type than application/json.',
  421: 'The receiver does not know the host name of the request.',
  431: 'The headers exceed a limit of the receiver or of a proxy in front of it, in their number or length.',
  429: 'The receiver limits the rate of deliveries. The marketplace retries them, so they can be late.',
};

export const WITHOUT_RESPONSE =
  'It responds only when its work is done, or never. Store the event, respond, and then do the work (RTY-5).';
const NO_HTTP =
  'The server does not speak HTTP, or closes the connection. Look for a crash, limits of a proxy, or http where https is required.';
const CRASH = 'It crashes on this delivery and accepts others. Look in its log for an uncaught exception or a restarted process.';

const UNEXPLAINED = 'No common mistake explains it. First check that the receiver has the secret that this test was given.';

/** Deliveries without a readable signature. If one gets the same response as a genuine delivery, the receiver may not read the genuine signature either. */
const UNREAD = [
  [
    null,
    'without SVC-Signature gets the same response, so it may not find the header: compare names without case (Node has them in lower case).',
  ],
  ['unsigned', 'with a header of one word gets the same response, so it may not parse the header (SIG-10).'],
] as const;

/**
 * Explains why a genuine delivery was not accepted. Sends more deliveries, to try common mistakes one by one. @returns undefined if nothing is known
 */
export async function explainRefusal(
  t: DrillContext,
  response: ReceiverResult,
  sent: Shape | Delivery,
): Promise<string | undefined> {
  const { status, fault, is_timeout, exchange } = response;
  if (fault !== undefined) return is_timeout ? WITHOUT_RESPONSE : (await t.genuine()).is_accepted ? CRASH : NO_HTTP;
  if (status === 304) return 'A cache or an ETag middleware reports that nothing has changed: return 2xx.';
  if (status >= 300 && status < 400) {
    const to = exchange.headers['location'];
    return `Deliveries do not follow redirects (RTY-12)${to === undefined ? '' : `: subscribe with ${t.run.redactor.redact(to)}`}.`;
  }
  // A forgery is rejected with another status, so the signature is not the cause.
  if (status === 403 && (await t.genuine()).is_accepted && (await t.forgery()).status !== status) return BY_STATUS[status];
  const mistake = 'body' in sent ? undefined : await diagnose(t, sent);
  if (mistake !== undefined && mistake !== UNFINISHED) return mistake;
  const known = BY_STATUS[status];
  if (known !== undefined) return known;
  const forgery = await t.forgery();
  if (!forgery.is_accepted && describeResponse(forgery) !== describeResponse(response))
    return `A forgery gets a different response (${describeResponse(forgery)}), so the signature is probably right. The receiver fails on the content of the event, or in its own work: look in its log.`;
  if (status >= 500) return 'The receiver fails on this delivery. Look in its log.';
  for (const [header, why] of UNREAD) {
    if (describeResponse(await t.deliver({ header })) === describeResponse(response))
      return `${mistake ?? UNEXPLAINED} If the secret is right: a delivery ${why}`;
  }
  return mistake ?? UNEXPLAINED;
}
