/** A deployment that is not recognized as a mock: a mock behind a proxy that hides its control plane. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { passOn } from '#client/testing/pass-on';
import { serve } from '#client/testing/server';
import { createMock } from '#mock';
import type { Mock } from '#mock';
import { onTestFinished, vi } from 'vitest';

export interface Staging {
  readonly base_url: string;
  /** The mock behind it. */
  readonly mock: Mock;
  /** What hooks were asked for. */
  readonly hook_calls: readonly string[];
  /** Writes a configuration for the actors buyer, seller, and rival. @returns its path */
  readonly configure: (folder: string, more?: object) => string;
  /** Stops it, as if the server had crashed, when it gets this request. */
  readonly stopAt: (isLast: (request: IncomingMessage) => boolean) => void;
}

/** A `hooks.all` URL that supports only pay_invoice. */
const HOOK_PATH = '/hooks';

const ACTORS = ['buyer', 'seller', 'rival'] as const;

/** Starts it. It ends with the test. */
export async function openStaging(...violations: readonly string[]): Promise<Staging> {
  const mock = await createMock({ lots: 20, violations });
  const hook_calls: string[] = [];
  let isLast: (request: IncomingMessage) => boolean = () => false;
  const target = await serve((request, response) => {
    if (isLast(request)) {
      target.server.close();
      target.server.closeAllConnections();
    } else if (request.url === HOOK_PATH) void callHook(mock, hook_calls, request, response);
    else if (request.url?.startsWith('/_gristmill') === true) response.writeHead(404).end();
    else passOn(mock.base_url, request, response);
  });
  onTestFinished(async () => {
    target.server.closeAllConnections();
    if (target.server.listening) await target[Symbol.asyncDispose]();
    await mock.close();
  });
  return {
    base_url: target.base_url,
    mock,
    hook_calls,
    configure: (folder, more = {}) => {
      for (const name of ACTORS) vi.stubEnv(`STAGING_${name.toUpperCase()}`, `dev_${name}`);
      onTestFinished(() => void vi.unstubAllEnvs());
      const { origin } = new URL(target.base_url);
      const config = {
        target: { base_url: target.base_url, mode: 'live', auth_url: origin },
        actors: Object.fromEntries(ACTORS.map((name) => [name, { token_env: `STAGING_${name.toUpperCase()}` }])),
        hooks: { all: { url: `${origin}${HOOK_PATH}` } },
        ...more,
      };
      const path = join(folder, 'gristmill.config.json');
      writeFileSync(path, JSON.stringify(config));
      return path;
    },
    stopAt: (is_last) => {
      isLast = is_last;
    },
  };
}

async function callHook(mock: Mock, calls: string[], request: IncomingMessage, response: ServerResponse): Promise<void> {
  // What the gate sends to a hook (docs/conformance-hooks.md).
  const { hook, params } = JSON.parse(String(await buffer(request))) as { hook: string; params: Record<string, string> };
  calls.push(hook);
  if (hook !== 'pay_invoice') {
    response.end('{"ok":false,"error":"not supported"}');
    return;
  }
  const { trade_id, invoice } = params;
  await fetch(`${mock.control_url}/trades/${trade_id ?? ''}/invoices/${invoice ?? ''}/pay`, { method: 'POST' });
  response.end('{"ok":true}');
}
