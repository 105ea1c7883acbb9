import type { Request, Response } from 'express';
import type { Refusal } from '../../../market/rules/refusal.ts';
import { isRefusal } from '../../../market/rules/refusal.ts';
import { NO_WORLD } from '../../http/respond.ts';
import type { World } from '../../world/world.ts';
import type { Worlds } from '../../world/worlds.ts';
import type { ControlOptions } from '../index.ts';
import { checkSource, checkVisitor } from './guard.ts';
import type { ControlOperation, Principal } from './operation.ts';
import type { ControlRefusal } from './refusals.ts';
import { refuseControl, sendControlRefusal } from './refusals.ts';

const OPERATOR: Principal = { role: 'operator' };
const BEARER = /^Bearer +(\S+) *$/i;

const NOT_YOURS = refuseControl('forbidden', { message: 'Only the operator of this mock can do this.' });
const NO_WORLD_NAMED = refuseControl('forbidden', {
  message: 'A tenant token works in the worlds of the tenant: use /worlds/{id}/_gristmill. GET /_gristmill/worlds lists them.',
});

/**
 * Checks whether a request may use the control plane, and responds if it may not.
 * @returns who sends it
 */
export async function admit(
  worlds: Worlds,
  options: Pick<ControlOptions, 'admin_token' | 'served_hosts' | 'tenants'>,
  request: Request,
  response: Response,
): Promise<Principal | undefined> {
  const outcome = await identify(worlds, options, request);
  if ('role' in outcome) return outcome;
  request.resume();
  sendControlRefusal(response, outcome);
  return undefined;
}

/** The same for an operation that needs no token: no web page of another origin, and no other host name. */
export function admitVisitor(
  worlds: Worlds,
  { admin_token, served_hosts }: Pick<ControlOptions, 'admin_token' | 'served_hosts'>,
  request: Request,
  response: Response,
): boolean {
  const { public_url } = worlds.default.options;
  const refusal = checkSource(request, { admin_token, public_url, served_hosts });
  if (refusal === undefined) return true;
  request.resume();
  sendControlRefusal(response, refusal);
  return false;
}

async function identify(
  worlds: Worlds,
  { admin_token, served_hosts, tenants }: Pick<ControlOptions, 'admin_token' | 'served_hosts' | 'tenants'>,
  request: Request,
): Promise<Principal | Refusal | ControlRefusal> {
  const { public_url } = worlds.default.options;
  const refusal = checkVisitor(request, { admin_token, public_url, served_hosts });
  if (refusal === undefined) return OPERATOR;
  // Everything but the token was in order.
  if (refusal.refused !== 'unauthenticated' || tenants === undefined) return refusal;
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
  const tenant = token === undefined ? undefined : await tenants.authenticate(token);
  return tenant === undefined ? refusal : { role: 'tenant', tenant, tenants };
}

/**
 * Finds the world of a request of the control plane, if the principal may use it.
 * @param id the world in the path. Undefined for the default one
 */
export async function enter(
  worlds: Worlds,
  principal: Principal,
  id: string | undefined,
): Promise<World | Refusal | ControlRefusal> {
  if (principal.role !== 'tenant') return worlds.find(id);
  if (id === undefined) return NO_WORLD_NAMED;
  const world = await worlds.find(id);
  // The same for a world of another tenant, and for one that never was.
  return isRefusal(world) || world.options.tenant_id !== principal.tenant.id ? NO_WORLD : world;
}

/** The same for an operation. One that is not about a world gets the default one, and uses nothing of it. */
export async function enterFor(
  worlds: Worlds,
  principal: Principal,
  id: string | undefined,
  { audience }: ControlOperation,
): Promise<World | Refusal | ControlRefusal> {
  if (principal.role !== 'tenant') return worlds.find(id);
  if (audience === 'public') return worlds.default;
  if (audience === 'operator') return NOT_YOURS;
  return audience === 'mock' && id === undefined ? worlds.default : enter(worlds, principal, id);
}
