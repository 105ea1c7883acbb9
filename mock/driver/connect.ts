import type { Addresses } from '../server/addresses.ts';
import type { Control } from './control-client.ts';
import { MockNotFoundError, createControlClient } from './control-client.ts';
import type { Driver } from './driver.ts';
import { createDriver } from './driver.ts';

/** A mock that runs elsewhere. */
export interface ConnectedMock extends Addresses, Driver {}

const DEFAULT_URL = 'http://127.0.0.1:4010';

/**
 * Connects to a running mock, or to one of its worlds.
 * @param url any address that `gristmill mock` prints. Default: `GRISTMILL_MOCK`, else `http://127.0.0.1:4010`
 * @param options.adminToken default: `GRISTMILL_ADMIN_TOKEN`
 * @throws MockNotFoundError if no mock responds there; ControlError if the mock rejects the request; TypeError if `url` is not an http URL
 */
export async function connectMock(
  url: string = process.env['GRISTMILL_MOCK'] ?? DEFAULT_URL,
  options: { adminToken?: string | undefined } = {},
): Promise<ConnectedMock> {
  const adminToken = options.adminToken ?? process.env['GRISTMILL_ADMIN_TOKEN'];
  const root = rootOf(url);
  const addresses = await createControlClient(root, adminToken).control<Addresses | undefined>('GET', '/');
  if (typeof addresses?.control_url !== 'string')
    throw new MockNotFoundError(`${root} is not a Gristmill mock; give the address that gristmill mock prints`);
  return { ...addresses, ...createDriver(addresses, `${root}/_gristmill`, adminToken) };
}

/**
 * Connects to the control plane of a running mock, for operations that need no token.
 * @throws TypeError if `url` is not an http URL
 */
export function connectControl(url: string = process.env['GRISTMILL_MOCK'] ?? DEFAULT_URL): Control {
  return createControlClient(`${rootOf(url)}/_gristmill`, undefined).control;
}

function rootOf(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw new TypeError(`'${url}' is not an http address; give one such as ${DEFAULT_URL}`);
  return `${parsed.origin}${parsed.pathname.replace(/\/(?:v1|_gristmill)?\/?$/, '')}`;
}
