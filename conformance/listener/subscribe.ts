/** A subscription that lasts as long as `gristmill listen` runs. */
import { dataIn, hasErrorForField, isSuccess, quoteError, sendRequest, type HttpResponse } from '#client';
import { DELIVERED_TYPES } from '../receiver/envelope.ts';

export interface Subscribed {
  readonly id: string;
  readonly secret: string;
  readonly events: readonly string[];
}

/** The deployment did not create the subscription. The message says what it answered. */
export class NotSubscribed extends Error {
  override readonly name = 'NotSubscribed';
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

export interface SubscribeOptions {
  /** Without a trailing slash. */
  base_url: string;
  token: string;
  /** Where to send deliveries. */
  url: string;
  /** Undefined: every type of the document that the deployment grants this caller. */
  events: readonly string[] | undefined;
}

/**
 * Subscribes (WHK-2). A deployment can limit a team to the types of its audience (WHK-14). If it rejects all types together, tries each type alone and
 * then subscribes to the granted ones.
 * @throws NotSubscribed if it rejects the subscription
 * @throws NoResponse if there is none
 */
export async function subscribe(options: SubscribeOptions): Promise<Subscribed> {
  const { events = DELIVERED_TYPES } = options;
  const response = await post(options, events);
  const made = readSubscribed(response, events);
  if (made !== undefined) return made;
  // Fewer event types would not help if the URL was rejected.
  if (options.events !== undefined || response.status !== 422 || hasErrorForField(response.json, 'url')) throw refuse(response);
  const granted: string[] = [];
  for (const type of DELIVERED_TYPES) if (await isGranted(options, type)) granted.push(type);
  if (granted.length === 0) throw refuse(response);
  const again = await post(options, granted);
  const some = readSubscribed(again, granted);
  if (some === undefined) throw refuse(again);
  return some;
}

/**
 * Deletes a subscription (WHK-5). Succeeds if it is already gone.
 * @throws NotSubscribed if the deployment does not delete it
 * @throws NoResponse if there is none
 */
export async function unsubscribe({ base_url, token }: SubscribeOptions, id: string): Promise<void> {
  const response = await sendRequest(`${base_url}/webhooks/${encodeURIComponent(id)}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  });
  if (response.status !== 404 && !isSuccess(response)) throw refuse(response);
}

async function post({ base_url, token, url }: SubscribeOptions, events: readonly string[]): Promise<HttpResponse> {
  return sendRequest(`${base_url}/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, events }),
  });
}

async function isGranted(options: SubscribeOptions, type: string): Promise<boolean> {
  const made = readSubscribed(await post(options, [type]), [type]);
  if (made !== undefined) await unsubscribe(options, made.id);
  return made !== undefined;
}

function readSubscribed({ status, json }: HttpResponse, events: readonly string[]): Subscribed | undefined {
  const { id, secret } = dataIn(json);
  return status === 201 && typeof id === 'string' && typeof secret === 'string' ? { id, secret, events } : undefined;
}

/** How much of the response the message quotes, in characters. */
const QUOTE_MAX = 300;

function refuse({ status, json, text }: HttpResponse): NotSubscribed {
  const said = quoteError(json) ?? text;
  const quoted = said.length > QUOTE_MAX ? `${said.slice(0, QUOTE_MAX)}…` : said;
  return new NotSubscribed(`status ${status}${quoted === '' ? '' : `, ${quoted}`}`, status);
}
