import { useSignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { control } from './control.ts';
import { describeError, notify } from './notices.ts';

interface Loaded<Value> {
  /** Undefined until it is loaded. */
  value: Value | undefined;
  /** Loads it again. Rejects if that fails. */
  load: () => Promise<void>;
}

/** Returns a function that stores what it reads, unless a newer call has begun: an older response, or its failure, can arrive later. */
export function storeNewest<Value>(store: (value: Value) => void): (read: () => Promise<Value>) => Promise<void> {
  let calls = 0;
  return async (read) => {
    calls += 1;
    const own = calls;
    try {
      const value = await read();
      if (own === calls) store(value);
    } catch (error) {
      if (own === calls) throw error;
    }
  };
}

/**
 * Loads a value, again when one of `inputs` changes.
 * @param onProblem gets the reason if that fails. Default: a notice shows it
 */
export function useLoaded<Value>(
  read: () => Promise<Value>,
  inputs: readonly unknown[],
  onProblem = (problem: string): void => {
    notify(problem, true);
  },
): Loaded<Value> {
  const value = useSignal<Value | undefined>(undefined);
  const [loadNewest] = useState(() =>
    storeNewest<Value>((loaded) => {
      value.value = loaded;
    }),
  );
  const load = (): Promise<void> => loadNewest(read);
  useEffect(() => {
    load().catch((error: unknown) => {
      onProblem(describeError(error));
    });
  }, inputs);
  return { value: value.value, load };
}

/** What the control plane returns for a path, and what to show until then: that the page reads it, or why it cannot. */
export function useRead<Body>(path: string, ...inputs: readonly unknown[]): Loaded<Body> & { status: string } {
  const status = useSignal('Reading…');
  const loaded = useLoaded(
    () => control<Body>('GET', path),
    [path, ...inputs],
    (problem) => {
      status.value = problem;
    },
  );
  return { ...loaded, status: status.value };
}

interface Controlled<Body> {
  /** Undefined until the first response. */
  body: Body | undefined;
  load: () => Promise<void>;
  /** Calls another operation of the control plane, then reads again. */
  change: (method: string, path: string, sent?: unknown) => Promise<true>;
}

/** What the control plane returns for a path. It is read again when the path or one of `inputs` changes. */
export function useControl<Body>(path: string, ...inputs: readonly unknown[]): Controlled<Body> {
  const { value, load } = useLoaded(() => control<Body>('GET', path), [path, ...inputs]);
  return {
    body: value,
    load,
    change: async (method, changed, sent) => {
      await control(method, changed, sent);
      await load();
      return true;
    },
  };
}
