/** What sellers read in their own farms. Two sellers can each have a farm with the same name and place. */
import { isObject, type Run, type Secret, type JsonObject } from '#client';

/** A farm, as its sellers read it. */
interface OwnFarm {
  /** The owners of the tokens that read it among their own records. If there are several, at most one of them owns it. */
  readers: Set<string>;
  /** Its name and location, as in `Secret.text`, in lower case. */
  texts: ReadonlySet<string>;
  /** Whether the texts come from GET /me/farms or another operation on farms. The farm of a listing does not replace these: it can be another's by mistake. */
  is_direct: boolean;
}

/** More farms than this are not kept. */
const FARMS_MAX = 2_000;
/** A longer text is not the name of a farm. */
const NAME_LENGTH_MAX = 1_000;

class OwnFarms {
  readonly #farms = new Map<string, OwnFarm>();

  /** Records a farm that a seller read among its own records. @param is_direct false for the farm of a listing */
  note(reader: string, farm: unknown, is_direct: boolean): void {
    if (!isObject(farm) || typeof farm['id'] !== 'string') return;
    const known = this.#farms.get(farm['id']);
    if (known === undefined && this.#farms.size >= FARMS_MAX) return;
    const is_kept = known?.is_direct === true && !is_direct;
    this.#farms.set(farm['id'], {
      readers: new Set([...(known?.readers ?? []), reader]),
      texts: is_kept ? known.texts : textsOf(farm),
      is_direct: is_direct || known?.is_direct === true,
    });
  }

  /** Whether the reader has a farm with this name or place. A farm that another seller also read as its own does not count. */
  contain(reader: string, { text }: Secret): boolean {
    const folded = text.toLowerCase();
    return [...this.#farms.values()].some(({ readers, texts }) => readers.size === 1 && readers.has(reader) && texts.has(folded));
  }
}

function textsOf({ name, latitude, longitude }: JsonObject): ReadonlySet<string> {
  const texts = typeof name === 'string' && name.length <= NAME_LENGTH_MAX ? [name.toLowerCase()] : [];
  if (typeof latitude === 'number' && typeof longitude === 'number')
    texts.push(`${latitude},${longitude}`, String(Math.abs(latitude)), String(Math.abs(longitude)));
  return new Set(texts);
}

export function ownFarmsOf(run: Run): OwnFarms {
  return run.remember('own farms', () => new OwnFarms());
}
