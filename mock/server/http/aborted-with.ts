import type { Response } from 'express';
import { Alarm } from '../../ports/timer.ts';

/** Whoever is answered sooner than this is not asked whether it is still there; then it is asked less and less often. */
const PATIENCE_MS = 100;

/**
 * Aborted when the client goes away before it has its answer. One that closes its half of the connection may have gone, or wait for the answer:
 * told an interim response (RFC 9110, section 15.2), the one resets the connection, which the next one that is told it meets, and the other
 * passes over it. Of a stream that has begun nobody waits for the end: whoever closes its half then has gone.
 */
export function abortedWith(response: Response): AbortSignal {
  const controller = new AbortController();
  const { socket } = response;
  let patience_ms = PATIENCE_MS;
  const alarm = new Alarm(() => {
    if (response.writableEnded) return;
    if (response.headersSent || response.req.httpVersion === '1.0') {
      response.destroy();
      return;
    }
    response.writeContinue();
    patience_ms *= 2;
    alarm.set(patience_ms);
  });
  const ask = (): void => {
    alarm.set(patience_ms);
  };
  socket?.once('end', ask);
  if (socket?.readableEnded === true) ask();
  response.once('close', () => {
    socket?.off('end', ask);
    alarm.clear();
    controller.abort();
  });
  return controller.signal;
}
