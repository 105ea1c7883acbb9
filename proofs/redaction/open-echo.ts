/** A mock behind a proxy that echoes secrets in every response. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { serve } from '#client/testing/server';
import { createMock } from '#mock';
import { ENCODINGS } from './encodings.ts';

interface Echo extends AsyncDisposable {
  base_url: string;
  /** The webhook secrets that the mock has returned. */
  minted: readonly string[];
  /** Forgets them, because a new run does not know the secrets of earlier ones. */
  forget: () => void;
}

/** The fields of a JSON response where secrets are planted, besides two additional fields and the headers. */
const PLACES = ['message', 'next', 'url', 'status'];

/** @param tokens the callers' tokens by actor, in place of `dev_<actor>` @param others other secrets to echo */
export async function openEcho(tokens: Readonly<Record<string, string>>, others: readonly string[]): Promise<Echo> {
  const mock = await createMock({ lots: 20 });
  const minted: string[] = [];
  let recent: string[] = [];
  const all = [...Object.values(tokens), ...others];
  const encodings = Object.values(ENCODINGS);
  let count = 0;
  const draw = (): string => {
    count += 1;
    // The two counts have no common divisor, so every secret gets every encoding.
    const secrets = [...all, ...recent.slice(-2)];
    const secret = secrets[count % secrets.length] ?? '';
    return encodings[count % encodings.length]?.(secret) ?? secret;
  };
  const relay = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    const body = await buffer(request);
    if (path.startsWith('/_gristmill') || path.startsWith('/v1/_gristmill') || path.startsWith('/oauth')) {
      const error = `{"error":"invalid_grant","error_description":"${draw()} ${others.join(' ')}"}`;
      response.writeHead(400, { 'content-type': 'application/json' }).end(error);
      return;
    }
    const { authorization } = request.headers;
    const actor = Object.entries(tokens).find(([, token]) => authorization === `Bearer ${token}`)?.[0];
    const reply = await fetch(`${mock.base_url}${path.replace(/^\/v1/, '')}`, {
      method: request.method ?? 'GET',
      redirect: 'manual',
      headers: {
        ...(authorization === undefined ? {} : { authorization: actor === undefined ? authorization : `Bearer dev_${actor}` }),
        'content-type': request.headers['content-type'] ?? 'application/json',
      },
      ...(body.length === 0 ? {} : { body }),
    });
    const text = await reply.text();
    const secret = /"secret":"(whsec_[^"]+)"/.exec(text)?.[1];
    if (secret !== undefined) {
      minted.push(secret);
      recent.push(secret);
    }
    const planted = plant(text, { draw, is_created: request.method === 'POST' && reply.status < 300, secret });
    response.writeHead(reply.status, {
      'content-type': 'application/json',
      'x-echo': headerOf(draw()),
      location: `/v1/${headerOf(draw())}`,
      [`x-${all[count % all.length]?.replaceAll(/[^\w.-]/g, '') ?? ''}`]: '1',
    });
    response.end(planted);
  };
  const server = await serve((request, response) => {
    void relay(request, response).catch(() => response.destroy());
  });
  return {
    base_url: server.base_url,
    minted,
    forget: () => {
      recent = [];
    },
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await mock.close();
    },
  };
}

interface Planting {
  draw: () => string;
  is_created: boolean;
  secret: string | undefined;
}

/** Adds secrets to the body. A created farm, listing, or subscription gets a secret as its id; all other responses get secrets in `PLACES`. */
function plant(text: string, { draw, is_created, secret }: Planting): string {
  if (!text.startsWith('{')) return text;
  let planted = `{"echo":"${draw()}","${draw()}":"${draw()} and ${draw()}",${text.slice(1)}`;
  // The run needs the real secret to continue.
  if (is_created) planted = planted.replace(/"id":"(?:farm|whk|inv)_[^"]*"/, () => `"id":"${secret ?? draw()}"`);
  for (const place of is_created ? [] : PLACES) {
    planted = planted.replace(new RegExp(`"${place}":"[^"]*"`), () => `"${place}":"${draw()} ${draw()}"`);
  }
  return planted;
}

/** Removes characters that a header cannot have. */
function headerOf(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, ' ');
}

/** A receiver that rejects everything and echoes its secret. */
export async function openEchoingReceiver(secret: string): Promise<AsyncDisposable & { url: string }> {
  const encodings = Object.values(ENCODINGS);
  let count = 0;
  const server = await serve((request, response) => {
    request.resume().on('end', () => {
      count += 1;
      const encoded = encodings[count % encodings.length]?.(secret) ?? '';
      response.writeHead(count % 3 === 0 ? 302 : 401, { location: `/${headerOf(encoded)}`, 'x-echo': headerOf(encoded) });
      response.end(`{"error":"expected a signature with ${encoded}"}`);
    });
  });
  return { ...server, url: server.base_url.replace('/v1', '/hooks') };
}
