import type { Response } from 'express';

/** A signal that aborts when the response ends, or when the client closes its connection. */
export function abortSignalOf(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    controller.abort();
  });
  return controller.signal;
}
