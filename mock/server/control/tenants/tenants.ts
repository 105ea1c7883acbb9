/** Invitations and tenants of a hosted mock (`--shared`). */
import { z } from 'zod';
import { type Refusal, isRefusal, refuse } from '../../../market/rules/refusal.ts';
import { TTL_FORM, readTtl } from '../../world-ttl.ts';
import { WEB_REDIRECT_URIS } from '../../oauth/clients/known-clients.ts';
import type { Tenant, Tenants } from '../../tenants/tenants.ts';
import type { World } from '../../world/world.ts';
import { type ControlCall, controlOperation } from '../endpoint/operation.ts';
import { type RegisteredClient, registerClient } from '../market/clients.ts';

const WORLDS_MAX = 100;
const EXPIRES_DEFAULT = '7d';

const NOT_HOSTED = refuse('conflict', { message: 'This mock has no tenants; start it with --shared and --admin-token.' });
const NO_TENANT = refuse('not_found', { message: 'There is no such tenant.' });

const InvitationRequest = z.strictObject({
  name: z.string().trim().min(1).max(100).meta({ description: 'The name of the tenant.' }),
  worlds: z
    .int()
    .min(1)
    .max(WORLDS_MAX)
    .optional()
    .meta({ description: 'How many worlds the tenant can have. Default: the quota.' }),
  expires_in: z
    .string()
    .refine((text) => typeof readTtl(text) === 'number', { error: TTL_FORM })
    .default(EXPIRES_DEFAULT)
    .meta({ description: 'How long the invitation is valid, such as `24h`.' }),
});

const APPLICATION = { name: 'Application', kind: 'web' as const, redirect_uris: [...WEB_REDIRECT_URIS] };

/** The clients of a new world: one for users who sign in, and one for programs. */
function registerClients(world: World): Promise<RegisteredClient[]> {
  return world.write(async (tx, now) => [
    await registerClient(world, tx, { ...APPLICATION, sandbox: false }, now),
    await registerClient(world, tx, { ...APPLICATION, sandbox: true }, now),
    await registerClient(world, tx, { name: 'Program', kind: 'machine', redirect_uris: [], sandbox: false }, now),
  ]);
}

async function redeem({ addressesOf, signal }: ControlCall, tenants: Tenants, code: string): Promise<object | Refusal> {
  const redeemed = await tenants.invitations.redeem(code);
  if (isRefusal(redeemed)) return redeemed;
  const { tenant, token } = redeemed;
  try {
    const world = await tenants.createWorld(tenant.id, {}, { signal });
    if (!isRefusal(world)) {
      const clients = await registerClients(world);
      return {
        tenant: showTenant({ ...tenant, worlds: 1 }),
        tenant_token: token,
        world: { id: world.id, ...addressesOf(world.id), clients },
      };
    }
    await tenants.unredeem(tenant.id);
    return world;
  } catch (error) {
    await tenants.unredeem(tenant.id);
    throw error;
  }
}

function showTenant({ id, name, worlds, worlds_max, created_at }: Tenant): object {
  return { id, name, worlds, worlds_max, created_at };
}

/** Runs an operation of a hosted mock. */
function hosted<Call extends ControlCall>(
  act: (call: Call, tenants: Tenants) => Promise<object | Refusal>,
): (call: Call) => Promise<object | Refusal> {
  return (call) => (call.tenants === undefined ? Promise.resolve(NOT_HOSTED) : act(call, call.tenants));
}

export const TENANTS = [
  controlOperation('post', '/invitations', {
    summary: 'Invite a tenant',
    description: 'Returns the code, which is not shown again. The tenant redeems it once, with POST /redeem.',
    body: { schema: InvitationRequest, required: true },
    success: 201,
    is_unlocked: true,
    audience: 'operator',
    act: hosted(({ body }: ControlCall<z.infer<typeof InvitationRequest>>, tenants) =>
      tenants.invitations.create({
        name: body.name,
        worlds_max: body.worlds ?? tenants.quotas.worlds,
        expires_in_seconds: readTtl(body.expires_in) ?? 0,
      }),
    ),
  }),
  controlOperation('get', '/invitations', {
    summary: 'List the invitations, without their codes',
    is_unlocked: true,
    audience: 'operator',
    act: hosted(async (_, tenants) => ({ items: await tenants.invitations.list() })),
  }),
  controlOperation('delete', '/invitations/{id}', {
    summary: 'Withdraw an invitation that was not redeemed',
    is_unlocked: true,
    audience: 'operator',
    act: hosted(async ({ path: { id = '' } }, tenants) =>
      (await tenants.invitations.withdraw(id))
        ? { deleted: true, id }
        : refuse('not_found', { message: 'There is no such open invitation.' }),
    ),
  }),
  controlOperation('post', '/redeem', {
    summary: 'Redeem an invitation: become a tenant with a world, OAuth clients, and a tenant token',
    description: 'Needs no token. The tenant token and the client secrets are not shown again.',
    body: { schema: z.strictObject({ code: z.string().min(1).max(200) }), required: true },
    success: 201,
    is_unlocked: true,
    audience: 'public',
    act: hosted((call: ControlCall<{ code: string }>, tenants) => redeem(call, tenants, call.body.code)),
  }),
  controlOperation('get', '/tenants', {
    summary: 'List the tenants and the ids of their worlds',
    is_unlocked: true,
    audience: 'operator',
    act: hosted(async (_, tenants) => {
      const items: object[] = [];
      for (const tenant of await tenants.all()) {
        const world_ids = (await tenants.worldsOf(tenant.id)).map(({ id }) => id);
        items.push({ ...showTenant(tenant), world_ids });
      }
      return { items };
    }),
  }),
  controlOperation('delete', '/tenants/{id}', {
    summary: 'Delete a tenant and its worlds',
    is_unlocked: true,
    audience: 'operator',
    act: hosted(async ({ path: { id = '' } }, tenants) => ((await tenants.delete(id)) ? { deleted: true, id } : NO_TENANT)),
  }),
  controlOperation('post', '/tenants/{id}/token', {
    summary: 'Replace the token of a tenant, which is not shown again',
    description: 'The old token stops working immediately.',
    success: 201,
    is_unlocked: true,
    audience: 'operator',
    act: hosted(async ({ path: { id = '' } }, tenants) => {
      const tenant_token = await tenants.renewToken(id);
      return tenant_token === undefined ? NO_TENANT : { id, tenant_token };
    }),
  }),
  controlOperation('get', '/tenant', {
    summary: 'Show the tenant of the token, its worlds, and its quotas',
    is_unlocked: true,
    audience: 'mock',
    act: hosted(async ({ principal, addressesOf }, tenants) => {
      if (principal.role !== 'tenant') return NO_TENANT;
      const { tenant } = principal;
      const worlds = (await tenants.worldsOf(tenant.id)).map(({ id }) => ({ id, ...addressesOf(id) }));
      return { ...showTenant(tenant), quotas: tenants.quotas, items: worlds };
    }),
  }),
];
