import type { Actor } from '#client';
import { expectRefusal } from '#client';

interface Attempt {
  method: 'GET' | 'POST' | 'PATCH';
  path: (id: string) => string;
}

/**
 * A stranger is told of another's record what it is told of one that never was: 404. A team that may have no cash bids at all can be refused as
 * not eligible (403 insufficient_scope), as long as that tells nothing either.
 */
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
