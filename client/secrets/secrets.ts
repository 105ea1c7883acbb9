import { randomBytes } from 'node:crypto';
import { SELLER_NAMES } from '../settings/schema.ts';
import type { Settings } from '../settings/settings.ts';
import { Points, type Point } from './coordinates.ts';
import { allForms, base64Forms, coordinateForms, hashForms, plainForms, type Form } from './forms.ts';
import { geohash } from './geohash.ts';
import { Needles } from './needles.ts';

/** A value that only its owner is allowed to read. */
export interface Secret {
  /** `farm name`, `coordinate`, `farm id`, … */
  kind: string;
  /** What reports call it instead of its kind. */
  shown_as?: string;
  text: string;
  /** The person who may read it, in any token mode. `sellers`: any seller. */
  owner: string;
}

/** The location of a farm. */
interface SecretPoint extends Point {
  owner: string;
}

/** A farm with a unique name and location. */
export interface CanaryFarm {
  name: string;
  latitude: number;
  longitude: number;
}

/** The maximum number of learned farms: each value is searched in about fifty forms. */
const LEARNED_MAX = 500;

/** Whether a secret is an id, which also reveals the owner of a listing (PRIV-16). */
export function isIdentifier({ kind }: Secret): boolean {
  return kind === 'farm id' || kind === 'user id';
}

/** The secrets of a run. Checks add the values they create, and the sweep searches for them in every response and delivery. */
export class Secrets {
  readonly needles = new Needles<Secret>();
  readonly #secrets: Secret[] = [];
  readonly #known = new Set<string>();
  #learned = 0;
  #of_new_farms = 0;
  #overlooked = 0;
  /** The coordinates, at each searched precision. */
  readonly #rounded = new Set<number>();
  readonly points = new Points<SecretPoint>();
  /** The strings of the farms that the run made up. */
  readonly #made_up = new Set<string>();
  #is_live = false;

  constructor({ fixtures, actors }: Settings) {
    for (const text of fixtures.secrets ?? []) this.add({ kind: 'configured secret', text, owner: 'sellers' });
    for (const name of SELLER_NAMES) {
      const user_id = actors.get(name)?.user_id;
      if (user_id !== undefined) this.add({ kind: 'user id', text: user_id, owner: name });
    }
  }

  get all(): readonly Secret[] {
    return this.#secrets;
  }

  /** Whether the sweep has found a secret in its owner's own farm. Until then, a sweep without findings proves nothing. */
  get is_live(): boolean {
    return this.#is_live;
  }

  /**
   * Adds the values of a seller's existing farm, for up to LEARNED_MAX farms.
   * @param learn adds the values of the farm
   */
  learn(id: unknown, learn: () => void): void {
    const name = JSON.stringify(['learned', id]);
    if (!this.#known.has(name)) {
      if (this.#learned >= LEARNED_MAX) {
        this.#overlooked += 1;
        return;
      }
      this.#known.add(name);
      this.#learned += 1;
    }
    learn();
  }

  /** The secrets that are not searched, for messages; undefined if there are none. */
  get overlooked(): string | undefined {
    return this.#overlooked === 0 ? undefined : `the data of sellers' farms beyond the first ${LEARNED_MAX}`;
  }

  /** The number of secrets that earlier responses can contain: all except those of farms that were created after them. */
  get earlier(): number {
    return this.#secrets.length - this.#of_new_farms;
  }

  /** Adds secrets that no earlier response can contain: of a farm that is about to be created, was just created, or gets a new name. */
  addOfNewFarm(add: () => void): void {
    const before = this.#secrets.length;
    add();
    this.#of_new_farms += this.#secrets.length - before;
  }

  /** Whether it belongs to a farm that the run made up, so that no other farm has the same. */
  isMadeUp({ text }: Secret): boolean {
    return this.#made_up.has(text);
  }

  markLive(): void {
    this.#is_live = true;
  }

  add(secret: Secret): void {
    const name = JSON.stringify([secret.kind, secret.text, secret.owner]);
    if (this.#known.has(name)) return;
    this.#known.add(name);
    this.#secrets.push(secret);
    if (/^-?\d{1,3}\.\d+$/.test(secret.text)) this.#rounded.add(hundredThousandthsOf(Number(secret.text)));
    this.needles.add(secret, `${secret.kind}|${secret.owner}`, formsOf(secret));
  }

  /** Adds a location, which is searched as pairs of rounded coordinates and as a geohash. */
  addPoint(point: SecretPoint): void {
    const { latitude, longitude, owner } = point;
    const name = JSON.stringify([latitude, longitude, owner]);
    if (this.#known.has(name)) return;
    this.#known.add(name);
    this.points.add(point);
    for (const degrees of [latitude, longitude]) this.add({ kind: 'coordinate', text: String(Math.abs(degrees)), owner });
    const secret = { kind: 'coordinates', text: `${latitude},${longitude}`, owner };
    const hashes = [6, 7, 8].map((letters): Form => geohashForm(point, letters, true));
    this.needles.add(secret, `point|${owner}`, [...hashes, geohashForm(point, 9, false), ...hashForms(secret.text)]);
  }

  /**
   * Makes up a farm with a unique name and location, and adds both as secrets.
   * @param owner `seller` or `partner`
   * @param near the approximate location
   * @param within how far from it the farm can be in each direction, in degrees: 0.25, or 0.001 for farms at a given distance from each other
   */
  makeCanaryFarm(owner: string, near: Point = { latitude: 50.5, longitude: -104.6 }, within: 0.25 | 0.001 = 0.25): CanaryFarm {
    const words = [rareWord(), rareWord()];
    const farm = {
      name: `${words.join(' ')} Farm`,
      latitude: this.#unlikeOthers(near.latitude, within),
      longitude: this.#unlikeOthers(near.longitude, within),
    };
    const { latitude, longitude } = farm;
    for (const text of [
      ...words,
      farm.name,
      `${latitude},${longitude}`,
      ...[latitude, longitude].map((it) => String(Math.abs(it))),
    ])
      this.#made_up.add(text);
    this.addOfNewFarm(() => {
      for (const word of words) this.add({ kind: 'farm name', text: word, owner });
      const whole = { kind: 'farm name', text: farm.name, owner };
      this.needles.add(whole, `whole|${owner}`, [...hashForms(farm.name), ...hashForms(farm.name.toLowerCase())]);
      this.addPoint({ latitude, longitude, owner });
    });
    return farm;
  }

  /** A coordinate that differs from all others after rounding, so that one farm never looks like a leak of another. */
  #unlikeOthers(degrees: number, within: number): number {
    let found = jitter(degrees, within);
    for (let tries = 0; tries < 100 && this.#hasNear(found); tries += 1) found = jitter(degrees, within);
    return found;
  }

  #hasNear(degrees: number): boolean {
    const rounded = hundredThousandthsOf(degrees);
    return [-1, 0, 1].some((beside) => this.#rounded.has(rounded + beside));
  }
}

function geohashForm({ latitude, longitude }: Point, letters: number, is_whole: boolean): Form {
  return { text: geohash(latitude, longitude, letters), how: 'as a geohash', is_whole };
}

function formsOf(secret: Secret): readonly Form[] {
  const { kind, text } = secret;
  if (kind === 'coordinate' || /^-?\d{1,3}\.\d{4,}$/.test(text)) return coordinateForms(Math.abs(Number(text)));
  if (kind === 'farm name') return allForms(text);
  const encoded = text.length < 8 ? [] : [...base64Forms(text), ...hashForms(text)];
  return [...plainForms(text), ...encoded];
}

const CONSONANTS = 'bcdfghjklmnpqrstvwxz';
const VOWELS = 'aeiou';

/** A pronounceable nonsense word of ten letters: `Quzivoxake`. */
function rareWord(): string {
  const letters = [...randomBytes(10)].map((byte, i) => {
    const from = i % 2 === 0 ? CONSONANTS : VOWELS;
    return from[byte % from.length] ?? 'x';
  });
  return `${letters[0]?.toUpperCase() ?? 'X'}${letters.slice(1).join('')}`;
}

function hundredThousandthsOf(degrees: number): number {
  return Math.round(Math.abs(degrees) * 1e5);
}

/**
 * Changes a coordinate by less than `within`. The random digits are 1 to 8 and the last is odd, so that no
 * rounding ends in a zero, which JSON would drop.
 */
function jitter(degrees: number, within: number): number {
  const is_near = within < 0.1;
  const offset = is_near ? 0 : (randomBytes(3).readUIntBE(0, 3) / 0xff_ff_ff - 0.5) * 0.3;
  const about = degrees + offset;
  const kept = is_near ? 3 : 1;
  const start = Math.floor(Math.abs(about) * 10 ** kept) / 10 ** kept;
  const digits = [...randomBytes(6 - kept)].map((byte, i, { length }) =>
    i === length - 1 ? 1 + 2 * (byte % 4) : 1 + (byte % 8),
  );
  return Math.sign(about) * Number(`${start.toFixed(kept)}${digits.join('')}`);
}
