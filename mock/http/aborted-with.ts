import type { Response } from 'express';

/** Aborted when the client goes away before it has its answer. */
export function abortedWith(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    controller.abort();
  });
  return controller.signal;
}
