/** Whose secrets an actor's are: those of the person, whatever the mode of the token or the scopes it was minted with. */
export function ownerOf(actor: string): string {
  return (actor.split(' ')[0] ?? actor).replace(/_sandbox$/, '');
}
