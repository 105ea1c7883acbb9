import type { Request, Response } from 'express';
import { steadyEpochMs } from '../../ports/clock.ts';
import type { RequestWorld } from '../ports.ts';
import { captureText } from './capture-text.ts';

const TOKEN_PATH = '/oauth/token';

/** Remembers token requests and their responses for the coach. Ignores other requests to the authorization server. */
export function watchTokenRequest(world: RequestWorld, path: string, request: Request, response: Response, body: string): void {
  if (path !== TOKEN_PATH || request.method !== 'POST') return;
  const began_ms = steadyEpochMs();
  const at = world.clock.now();
  let text = '';
  captureText(response, (sent) => {
    text = sent;
  });
  response.once('close', () => {
    world.observations.noteToken({
      at,
      purpose: 'token',
      method: request.method,
      path: request.originalUrl,
      headers: request.headers,
      body,
      began_ms,
      ended_ms: steadyEpochMs(),
      response: response.writableFinished ? { status: response.statusCode, headers: {}, body: text } : undefined,
      client_id: readClientId(request.headers.authorization, body),
    });
  });
}

/** RFC 6749, section 2.3.1: in the Authorization header or in the form. */
function readClientId(authorization: string | undefined, body: string): string | null {
  const basic = /^Basic (.+)$/i.exec(authorization ?? '')?.[1];
  const [name = ''] = Buffer.from(basic ?? '', 'base64')
    .toString()
    .split(':');
  // Unlike decodeURIComponent, this never throws.
  return new URLSearchParams(basic === undefined ? body : `client_id=${name}`).get('client_id');
}
