import { SCOPES } from '#spec';
import { ACTOR_NAMES, BASE_ACTORS, SELLER_NAMES, type ActorName, type BaseActor } from './schema.ts';

/** The party behind an actor: `buyer` for `buyer_sandbox`, for `buyer with bids.read`, and for `buyer as elevator` (an elevator token of the buyer's team). */
export function ownerOf(actor: string): string {
  return (actor.split(' ')[0] ?? actor).replace(/_sandbox$/, '');
}

/** The actor whose token was used: `elevator` for `buyer as elevator`, `buyer` for `buyer with bids.read`. */
export function credentialOf(actor: string): string {
  const [first = actor, link, other] = actor.split(' ');
  return link === 'as' && other !== undefined ? other : first;
}

/** The plain actor of a sandbox twin; any other actor itself. */
export function baseOf(name: ActorName): BaseActor {
  // An ActorName is a BaseActor, with or without this suffix.
  return name.replace(/_sandbox$/, '') as BaseActor;
}

/** The actor of the configuration whose token was used. Undefined for an extra actor, whose token only that run had. */
export function findConfiguredActor(actor: string): ActorName | undefined {
  return ACTOR_NAMES.find((name) => name === credentialOf(actor));
}

/** Whether it is known who the actor is: a configured one, or anonymous. */
export function isKnownActor(actor: string): boolean {
  const owner = ownerOf(actor);
  return owner === 'anonymous' || BASE_ACTORS.some((name) => name === owner);
}

/** Whether the actor sells grain. */
export function isSeller(actor: string): boolean {
  return SELLER_NAMES.some((name) => name === ownerOf(actor));
}

/** Names the scopes of a minted token. If it has almost all, those that it lacks: a long list hides them. */
export function nameScopes(scopes: readonly string[]): string {
  const lacking = Object.keys(SCOPES).filter((scope) => scope !== 'openid' && !scopes.includes(scope));
  return lacking.length > 0 && lacking.length < 3 ? `all scopes but ${lacking.join(' and ')}` : scopes.join(' ');
}

/** Whether the actor's token was minted with scopes that do not include farms.read. Says nothing about configured tokens. */
export function lacksFarmsRead(actor: string): boolean {
  const [, scopes] = actor.split(' with ');
  return scopes !== undefined && scopes.startsWith('all ') === scopes.split(' ').includes('farms.read');
}
