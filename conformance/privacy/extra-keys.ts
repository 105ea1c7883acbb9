import type { Member } from './views.ts';

/** The undocumented keys of the listings of one view. A key with the same value on every listing identifies no seller (PRIV-16). */
export class ExtraKeys {
  readonly #values = new Map<string, string>();
  #has_listings = false;

  /** Records the extra members of one listing. @returns those whose value differs between the listings so far */
  findVarying(members: readonly Member[]): readonly Member[] {
    const own = new Map<string, string>();
    for (const member of members) own.set(placeOf(member), `${own.get(placeOf(member)) ?? ''}${JSON.stringify(member.value)}`);
    for (const place of own.keys()) {
      // Earlier listings did not have the key.
      if (!this.#values.has(place)) this.#values.set(place, this.#has_listings ? ABSENT : (own.get(place) ?? ABSENT));
    }
    this.#has_listings = true;
    const missing = [...this.#values].filter(([place, value]) => !own.has(place) && value !== ABSENT);
    // One listing lacks the key, so from now on any value differs.
    for (const [place] of missing) this.#values.set(place, ABSENT);
    return members.filter((member) => this.#values.get(placeOf(member)) !== own.get(placeOf(member)));
  }
}

const ABSENT = '';

function placeOf({ below, key }: Member): string {
  return `${below}/${key}`;
}
