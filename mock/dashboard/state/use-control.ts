import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { control } from './control.ts';
import { attempt, describeError } from './notices.ts';

interface ReadResult<Body> {
  /** Undefined until the first response. */
  body: Body | undefined;
  /** What to show instead of the body: that the page reads it, or why it could not. */
  status: string;
  load: () => Promise<void>;
}

/** What the control plane returns for a path. It is read again when the path or one of `inputs` changes. */
export function useRead<Body>(path: string, ...inputs: readonly unknown[]): ReadResult<Body> {
  const body = useSignal<Body | undefined>(undefined);
  const status = useSignal('Reading…');
  const load = async (): Promise<void> => {
    try {
      body.value = await control<Body>('GET', path);
    } catch (error) {
      status.value = describeError(error);
    }
  };
  useEffect(() => {
    void load();
  }, [path, ...inputs]);
  return { body: body.value, status: status.value, load };
}

interface Controlled<Body> {
  /** Undefined until the first response. */
  body: Body | undefined;
  load: () => Promise<void>;
  /** Calls another operation of the control plane, then reads again. */
  change: (method: string, path: string, sent?: unknown) => Promise<true>;
}

/** Like `useRead`, for a page that also changes what it shows. A notice reports failures. */
export function useControl<Body>(path: string, ...inputs: readonly unknown[]): Controlled<Body> {
  const body = useSignal<Body | undefined>(undefined);
  const load = async (): Promise<void> => {
    body.value = await control<Body>('GET', path);
  };
  useEffect(() => {
    void attempt(load);
  }, [path, ...inputs]);
  return {
    body: body.value,
    load,
    change: async (method, changed, sent) => {
      await control(method, changed, sent);
      await load();
      return true;
    },
  };
}
