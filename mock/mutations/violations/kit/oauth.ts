/** Changes to requests and responses of the authorization server. */
import type { ServerResponse } from 'node:http';
import type { Awaitable, OauthContext, Seams } from '../../seams.ts';
import type { JsonObject, NewFields } from './json.ts';
import { isJsonObject, readJson, setFields } from './json.ts';

export interface OauthResponse {
  status: number;
  text: string;
}

/** Changes the parameters of a request to one path: the form body, or the query of a GET. */
export function onOauthForm(
  path: string,
  change: (form: URLSearchParams, context: OauthContext) => Awaitable<void>,
): Partial<Seams> {
  return {
    oauth_request: async (request, context) => {
      if (context.path !== path) return request;
      const form = new URLSearchParams(context.form);
      await change(form, context);
      return request.bytes.length === 0
        ? { ...request, search: form.toString() }
        : { ...request, bytes: Buffer.from(form.toString()) };
    },
  };
}

/** Changes the responses of the token endpoint. */
export function onTokenResponse(
  change: (response: OauthResponse, context: OauthContext) => Awaitable<OauthResponse>,
): Partial<Seams> {
  return {
    oauth_response: (response, context) =>
      context.path === '/oauth/token' ? rewriting(response, (reply) => change(reply, context)) : response,
  };
}

/** Changes successful token responses. */
export function onToken(change: (token: JsonObject, context: OauthContext) => unknown): Partial<Seams> {
  return onTokenResponse(async (response, context) => {
    const body = readJson(response.text);
    return response.status === 200 && isJsonObject(body)
      ? { ...response, text: JSON.stringify(await change(body, context)) }
      : response;
  });
}

type Grant = 'authorization_code' | 'client_credentials' | 'refresh_token';

export function isGrant(form: URLSearchParams, grant: Grant): boolean {
  return form.get('grant_type') === grant;
}

/** Sets fields of successful token responses. @param grant `any`, or the only grant that this concerns */
export function withToken(grant: Grant | 'any', fields: NewFields<JsonObject, OauthContext>): Partial<Seams> {
  return onToken((token, context) =>
    grant === 'any' || isGrant(context.form, grant) ? setFields(token, fields, context) : token,
  );
}

/** Changes a response at its end; Koa writes the whole body there. */
function rewriting(response: ServerResponse, change: (reply: OauthResponse) => Awaitable<OauthResponse>): ServerResponse {
  const end = response.end.bind(response);
  const send = async (body: unknown): Promise<void> => {
    const text = typeof body === 'string' || Buffer.isBuffer(body) ? String(body) : '';
    const reply = await change({ status: response.statusCode, text });
    response.statusCode = reply.status;
    response.setHeader('Content-Length', Buffer.byteLength(reply.text));
    end(reply.text);
  };
  const ending = (body?: unknown): ServerResponse => {
    send(body).catch((error: unknown) => response.destroy(error instanceof Error ? error : new Error(String(error))));
    return response;
  };
  // Koa uses only this overload of `end`.
  response.end = ending as ServerResponse['end'];
  return response;
}
