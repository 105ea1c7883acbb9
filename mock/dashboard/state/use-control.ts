import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { control } from './control.ts';
import { attempt } from './notices.ts';

interface Controlled<Body> {
  /** Undefined until the first response. */
  body: Body | undefined;
  load: () => Promise<void>;
  /** Calls another operation of the control plane, then reads again. */
  change: (method: string, path: string, sent?: unknown) => Promise<true>;
}

/** What the control plane returns for a path. It is read again when the path or one of `inputs` changes. */
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
