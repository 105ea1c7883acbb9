import { useSignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { control } from './control.ts';
import { describeError, notify } from './notices.ts';

interface Loaded<Value> {
  /** Undefined until it is loaded. */
  value: Value | undefined;
  /** What to show until then: that the value is loading, or why it cannot be loaded. */
  status: string;
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

/** Loads a value, and reloads it when one of `inputs` changes. A failure is shown as a notice. */
export function useLoaded<Value>(read: () => Promise<Value>, inputs: readonly unknown[]): Loaded<Value> {
  const value = useSignal<Value | undefined>(undefined);
  const status = useSignal('Reading…');
  const [loadNewest] = useState(() =>
    storeNewest<Value>((loaded) => {
      value.value = loaded;
    }),
  );
  const load = (): Promise<void> => loadNewest(read);
  useEffect(() => {
    load().catch((error: unknown) => {
      status.value = describeError(error);
      notify(status.value, true);
    });
  }, inputs);
  return { value: value.value, status: status.value, load };
}

interface Controlled<Body> extends Omit<Loaded<Body>, 'value'> {
  /** Undefined until the first response. */
  body: Body | undefined;
  /** Calls another operation of the control plane, then reloads the body. */
  change: (method: string, path: string, sent?: unknown) => Promise<true>;
}

/** Reads a path of the control plane, again when the path or one of `inputs` changes. */
export function useControl<Body>(path: string, ...inputs: readonly unknown[]): Controlled<Body> {
  const { value: body, status, load } = useLoaded(() => control<Body>('GET', path), [path, ...inputs]);
  return {
    body,
    status,
    load,
    change: async (method, changed, sent) => {
      await control(method, changed, sent);
      await load();
      return true;
    },
  };
}
