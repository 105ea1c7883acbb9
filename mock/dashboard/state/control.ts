/** Requests to the control plane and to the API of this world. Addresses are relative to the page, so they stay on its origin. */
import { signal } from '@preact/signals';

const ADMIN_TOKEN = 'gristmill-admin-token';

/** Whether the mock rejected the request for want of the admin token. */
export const needs_admin_token = signal(false);
/** Whether the mock responds. */
export const connection = signal<'connecting' | 'open' | 'lost'>('connecting');

/** A response with an error, in the words of the mock. */
export class RefusedError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: readonly { field: string; message: string }[];

  constructor(status: number, body: unknown) {
    const { code = '', message = `The mock replied ${status}.`, errors = [] } = readError(body);
    super(message);
    this.status = status;
    this.code = code;
    this.fields = errors;
  }
}

interface WireError {
  code?: string;
  message?: string;
  errors?: readonly { field: string; message: string }[];
}

function readError(body: unknown): WireError {
  const has_error = typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'object';
  // Every error of the mock has this form; all of its fields are optional here.
  return has_error ? (body.error as WireError) : {};
}

export function rootAddress(): URL {
  return new URL('./', location.href);
}

export function setAdminToken(token: string): void {
  sessionStorage.setItem(ADMIN_TOKEN, token);
  needs_admin_token.value = false;
}

export function adminHeaders(): Record<string, string> {
  const token = sessionStorage.getItem(ADMIN_TOKEN);
  return token === null ? {} : { Authorization: `Bearer ${token}` };
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(new URL(path, rootAddress()), { cache: 'no-store', ...init });
    connection.value = 'open';
    return response;
  } catch (error) {
    connection.value = 'lost';
    throw error instanceof TypeError ? new Error('The mock does not respond.') : error;
  }
}

async function readJson<Body>(response: Response): Promise<Body> {
  const text = await response.text();
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  if (!response.ok) throw new RefusedError(response.status, body);
  // The callers name the response that the control plane documents for the path.
  return body as Body;
}

/** Calls the control plane. @throws RefusedError */
export async function control<Body = unknown>(method: string, path: string, body?: unknown): Promise<Body> {
  const response = await openControl(method, path, body);
  return readJson<Body>(response);
}

/** The response itself, for streams. It notes whether the admin token is missing. */
export async function openControl(method: string, path: string, body?: unknown, init: RequestInit = {}): Promise<Response> {
  const headers = {
    ...adminHeaders(),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    // Callers pass plain objects.
    ...(init.headers as Record<string, string> | undefined),
  };
  const response = await send(`_gristmill${path}`, {
    ...init,
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.status === 401) needs_admin_token.value = true;
  return response;
}

/** Saves a file of the control plane. A link would not send the admin token. @throws RefusedError */
export async function saveFile(path: string, name: string): Promise<void> {
  const file = new Blob([JSON.stringify(await control('GET', path))], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

export interface ApiAnswer {
  status: number;
  body: unknown;
}

/** Calls the marketplace API with a token. It does not throw for error statuses. */
export async function callApi(token: string, method: string, path: string, body?: unknown): Promise<ApiAnswer> {
  const response = await send(`v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const parsed: unknown = text === '' ? undefined : JSON.parse(text);
  return { status: response.status, body: parsed };
}

/** The same, for actions: an error response is thrown. */
export async function actOnApi<Body = unknown>(token: string, method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await callApi(token, method, path, body);
  if (answer.status >= 400) throw new RefusedError(answer.status, answer.body);
  // The callers name the response that the API documents for the path.
  return answer.body as Body;
}
