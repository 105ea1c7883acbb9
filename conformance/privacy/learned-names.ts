/** Names, email addresses, and ids of sellers that the run's responses reveal to people who are allowed to read them. */
import { Needles, isSeller, type Exchange, type Receipt } from '#client';
import { openTokens, unescapeText } from './decode.ts';
import { hasContent } from './keys.ts';
import type { Disclosure, DisclosureHistory } from './history.ts';
import { formsOfId, formsOfName, isCommonWord, squeeze, wordsOf } from './name-forms.ts';

export interface Learned {
  kind:
    | "seller's name"
    | "farm's name"
    | "seller's team name"
    | "seller's email address"
    | 'email address'
    | "seller's user id"
    | "seller's team id";
  text: string;
  /** The person who is allowed to read it. `sellers`: a seller, but which one is not known. */
  owner: string;
}

/** A learned name in something that was received by a person who is not allowed to know it. */
export interface Leak {
  learned: Learned;
  disclosure: Disclosure;
  text: string;
  /** `in full`, `inside an opaque token`, … */
  how: string;
  /** Whether it could be a coincidence: one word of the name, or a name of one word. */
  is_weak: boolean;
}

const LEARNED_MAX = 20_000;
const PUBLIC_WORDS_MAX = 100_000;
/** The maximum number of leaks; more would repeat the same. */
const LEAKS_MAX = 5_000;
/** A shorter name could be part of any text. */
const NAME_MIN = 4;

interface SearchedName {
  learned: Learned;
  is_weak: boolean;
}

export class LearnedNames {
  readonly #learned = new Map<string, Learned>();
  /** Words of public texts. A name that consists of these only is not searched for. */
  readonly #public_words = new Set<string>();
  /** What people know about themselves. */
  readonly #own = new Set<string>();
  /** For each name, when each person first read it in a settled trade of its own, in ms since 1970. */
  readonly #disclosed = new Map<string, Map<string, number>>();
  #overlooked = 0;

  add(kind: Learned['kind'], text: unknown, owner: string): void {
    if (typeof text !== 'string' || text.trim().length < NAME_MIN || !hasContent(text)) return;
    const key = `${kind}|${text}|${owner}`;
    if (this.#learned.has(key)) return;
    if (this.#learned.size < LEARNED_MAX) this.#learned.set(key, { kind, text: text.trim(), owner });
    else this.#overlooked += 1;
  }

  disclose(viewer: string, name: string, at_ms: number): void {
    const known = this.#disclosed.get(name) ?? new Map<string, number>();
    this.#disclosed.set(name, known.set(viewer, Math.min(at_ms, known.get(viewer) ?? at_ms)));
  }

  /** When a settled trade revealed the name to `viewer`; Infinity if none did. */
  disclosedAt(viewer: string, { text }: Learned): number {
    return this.#disclosed.get(text)?.get(viewer) ?? Infinity;
  }

  /** Whether a settled trade revealed the name to anyone. */
  isDisclosed({ text }: Learned): boolean {
    return this.#disclosed.has(text);
  }

  /** When a settled trade first revealed the name to a person other than `viewer`; Infinity if none did. */
  disclosedToOthersAt(viewer: string, { text }: Learned): number {
    const others = [...(this.#disclosed.get(text) ?? [])].filter(([person]) => person !== viewer);
    return Math.min(...others.map(([, at_ms]) => at_ms));
  }

  /** Records that `viewer` is allowed to know this about itself. */
  own(viewer: string, text: unknown): void {
    if (typeof text === 'string') this.#own.add(`${viewer}|${text}`);
  }

  /** Records a text that everyone is allowed to read. */
  publish(text: string): void {
    if (this.#public_words.size > PUBLIC_WORDS_MAX) return;
    for (const word of wordsOf(text)) this.#public_words.add(word);
  }

  /** Names that are not searched for, for messages. Undefined if there are none. */
  get overlooked(): string | undefined {
    return this.#overlooked === 0 ? undefined : `${this.#overlooked} names beyond the first ${LEARNED_MAX}`;
  }

  /** The learned names that differ from public words. */
  get searched(): readonly Learned[] {
    return [...this.#learned.values()].filter(({ kind, text }) => isId(kind) || !this.#isCommon(text));
  }

  /**
   * Searches everything that was received for all names. Call it once.
   * @param areDistinct whether two people are known to be different parties. Members of one team can know everything that the team owns
   */
  findLeaks(history: DisclosureHistory, areDistinct: (one: string, other: string) => boolean): readonly Leak[] {
    const [in_text, squeezed] = this.#makeNeedles();
    const leaks: Leak[] = [];
    for (const [text, disclosures] of history.all) {
      if (leaks.length >= LEAKS_MAX) return leaks;
      const all = searchText(text, in_text, squeezed);
      const clear = new Set([...all.keys()].filter(({ is_weak }) => !is_weak).map(({ learned }) => learned));
      for (const [found, how] of all) {
        if (found.is_weak && clear.has(found.learned)) continue;
        for (const disclosure of disclosures) {
          const { kind, owner } = found.learned;
          if (/ team /.test(kind) && !areDistinct(owner, disclosure.viewer)) continue;
          if (!this.#mayKnow(disclosure, found.learned)) leaks.push({ ...found, disclosure, text, how });
        }
      }
    }
    return leaks;
  }

  #makeNeedles(): [in_text: Needles<SearchedName>, squeezed: Needles<SearchedName>] {
    const [in_text, squeezed] = [new Needles<SearchedName>(), new Needles<SearchedName>()];
    for (const learned of this.searched) {
      const forms = isId(learned.kind) ? formsOfId(learned.text) : formsOfName(learned.text);
      const name = `${learned.kind}|${learned.text}|${learned.owner}`;
      const searched_name = { learned, is_weak: !isId(learned.kind) && wordsOf(learned.text).length < 2 };
      in_text.add(searched_name, name, forms.in_text);
      squeezed.add(searched_name, name, forms.squeezed);
      const { last_name } = forms;
      if (last_name === undefined || learned.kind !== "seller's name" || this.#public_words.has(last_name)) continue;
      in_text.add({ learned, is_weak: true }, `${name}|last`, [{ text: last_name, how: 'in part', is_whole: true }]);
    }
    return [in_text, squeezed];
  }

  #isCommon(name: string): boolean {
    return wordsOf(name).every((word) => this.#public_words.has(word) || isCommonWord(word));
  }

  #mayKnow({ viewer, source }: Disclosure, { owner, text }: Learned): boolean {
    if (owner === viewer || (owner === 'sellers' && isSeller(viewer)) || this.#own.has(`${viewer}|${text}`)) return true;
    // An echo of the viewer's own request reveals nothing.
    return squeeze(unescapeText(sentIn(source))).includes(squeeze(text));
  }
}

function isId(kind: Learned['kind']): boolean {
  return / id$| address$/.test(kind);
}

/** What the actor sent in an exchange; empty for a delivery. */
export function sentIn(source: Exchange | Receipt): string {
  return 'arrival' in source ? '' : `${source.url}\n${source.request_body ?? ''}`;
}

/** The names in a text, once each, the clearest form first. */
function searchText(
  text: string,
  in_text: Needles<SearchedName>,
  squeezed: Needles<SearchedName>,
): ReadonlyMap<SearchedName, string> {
  const found = new Map<SearchedName, string>();
  const opened = openTokens(text);
  const plain = /\\u|%[0-9a-f]{2}/i.test(text) ? unescapeText(text) : text;
  for (const [inside, where] of [
    [text, ''],
    [plain === text ? '' : plain, ', URL-encoded'],
    [opened, ', inside an opaque token'],
  ] as const) {
    if (inside === '') continue;
    const hits = [...in_text.search(inside.toLowerCase()), ...squeezed.search(squeeze(inside))];
    for (const { subject, how } of hits) if (!found.has(subject)) found.set(subject, `${how}${where}`);
  }
  return found;
}
