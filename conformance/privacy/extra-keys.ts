import type { Member } from './views.ts';

/** The undocumented keys of the listings of one view. A key with the same value on every listing identifies no seller (PRIV-16). */
export class ExtraKeys {
  readonly #values = new Map<string, string>();
  /** The objects that listings had so far, such as `/asking_price`, and for each extra key the object that it is in. */
  readonly #objects = new Set<string>();
  readonly #object_of = new Map<string, string>();

  /**
   * Records the extra members of one listing.
   * @param objects where the listing has objects: a key of an object that is null is not missing
   * @returns the members whose value differs between the listings so far
   */
  findVarying(members: readonly Member[], objects: ReadonlySet<string>): readonly Member[] {
    const own = new Map<string, string>();
    for (const member of members) own.set(placeOf(member), `${own.get(placeOf(member)) ?? ''}${JSON.stringify(member.value)}`);
    for (const member of members) {
      const place = placeOf(member);
      if (this.#values.has(place)) continue;
      this.#object_of.set(place, member.below);
      // The object did not have the key in earlier listings.
      this.#values.set(place, this.#objects.has(member.below) ? ABSENT : (own.get(place) ?? ABSENT));
    }
    for (const object of objects) this.#objects.add(object);
    for (const [place, object] of this.#object_of) {
      // One listing lacks the key, so from now on any value differs.
      if (!own.has(place) && objects.has(object)) this.#values.set(place, ABSENT);
    }
    return members.filter((member) => this.#values.get(placeOf(member)) !== own.get(placeOf(member)));
  }
}

const ABSENT = '';

function placeOf({ below, key }: Member): string {
  return `${below}/${key}`;
}
