import { randomBytes } from 'node:crypto';
import type { Settings } from '../config/settings.ts';

/** Something that only its owner may read. */
export interface Secret {
  /** `farm name`, `coordinate`, `farm id`, … */
  kind: string;
  text: string;
  /** The actors who may know it: they are all of one person, whatever the mode of their tokens. */
  owner: string;
}

/** A farm that cannot be mistaken for any other. */
export interface CanaryFarm {
  name: string;
  latitude: number;
  longitude: number;
}

/** What nobody but its owner may ever read. Checks add to it what they make; the sweep looks for it in every byte that anybody receives. */
export class Secrets {
  readonly #secrets: Secret[] = [];

  constructor({ fixtures, actors }: Settings) {
    for (const text of fixtures.secrets ?? []) this.add({ kind: 'configured secret', text, owner: 'seller' });
    for (const name of ['seller', 'partner'] as const) {
      const user_id = actors.get(name)?.user_id;
      if (user_id !== undefined) this.add({ kind: "seller's user id", text: user_id, owner: name });
    }
  }

  get all(): readonly Secret[] {
    return this.#secrets;
  }

  add(secret: Secret): void {
    this.#secrets.push(secret);
  }

  /**
   * A farm with a name of rare words and coordinates with six odd decimals, which from now on is looked for everywhere.
   * @param owner `seller` or `partner`
   * @param near about where it lies: within a quarter of a degree
   */
  plantFarm(owner: string, near: { latitude: number; longitude: number } = { latitude: 50.5, longitude: -104.6 }): CanaryFarm {
    const words = [rareWord(), rareWord()];
    const farm = {
      name: `${words.join(' ')} Farm`,
      latitude: jitter(near.latitude),
      longitude: jitter(near.longitude),
    };
    for (const word of words) this.add({ kind: 'farm name', text: word, owner });
    this.add({ kind: 'coordinate', text: String(farm.latitude), owner });
    this.add({ kind: 'coordinate', text: String(Math.abs(farm.longitude)), owner });
    return farm;
  }
}

const CONSONANTS = 'bcdfghjklmnpqrstvwxz';
const VOWELS = 'aeiou';

/** Ten letters that can be spoken and mean nothing: `Quzivoxake`. */
function rareWord(): string {
  const letters = [...randomBytes(10)].map((byte, i) => {
    const from = i % 2 === 0 ? CONSONANTS : VOWELS;
    return from[byte % from.length] ?? 'x';
  });
  return `${letters[0]?.toUpperCase() ?? 'X'}${letters.slice(1).join('')}`;
}

/** Within a quarter of a degree, six decimals, the last one odd: nobody rounds to it. */
function jitter(degrees: number): number {
  const offset = (randomBytes(3).readUIntBE(0, 3) / 0xff_ff_ff - 0.5) / 2;
  const millionths = Math.round((degrees + offset) * 1e6);
  return (millionths % 2 === 0 ? millionths + 1 : millionths) / 1e6;
}
