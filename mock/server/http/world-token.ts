/** The access tokens of a tenant's world begin with the id of the world, so that `/v1` needs no world in its path. */

/** The id of a tenant's world. Unlike the ids of other worlds, it cannot be guessed. */
const TENANT_WORLD = /^w_[a-z0-9]{26}$/;
const WITH_WORLD = /^Bearer +(w_[a-z0-9]{26})\./i;

/** The prefix of the access tokens of a world. */
export function tokenPrefix(world_id: string): string {
  return TENANT_WORLD.test(world_id) ? `${world_id}.` : '';
}

/** The world that an access token claims to belong to. Does not check that the token is valid. */
export function worldOfToken(authorization: string | undefined): string | undefined {
  return WITH_WORLD.exec(authorization ?? '')?.[1];
}
