/** Worlds of one mock to be judged: each broken or different in its own way, and each judged over HTTP like anybody's deployment. */
import { conform } from '#conformance';
import { resolveConfig } from '#conformance/config/resolve-config';
import type { RunReport } from '#conformance/check/verdicts';
import { createMock } from '#mock';

export interface Deviation {
  violations?: readonly string[];
  variants?: readonly string[];
}

export interface Arena {
  /** Judges a world that deviates like that. @param only checks, clauses or areas; all unless given */
  judge: (deviation: Deviation, only?: readonly string[]) => Promise<RunReport>;
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
  return {
    judge: async (deviation, only = []) => {
      const world = await ask('POST', '/worlds', deviation);
      const base_url = world['base_url'] ?? '';
      try {
        return await conform(await resolveConfig({ target: base_url, only, ledger: false, seed: 'teeth' }, '/', {}));
      } finally {
        await ask('DELETE', `/worlds/${base_url.split('/').at(-2) ?? ''}`);
      }
    },
    close: async () => mock.close(),
  };
}
