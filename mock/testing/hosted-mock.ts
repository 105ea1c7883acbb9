import type { MockOptions } from '../server/options.ts';
import type { Mock } from '../server/server.ts';
import { createMock } from '../server/server.ts';
import type { TestResponse } from './open-mock.ts';
import { TEST_NOW } from './open-mock.ts';

export const ADMIN_TOKEN = 'admin-of-the-tests';

/** A tenant with one world. */
export interface TestTenant {
  id: string;
  token: string;
  world: { id: string; base_url: string; auth_url: string; control_url: string };
  clients: readonly { client_id: string; client_secret: string; kind: string; sandbox: boolean }[];
  /** Every secret that the tenant received. */
  secrets: readonly string[];
}

export interface HostedMock extends AsyncDisposable {
  mock: Mock;
  /** Sends a request with a bearer token, or without one. */
  send: (
    token: string | null,
    method: string,
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<TestResponse>;
  /** Calls the control plane as the operator. */
  operate: (method: string, path: string, body?: unknown) => Promise<TestResponse>;
  invite: (name: string, terms?: object) => Promise<string>;
  /** Invites a tenant and redeems the invitation. */
  join: (name: string, terms?: object) => Promise<TestTenant>;
  /** A token of the buyer in a tenant's world. */
  mint: (tenant: TestTenant, body?: object) => Promise<string>;
}

/** Starts a shared mock with a frozen clock. The caller closes it. */
export async function openHostedMock({ quotas, ...rest }: MockOptions = {}): Promise<HostedMock> {
  const mock = await createMock({
    lots: 20,
    clock: TEST_NOW,
    shared: true,
    admin_token: ADMIN_TOKEN,
    // Raises the rate limit, because tests send faster than tenants.
    quotas: { requests_per_second: 10_000, ...quotas },
    ...rest,
  });
  const send: HostedMock['send'] = async (token, method, url, body, headers = {}) => {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const is_json = (response.headers.get('Content-Type') ?? '').startsWith('application/json');
    return {
      status: response.status,
      // Untyped, because each test asserts the shape that it expects.
      body: is_json ? (JSON.parse(text) as unknown) : undefined,
      headers: response.headers,
      text,
    };
  };
  const operate: HostedMock['operate'] = (method, path, body) => send(ADMIN_TOKEN, method, `${mock.control_url}${path}`, body);
  const invite: HostedMock['invite'] = async (name, terms = {}) => {
    const invited = await operate('POST', '/invitations', { name, ...terms });
    if (invited.status !== 201) throw new Error(invited.text);
    // The operation's response.
    return (invited.body as { code: string }).code;
  };
  return {
    mock,
    send,
    operate,
    invite,
    join: async (name, terms) => {
      const redeemed = await send(null, 'POST', `${mock.control_url}/redeem`, { code: await invite(name, terms) });
      if (redeemed.status !== 201) throw new Error(redeemed.text);
      // The operation's response.
      const { tenant, tenant_token, world } = redeemed.body as {
        tenant: { id: string };
        tenant_token: string;
        world: TestTenant['world'] & { clients: TestTenant['clients'] };
      };
      const secrets = [tenant_token, ...world.clients.map(({ client_secret }) => client_secret)];
      return { id: tenant.id, token: tenant_token, world, clients: world.clients, secrets };
    },
    mint: async ({ token, world }, body = { persona: 'buyer' }) => {
      const minted = await send(token, 'POST', `${world.control_url}/tokens`, body);
      if (minted.status !== 201) throw new Error(minted.text);
      // The operation's response.
      return (minted.body as { access_token: string }).access_token;
    },
    [Symbol.asyncDispose]: () => mock.close(),
  };
}
