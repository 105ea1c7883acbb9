/** Requests to the control plane and to the API of this world. Addresses are relative to the page, so they stay on its origin. */
import { signal } from '@preact/signals';
import type { Explanation } from './wire.ts';

const ADMIN_TOKEN = 'gristmill-admin-token';

/** Whether the mock rejected a request because the admin token is missing or wrong. */
export const needs_admin_token = signal(false);
/** Whether the mock responds. */
export const connection = signal<'connecting' | 'open' | 'lost'>('connecting');

/** An error response, with the message of the mock. */
export class RefusedError extends Error {
  readonly fields: Explanation['fields'];

  constructor(status: number, body: unknown) {
    const { message = `The mock replied ${status}.`, errors = [] } = readError(body);
    super(message);
    this.fields = errors;
  }
}

interface WireError {
  message?: string;
  errors?: Explanation['fields'];
}

function readError(body: unknown): WireError {
  const has_error = typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'object';
  // Cast: every error of the mock has this form, and all fields are optional here.
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

function buildRequest(method: string, headers: Record<string, string>, body: unknown): RequestInit {
  if (body === undefined) return { method, headers };
  return { method, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

export interface ApiResponse {
  status: number;
  body: unknown;
}

async function readResponse(response: Response): Promise<ApiResponse> {
  const text = await response.text();
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  return { status: response.status, body };
}

/** @throws RefusedError */
function bodyOf({ status, body }: ApiResponse): unknown {
  if (status >= 400) throw new RefusedError(status, body);
  return body;
}

/** Calls the control plane. @throws RefusedError */
export async function control<Body = unknown>(method: string, path: string, body?: unknown): Promise<Body> {
  // The callers name the response that the control plane documents for the path.
  return bodyOf(await readResponse(await openControl(method, path, body))) as Body;
}

/** Returns the raw response, for streams. Also records whether the admin token is missing. */
export async function openControl(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const response = await send(`_gristmill${path}`, buildRequest(method, { ...adminHeaders(), ...headers }, body));
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

/** Calls the marketplace API with a token. It does not throw for error statuses. */
export async function callApi(token: string, method: string, path: string, body?: unknown): Promise<ApiResponse> {
  return readResponse(await send(`v1${path}`, buildRequest(method, { Authorization: `Bearer ${token}` }, body)));
}

/** Like `callApi`, for actions. @throws RefusedError for an error response */
export async function actOnApi<Body = unknown>(token: string, method: string, path: string, body?: unknown): Promise<Body> {
  // The callers name the response that the API documents for the path.
  return bodyOf(await callApi(token, method, path, body)) as Body;
}
