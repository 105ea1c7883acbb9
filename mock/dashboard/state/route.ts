/** The hash of the address selects the page and the item on it, so that both can be bookmarked and shared. */
import { computed, signal } from '@preact/signals';

function readHash(): string {
  return location.hash.replace(/^#\/?/, '');
}

const hash = signal(readHash());
addEventListener('hashchange', () => {
  hash.value = readHash();
});

const parts = computed(() => {
  const [path = '', search = ''] = hash.value.split('?', 2);
  return {
    segments: path
      .split('/')
      .filter((segment) => segment !== '')
      .map(decode),
    search,
  };
});

/** An address that a user typed can be invalid percent-encoding. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The first segment of the path. */
export const page = computed(() => parts.value.segments[0] ?? 'overview');
/** The segments after it. */
export const item = computed(() => parts.value.segments.slice(1));
export const query = computed(() => new URLSearchParams(parts.value.search));

export function go(path: string): void {
  location.hash = `#/${path}`;
}

/** The address of a page with the parameters of this one, of which one is changed. An empty value removes it. */
export function addressWith(path: string, name: string, value: string): string {
  const changed = new URLSearchParams(query.value);
  if (value === '') changed.delete(name);
  else changed.set(name, value);
  return `#/${path}${changed.size === 0 ? '' : `?${changed.toString()}`}`;
}

/** The address of another page that keeps the parameters of this one, except `dropped`. */
export function addressWithQuery(path: string, dropped = ''): string {
  return addressWith(path, dropped, '');
}

/** Binds an input to a parameter of the address. @param standard the value if the address does not have the parameter */
export function bindQuery(name: string, standard = ''): { value: string; onValue: (value: string) => void } {
  return {
    value: query.value.get(name) ?? standard,
    onValue: (value) => {
      setQuery(name, value);
    },
  };
}

/** Changes one parameter of the address without an entry in the history. An empty value removes it. */
function setQuery(name: string, value: string): void {
  const [path = ''] = hash.value.split('?', 1);
  const address = addressWith(path, name, value);
  history.replaceState(null, '', address);
  hash.value = address.slice('#/'.length);
}
