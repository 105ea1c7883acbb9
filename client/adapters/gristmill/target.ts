/** Detects over HTTP whether the target is the Gristmill mock. */
import { Blocked } from '../../replies/findings.ts';
import { isObject, type JsonObject } from '../../json.ts';
import { isLoopbackTarget } from '../../settings/target-url.ts';
import { HOOK_TIMEOUT_MS } from '../../config/hooks.ts';
import { noneIfNoResponse, sendRequest, type HttpResponse } from '../../config/send-request.ts';

/** A mock responds quickly, but one on a busy machine can take seconds, and would be taken for another server without tokens. */
const HEALTH_TIMEOUT_MS = { local: 15_000, remote: 3_000 };
const HEALTH_BYTES_MAX = 16_384;

/** A mock, or one of its worlds. */
export interface MockAt {
  base_url: string;
  /** `…/_gristmill` */
  control_url: string;
  /** The admin token, if the control plane requires one. */
  admin_token: string | undefined;
}

/**
 * Requests the addresses where a mock has its control plane.
 * @param base_url without a trailing slash
 * @param admin_token sent only if the control plane requires one
 * @returns undefined if the target is not a mock, or not a world that the mock has
 */
export async function detectMock(
  base_url: string,
  admin_token?: string,
  timeout_ms = isLoopbackTarget(base_url) ? HEALTH_TIMEOUT_MS.local : HEALTH_TIMEOUT_MS.remote,
): Promise<MockAt | undefined> {
  const own_root = base_url.replace(/\/v1$/, '');
  const own = await findControl({ base_url, control_url: `${own_root}/_gristmill` }, admin_token, timeout_ms);
  const { origin } = new URL(base_url);
  if (own !== undefined || origin === own_root) return own;
  const shared = await findControl({ base_url, control_url: `${origin}/_gristmill` }, admin_token, timeout_ms);
  // Without this, a run for a world that does not exist would change the default world.
  return shared !== undefined && (await servesApi(base_url, timeout_ms)) ? shared : undefined;
}

async function findControl(
  at: Pick<MockAt, 'base_url' | 'control_url'>,
  admin_token: string | undefined,
  timeout_ms: number,
): Promise<MockAt | undefined> {
  const open = await readHealth(at.control_url, undefined, timeout_ms);
  if (open === 'mock') return { ...at, admin_token: undefined };
  if (open !== 'locked' || admin_token === undefined) return undefined;
  return (await readHealth(at.control_url, admin_token, timeout_ms)) === 'mock' ? { ...at, admin_token } : undefined;
}

async function servesApi(base_url: string, timeout_ms: number): Promise<boolean> {
  const options = { timeout_ms, bytes_max: HEALTH_BYTES_MAX };
  const response = await sendRequest(`${base_url}/inventory?limit=1`, options).catch(noneIfNoResponse);
  return response !== undefined && response.status !== 404;
}

/** A world of a mock, with its own control plane. */
export interface World extends MockAt {
  id: string;
  auth_url: string | undefined;
}

/**
 * Reads the control plane's response to creating a world.
 * @throws Blocked if it is not a world, or has another origin: tokens must only go to the mock
 */
export function readWorld(mock: MockAt, { id, base_url, auth_url, control_url }: JsonObject): World {
  const is_whole = typeof id === 'string' && typeof base_url === 'string' && typeof control_url === 'string';
  if (!is_whole || (auth_url !== undefined && typeof auth_url !== 'string'))
    throw new Blocked('the control plane of the mock created no world');
  const { origin } = new URL(mock.base_url);
  const elsewhere = [base_url, control_url, auth_url].find((url) => url !== undefined && URL.parse(url)?.origin !== origin);
  if (elsewhere !== undefined) {
    throw new Blocked(
      `the mock gives ${elsewhere} as the address of a world, which is not on ${origin}; use the mock's own address`,
    );
  }
  return { id, base_url, auth_url, control_url, admin_token: mock.admin_token };
}

/** Sends a request to the control plane. Moving the clock can wait for a receiver that does not respond. @throws NoResponse */
export async function requestControl(
  { control_url, admin_token }: MockAt,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<HttpResponse> {
  return sendRequest(`${control_url}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(admin_token === undefined ? {} : { authorization: `Bearer ${admin_token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    timeout_ms: HOOK_TIMEOUT_MS,
  });
}

async function readHealth(
  control_url: string,
  token: string | undefined,
  timeout_ms: number,
): Promise<'mock' | 'locked' | 'other'> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  // `gristmill doctor` reports problems with the target.
  const response = await sendRequest(`${control_url}/health`, { headers, timeout_ms, bytes_max: HEALTH_BYTES_MAX }).catch(
    noneIfNoResponse,
  );
  if (response?.status === 200 && isObject(response.json) && response.json['name'] === 'gristmill') return 'mock';
  return response?.status === 401 ? 'locked' : 'other';
}
