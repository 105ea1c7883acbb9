/** Shared by the consumers: the client, typed from the OpenAPI document, and error responses. */
import type { components, paths } from '#spec/openapi.types';
import type { Client } from 'openapi-fetch';
import createClient from 'openapi-fetch';

export type Schemas = components['schemas'];

/** An error response of the marketplace, with its code and field names. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: string;
  readonly fields: readonly string[];

  constructor({ error: { code, message, errors = [] } }: Schemas['Error']) {
    super(message);
    this.code = code;
    this.fields = errors.map(({ field }) => field);
  }
}

/** @throws Refused, or Error if the response has no body */
export function refuse(error: Schemas['Error'] | undefined): never {
  throw error === undefined ? new Error('the marketplace returned no body') : new Refused(error);
}

/** @param base_url ends in /v1 */
export function openApi(base_url: string, token: string): Client<paths> {
  return createClient<paths>({ baseUrl: base_url, headers: { Authorization: `Bearer ${token}` } });
}
