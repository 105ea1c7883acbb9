/** The authorization server's responses while the database is unavailable. */
import type { ServerResponse } from 'node:http';
import type { Adapter, AdapterPayload, Provider } from 'oidc-provider';
import { errors } from 'oidc-provider';
import { DatabaseFileError } from '../../market/store/engine/database-error.ts';
import { send } from '../http/respond.ts';
import { makeErrorPage } from './pages/error-page.ts';
import { sendPage } from './pages/html.ts';

const STATUS = 503;
const RETRY_AFTER = { 'Retry-After': '1' } as const;
const DESCRIPTION = 'The service is not available at the moment. Repeat the request.';
/** RFC 6749, section 4.1.2.1, for the authorization endpoint. Also used for the token endpoint, which has no code of its own for this. */
const CODE = 'temporarily_unavailable';

type KoaContext = Parameters<Parameters<Provider['use']>[0]>[0];

/** Converts database failures to errors for which oidc-provider sends a response, redirecting to the client if it is known. */
export type Guard = <Args extends unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
) => (...args: Args) => Promise<Result>;

export function makeGuard(onError: (error: unknown) => void): Guard {
  return (work) =>
    async (...args) => {
      try {
        return await work(...args);
      } catch (error) {
        if (!(error instanceof DatabaseFileError)) throw error;
        onError(error);
        throw Object.assign(new errors.TemporarilyUnavailable(DESCRIPTION), { status: STATUS, statusCode: STATUS });
      }
    };
}

/** Guards every method of an adapter of oidc-provider. */
export function guardAdapter(guard: Guard, adapter: Adapter): Adapter {
  return {
    upsert: guard((id: string, payload: AdapterPayload, expires_in: number) => adapter.upsert(id, payload, expires_in)),
    find: guard((id: string) => adapter.find(id)),
    findByUid: guard((uid: string) => adapter.findByUid(uid)),
    findByUserCode: guard((code: string) => adapter.findByUserCode(code)),
    consume: guard((id: string) => adapter.consume(id)),
    destroy: guard((id: string) => adapter.destroy(id)),
    revokeByGrantId: guard((grant_id: string) => adapter.revokeByGrantId(grant_id)),
  };
}

/** Koa middleware around oidc-provider, which saves the session last and sends no response if that fails. */
export async function respondUnavailable(context: KoaContext, next: () => Promise<void>): Promise<void> {
  try {
    await next();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    const location = context.response.get('Location');
    // The prepared redirect already reports this error, and it works without a session.
    if (location !== '' && new URL(location, 'http://localhost').searchParams.get('error') === CODE) return;
    for (const name of context.res.getHeaderNames()) if (PREPARED_HEADERS.has(name)) context.res.removeHeader(name);
    context.respond = false;
    sendUnavailable(context.res, isPage(context.path));
    return;
  }
  if (context.status === STATUS) context.set(RETRY_AFTER);
}

/** Headers that oidc-provider may have set for the response that is replaced. */
const PREPARED_HEADERS: ReadonlySet<string> = new Set(['location', 'set-cookie', 'content-type', 'content-length']);

export function isUnavailable(error: unknown): boolean {
  return error instanceof errors.TemporarilyUnavailable || error instanceof DatabaseFileError;
}

/** Whether a browser opens this path, so that errors are shown as a page. */
export function isPage(path: string): boolean {
  return /\/oauth\/(?:authorize|interaction)(?:\/|$)/.test(path);
}

/** Sends the 503 response if oidc-provider cannot. @param is_page whether to send an HTML page for a person */
export function sendUnavailable(response: ServerResponse, is_page: boolean): void {
  for (const [name, value] of Object.entries(RETRY_AFTER)) response.setHeader(name, value);
  if (is_page) {
    sendPage(response, makeErrorPage(STATUS, CODE, DESCRIPTION));
    return;
  }
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };
  send(response, { status: STATUS, headers, text: JSON.stringify({ error: CODE, error_description: DESCRIPTION }) });
}
