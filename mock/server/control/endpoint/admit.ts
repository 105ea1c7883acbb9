import type { Request } from 'express';
import { isRefusal } from '../../../market/rules/refusal.ts';
import { NO_WORLD } from '../../http/respond.ts';
import type { World } from '../../world/world.ts';
import type { Worlds } from '../../world/worlds.ts';
import type { ControlOptions } from '../index.ts';
import { type GuardOptions, checkSource, checkVisitor } from './guard.ts';
import type { ControlOperation, Principal } from './operation.ts';
import { type ControlRefusal, refuseControl } from './refusals.ts';

const BEARER = /^Bearer +(\S+) *$/i;

const OPERATOR_ONLY = refuseControl('forbidden', { message: 'Only the operator of this mock can do this.' });
const NO_WORLD_IN_PATH = refuseControl('forbidden', {
  message: 'A tenant token works in the worlds of the tenant: use /worlds/{id}/_gristmill. GET /_gristmill/worlds lists them.',
});

function guardOptionsOf(worlds: Worlds, { admin_token, served_hosts }: ControlOptions): GuardOptions {
  return { admin_token, served_hosts, public_url: worlds.default.options.public_url };
}

/** Identifies the sender of a request. @returns the principal, or why the request cannot use the control plane */
export async function identify(worlds: Worlds, options: ControlOptions, request: Request): Promise<Principal | ControlRefusal> {
  const refusal = checkVisitor(request, guardOptionsOf(worlds, options));
  if (refusal === undefined) return { role: 'operator' };
  // The only problem is the admin token, so the token can be a tenant's.
  const { tenants } = options;
  if (refusal.refused !== 'unauthenticated' || tenants === undefined) return refusal;
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
  const tenant = token === undefined ? undefined : await tenants.authenticate(token);
  return tenant === undefined ? refusal : { role: 'tenant', tenant, tenants };
}

/** Like `identify`, for an operation without a token: rejects only web pages of other origins and foreign host names. */
export function identifyVisitor(worlds: Worlds, options: ControlOptions, request: Request): Principal | ControlRefusal {
  return checkSource(request, guardOptionsOf(worlds, options)) ?? { role: 'visitor' };
}

/**
 * Like `identify`, for a page of the dashboard. It needs no admin token, because a browser cannot send one when a person types the address.
 * The page contains no secrets and asks for the token.
 */
export function identifyBrowser(worlds: Worlds, options: ControlOptions, request: Request): Principal | ControlRefusal {
  const check = options.admin_token === undefined ? checkVisitor : checkSource;
  return check(request, guardOptionsOf(worlds, options)) ?? { role: 'operator' };
}

/**
 * Finds the world of a control-plane request, if the principal can use it.
 * @param id the world in the path. Undefined for the default one
 */
export async function findAllowedWorld(
  worlds: Worlds,
  principal: Principal,
  id: string | undefined,
): Promise<World | ControlRefusal> {
  if (principal.role !== 'tenant') return worlds.find(id);
  if (id === undefined) return NO_WORLD_IN_PATH;
  const world = await worlds.find(id);
  // The same response for another tenant's world and for one that never existed.
  return isRefusal(world) || world.options.tenant_id !== principal.tenant.id ? NO_WORLD : world;
}

/** Finds the world for an operation. An operation that is not about a world gets the default one and does not use it. */
export async function findWorldFor(
  { audience }: ControlOperation,
  worlds: Worlds,
  principal: Principal,
  id: string | undefined,
): Promise<World | ControlRefusal> {
  if (principal.role === 'tenant' && audience === 'operator') return OPERATOR_ONLY;
  if (principal.role === 'tenant' && audience === 'mock' && id === undefined) return worlds.default;
  return findAllowedWorld(worlds, principal, id);
}
