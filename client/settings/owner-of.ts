import { BASE_ACTORS } from './schema.ts';

/** Whose secrets an actor's are: those of the person, whatever the mode of the token or the scopes it was minted with. */
export function ownerOf(actor: string): string {
  return (actor.split(' ')[0] ?? actor).replace(/_sandbox$/, '');
}

/** Whether an actor is one of the configured callers, or nobody: of others it is not known who they are. */
export function isKnownActor(actor: string): boolean {
  const owner = ownerOf(actor);
  return owner === 'anonymous' || BASE_ACTORS.some((name) => name === owner);
}

/** Who lists grain and is shown what is offered for it. */
export function isSeller(actor: string): boolean {
  return ['seller', 'partner'].includes(ownerOf(actor));
}

/** Whether an actor's token was minted with scopes, and farms.read was none of them. */
export function lacksFarmsRead(actor: string): boolean {
  const [, scopes] = actor.split(' with ');
  return scopes !== undefined && !scopes.split(' ').includes('farms.read');
}
