/** JSON that a target sent: parsed once, within bounds that no answer of the document comes near, so that whatever walks it may recurse. */

/** Deeper values are left out; what the document shows is six levels deep. */
export const DEPTH_MAX = 64;
/** Longer texts are cut. */
export const TEXT_MAX = 65_536;
/** Longer keys are cut. */
export const KEY_MAX = 256;
/** A value with more values in it is not looked at at all; so many can still be handed on as arguments. */
export const VALUES_MAX = 100_000;

export interface ReadJson {
  /** Without lone surrogates, which no URL and no file can hold; undefined where the text is no JSON, or has too many values. */
  readonly json: unknown;
  /** What of it was left out, for sentences: `values more than 64 levels deep`. */
  readonly unseen: string | undefined;
}

/** Never throws. */
export function readJson(text: string): ReadJson {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { json: undefined, unseen: undefined };
  }
  const whole = { '': json };
  const unseen = bound(whole);
  if (unseen === undefined) return { json: undefined, unseen: TOO_MANY };
  return { json: whole[''], unseen: unseen.size === 0 ? undefined : [...unseen].join(', ') };
}

export const TOO_MANY = `more than ${VALUES_MAX.toLocaleString('en')} values`;

/** The JSON of a text, within the bounds; undefined where it is none. */
export function parseJson(text: string): unknown {
  return readJson(text).json;
}

type Holder = Record<string, unknown>;

/** Bounds a value in place, without recursion. @returns what was left out; undefined where there are too many values */
function bound(whole: Holder): ReadonlySet<string> | undefined {
  const unseen = new Set<string>();
  const waiting: { holder: Holder; depth: number }[] = [{ holder: whole, depth: 0 }];
  let values = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { holder, depth } = next;
    const keys = Object.keys(holder);
    values += keys.length;
    if (values > VALUES_MAX) return undefined;
    for (const key of keys) {
      const value = holder[key];
      const kept = typeof value === 'string' ? boundText(value, TEXT_MAX, unseen) : value;
      const is_holder = typeof kept === 'object' && kept !== null;
      const is_too_deep = is_holder && depth >= DEPTH_MAX;
      if (is_too_deep) unseen.add(`values more than ${DEPTH_MAX} levels deep`);
      // Arrays and objects have their members by key, both of them.
      else if (is_holder) waiting.push({ holder: kept as Holder, depth: depth + 1 });
      const name = boundText(key, KEY_MAX, unseen);
      if (name !== key) delete holder[key];
      if (name !== key || kept !== value || is_too_deep) put(holder, name, is_too_deep ? null : kept);
    }
  }
  return unseen;
}

/** `__proto__` is a key as any other. */
function put(holder: Holder, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, configurable: true, enumerable: true, writable: true });
}

function boundText(text: string, max: number, unseen: Set<string>): string {
  if (text.length <= max) return text.isWellFormed() ? text : text.toWellFormed();
  unseen.add(`what stands behind the first ${max.toLocaleString('en')} characters of a ${max === KEY_MAX ? 'key' : 'text'}`);
  return text.slice(0, max).toWellFormed();
}
