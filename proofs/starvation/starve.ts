import type { OperationId } from '#spec';
import { findOperation, type Run } from '#client';

/** The responses of a starved operation, which has no effect. */
export const RESPONSES = {
  '500': { status: 500, json: { error: { code: 'internal', message: 'Something broke.' } } },
  'empty 200': { status: 200, json: {} },
} as const;
export type FaultyResponse = keyof typeof RESPONSES;

/** Makes one operation fail while a check runs. */
export interface Starvation {
  operation: OperationId;
  response: FaultyResponse;
}

/** Responds to one operation in place of the target, in this run only. @param isOver whether the check has ended: its cleanup is not starved */
export function starve(run: Run, { operation, response }: Starvation, isOver: () => boolean): void {
  const { http } = run;
  const { base_url } = run.settings;
  const send = http.send.bind(http);
  const { status, json } = RESPONSES[response];
  let number = 1_000_000;
  http.send = async (asked) => {
    const url = /^https?:/.test(asked.path) ? asked.path : `${base_url}${asked.path}`;
    const path = url.startsWith(base_url) ? new URL(url).pathname.slice(new URL(base_url).pathname.length) : '';
    if (isOver() || findOperation(asked.method, path) !== operation) return send(asked);
    asked.signal?.throwIfAborted();
    number += 1;
    return {
      number,
      check: asked.check,
      actor: asked.actor,
      operation,
      method: asked.method,
      url,
      request_headers: asked.headers ?? {},
      request_body: asked.body,
      sent_at_ms: run.clock.nowMs(),
      duration_ms: 1,
      status,
      headers: { 'content-type': 'application/json' },
      text: JSON.stringify(json),
      json,
    };
  };
}
