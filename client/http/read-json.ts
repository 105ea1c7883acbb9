/** Parses JSON of the target with limits far above any documented response, so that other code can use recursion. */

/** Deeper values are dropped. Documented responses have six levels. */
export const DEPTH_MAX = 64;
/** Longer strings are truncated. */
export const TEXT_MAX = 65_536;
/** Longer keys are truncated. */
export const KEY_MAX = 256;
/** JSON with more values is not read at all. This many still fit into function arguments. */
export const VALUES_MAX = 100_000;

interface ReadJson {
  /**
   * The value without lone surrogates, which URLs and files cannot hold; undefined if the text is not JSON or has too
   * many values.
   */
  readonly json: unknown;
  /** What was dropped, for messages: `values more than 64 levels deep`. */
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

/** Parses JSON with the limits; undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  return readJson(text).json;
}

type Holder = Record<string, unknown>;

/** Applies the limits in place, without recursion. @returns what was dropped; undefined if there are too many values */
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
      // Both arrays and objects have members by key.
      else if (is_holder) waiting.push({ holder: kept as Holder, depth: depth + 1 });
      const name = boundText(key, KEY_MAX, unseen);
      if (name !== key) delete holder[key];
      if (name !== key || kept !== value || is_too_deep) put(holder, name, is_too_deep ? null : kept);
    }
  }
  return unseen;
}

/** Treat `__proto__` as an ordinary key. */
function put(holder: Holder, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, configurable: true, enumerable: true, writable: true });
}

function boundText(text: string, max: number, unseen: Set<string>): string {
  if (text.length <= max) return text.isWellFormed() ? text : text.toWellFormed();
  unseen.add(`everything after the first ${max.toLocaleString('en')} characters of a ${max === KEY_MAX ? 'key' : 'text'}`);
  return text.slice(0, max).toWellFormed();
}
