/** Worlds of one mock to be judged: each broken or different in its own way, and each judged over HTTP like anybody's deployment. */
import { conform } from '#conformance';
import { resolveConfig } from '#conformance/config/resolve-config';
import type { RunReport } from '#conformance/check/verdicts';
import { createMock } from '#mock';

export interface Deviation {
  violations?: readonly string[];
  variants?: readonly string[];
}

export interface Arena extends AsyncDisposable {
  /** Judges a world that deviates like that. @param only checks, clauses or areas; all unless given */
  judge: (deviation: Deviation, only?: readonly string[]) => Promise<RunReport>;
  /** Does something with a world of its own that deviates like that. */
  inWorld: <Result>(deviation: Deviation, act: (base_url: string) => Promise<Result>) => Promise<Result>;
  close: () => Promise<void>;
}

/** Lots of each world: enough for pages, few enough to be there in a moment. */
const LOTS = 120;

export async function openArena(): Promise<Arena> {
  const mock = await createMock({ port: 0, lots: LOTS });
  const ask = async (method: string, path: string, body?: object): Promise<Record<string, string>> => {
    const response = await fetch(`${mock.control_url}${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    // A border: the control plane's own answer.
    return (text === '' ? {} : JSON.parse(text)) as Record<string, string>;
  };
  const inWorld: Arena['inWorld'] = async (deviation, act) => {
    const world = await ask('POST', '/worlds', deviation);
    const base_url = world['base_url'] ?? '';
    try {
      return await act(base_url);
    } finally {
      await ask('DELETE', `/worlds/${base_url.split('/').at(-2) ?? ''}`);
    }
  };
  return {
    inWorld,
    judge: async (deviation, only = []) =>
      inWorld(deviation, async (base_url) =>
        conform(await resolveConfig({ target: base_url, only, ledger: false, seed: 'teeth' }, '/', {})),
      ),
    close: async () => mock.close(),
    [Symbol.asyncDispose]: async () => mock.close(),
  };
}
