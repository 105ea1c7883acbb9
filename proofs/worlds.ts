/** Worlds of one mock that break a clause or take another legal reading, for tools that test the gate and the explorer over HTTP. */
import { createMock } from '#mock';

export interface Deviation {
  violations?: readonly string[];
  variants?: readonly string[];
}

export interface Worlds extends AsyncDisposable {
  /** Runs `use` with the base URL of a new world, and deletes the world afterwards. */
  within: <Result>(deviation: Deviation, use: (base_url: string) => Promise<Result>) => Promise<Result>;
  close: () => Promise<void>;
}

/** @param lots how many listings each world starts with */
export async function openWorlds(lots: number): Promise<Worlds> {
  const mock = await createMock({ port: 0, lots });
  const send = async (method: string, path: string, body?: object): Promise<Readonly<Record<string, string>>> => {
    const response = await fetch(`${mock.control_url}${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
    // The control plane of the mock returns objects with `id` and `base_url`.
    return (text === '' ? {} : JSON.parse(text)) as Readonly<Record<string, string>>;
  };
  return {
    within: async (deviation, use) => {
      const { id = '', base_url = '' } = await send('POST', '/worlds', deviation);
      try {
        return await use(base_url);
      } finally {
        await send('DELETE', `/worlds/${id}`);
      }
    },
    close: async () => mock.close(),
    [Symbol.asyncDispose]: async () => mock.close(),
  };
}
