import type { Actor } from '#client';
import { expectRefusal } from '#client';

interface Attempt {
  method: 'GET' | 'POST' | 'PATCH';
  path: (id: string) => string;
}

/** Asserts that another team's record returns 404, like one that does not exist. A team that cannot have cash bids may get 403 insufficient_scope for both. */
export async function expectHidden(stranger: Actor, { method, path }: Attempt, real: string): Promise<void> {
  const there = await stranger.send({ method, path: path(real) });
  if (there.status === 403) {
    const nowhere = await stranger.send({ method, path: path(real.replace(/_.*$/, '_000000000000000000000000')) });
    if (nowhere.status === 403) {
      expectRefusal(there, 403, { code: 'insufficient_scope' });
      return;
    }
  }
  expectRefusal(there, 404, { code: 'not_found' });
}
