/** So many ids are remembered; an older one that comes again counts as new. */
const IDS_MAX = 10_000;
/** Of an id that somebody made up, no more than this is kept. */
const ID_CHARACTERS_MAX = 200;

/** How often each event has come (SIG-7), in bounded memory. */
export class SeenIds {
  readonly #counts = new Map<string, number>();

  /** Counts one more. @returns how often the event has come by now */
  count(id: string): number {
    const key = id.slice(0, ID_CHARACTERS_MAX);
    const count = (this.#counts.get(key) ?? 0) + 1;
    // Put last again: what has not come for longest is forgotten first.
    this.#counts.delete(key);
    this.#counts.set(key, count);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > IDS_MAX && oldest !== undefined) this.#counts.delete(oldest);
    return count;
  }
}
