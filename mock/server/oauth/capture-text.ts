import type { Response } from 'express';

/** The maximum length. Longer responses are cut. */
const TEXT_KEPT_MAX = 16_384;

/** Passes the text of a response to `receive` when it ends. */
export function captureText(response: Response, receive: (text: string) => void): void {
  const end = response.end.bind(response);
  // The signatures of `end` all pass through.
  response.end = ((...parameters: Parameters<typeof end>) => {
    const [chunk] = parameters as readonly unknown[]; // The first one is the chunk, if there is one.
    receive(typeof chunk === 'string' || Buffer.isBuffer(chunk) ? chunk.toString().slice(0, TEXT_KEPT_MAX) : '');
    return end(...parameters);
  }) as typeof response.end;
}
