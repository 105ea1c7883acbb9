/** Sends requests to the control plane of a mock, in this process or elsewhere. */
import type { ErrorObject } from '#spec';

type ErrorBody = ErrorObject['error'];

/** The control plane rejected a request. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly status: number;
  readonly code: string;
  readonly errors: readonly { field: string; message: string }[];

  constructor(request: string, { status, code, message, errors = [] }: ErrorBody) {
    const fields = errors.map((error) => `; ${error.field} ${error.message}`).join('');
    super(`${request}: ${status} ${code}: ${message}${fields}`);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

/** Nothing responds at the address, or what responds is not a mock. */
export class MockNotFoundError extends Error {
  override readonly name = 'MockNotFoundError';
}

/**
 * Calls an operation of the control plane (docs/control-plane.md).
 * @param path relative to `control_url`, with its query
 * @param body sent as JSON if given
 * @returns the response body, which is not checked against the given type; text for `GET /metrics`
 * @throws ControlError if the mock rejects the request. MockNotFoundError if nothing responds, or if it is not a mock. Error for `GET /stream`, which
 * has no end. TypeError if the address or a header is invalid, or the body is cut off. SyntaxError if the body is not JSON
 */
export type Control = <Result = unknown>(method: string, path: string, body?: unknown) => Promise<Result>;

/** Opens `GET /stream`; the caller reads the body. @throws ControlError, MockNotFoundError, or the error of the aborted signal */
export type OpenStream = (query: string, signal?: AbortSignal) => Promise<ReadableStream<Uint8Array>>;

export interface ControlClient {
  control: Control;
  openStream: OpenStream;
}

/** @param control_url an address that this process can reach */
export function createControlClient(control_url: string, admin_token: string | undefined): ControlClient {
  const send = async (
    method: string,
    path: string,
    { body, signal }: { body?: unknown; signal?: AbortSignal | undefined },
  ): Promise<Response> => {
    // Created before the request is sent, so that an invalid header is not reported as a mock that does not respond.
    const request = new Request(`${control_url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(admin_token === undefined ? {} : { Authorization: `Bearer ${admin_token}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
    const response = await fetch(request).catch((error: unknown) => {
      if (signal?.aborted === true) throw error;
      throw new MockNotFoundError(`no mock responds at ${control_url}; start one with gristmill mock`, { cause: error });
    });
    if (response.ok) return response;
    const error = parseError(await response.text());
    if (error !== undefined) throw new ControlError(`${method} ${path}`, error);
    throw new MockNotFoundError(
      `${control_url} is not a Gristmill mock: ${method} ${path} returned ${response.status}; give the address that gristmill mock prints`,
    );
  };
  return {
    control: async <Result>(method: string, path: string, body?: unknown) => {
      const response = await send(method, path, { body });
      const type = response.headers.get('Content-Type') ?? '';
      if (type.startsWith('text/event-stream')) {
        await response.body?.cancel();
        throw new Error(`${method} ${path} never ends; use follow() instead`);
      }
      const text = await response.text();
      if (type.startsWith('application/json') || type.startsWith('text/plain')) {
        const reply: unknown = type.startsWith('text/plain') ? text : JSON.parse(text);
        // The caller states the type: JSON, except for the metrics, which are text.
        return reply as Result;
      }
      throw new MockNotFoundError(`${control_url} is not a Gristmill mock: it returned ${type || 'no type'} instead of JSON`);
    },
    openStream: async (query, signal) => {
      const { body } = await send('GET', `/stream${query}`, { signal });
      if (body === null) throw new MockNotFoundError(`${control_url}/stream has no body; update the mock`);
      return body;
    },
  };
}

function parseError(text: string): ErrorBody | undefined {
  try {
    // Another server can respond with any JSON; a mock responds with an Error object.
    const { error } = JSON.parse(text) as { error?: Partial<ErrorBody> };
    const { status, code, message, errors } = error ?? {};
    if (typeof status !== 'number' || typeof code !== 'string' || typeof message !== 'string') return undefined;
    return { status, code, message, ...(Array.isArray(errors) ? { errors } : {}) };
  } catch {
    return undefined;
  }
}
