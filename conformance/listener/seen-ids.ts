/** The number of ids to remember. The least recently seen id is forgotten first, and then counts as new. */
const IDS_MAX = 10_000;
/** Only this many characters of an id are compared. */
const ID_CHARACTERS_MAX = 200;

/** Counts the deliveries of each event (SIG-7), in bounded memory. */
export class SeenIds {
  readonly #counts = new Map<string, number>();

  count(id: string): number {
    const key = id.slice(0, ID_CHARACTERS_MAX);
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.delete(key);
    this.#counts.set(key, count);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > IDS_MAX && oldest !== undefined) this.#counts.delete(oldest);
    return count;
  }
}
