/** A gateway that occasionally replaces a response. */
import { onResponse, refuse, type Refusal, type Seams } from '../violations/kit/index.ts';
import { Alarm } from '../../ports/timer.ts';
import { makeErrorResponse } from '../../server/http/respond.ts';
import { variants } from './kit/variant.ts';

/** The first restart is early, while test data are arranged. */
const FIRST_RESTART = 30;
const RESTART_EVERY = 500;
const DOWN_MS = 300;
const DOWN: Refusal = refuse('internal_error', { message: 'The service restarts.' });

/** Occasionally, the gateway has no server for a moment. */
function restarting(): Partial<Seams> {
  let requests = 0;
  let is_down = false;
  const up = new Alarm(() => {
    is_down = false;
  });
  return {
    request: (incoming) => {
      requests += 1;
      if (requests % RESTART_EVERY === FIRST_RESTART) {
        is_down = true;
        up.set(DOWN_MS);
      }
      return is_down ? DOWN : incoming;
    },
    ...onResponse('everywhere', (response, { refusal }) =>
      refusal === DOWN
        ? makeErrorResponse({ status: 503, code: 'unavailable', message: 'The service restarts.', retry_after: 1 })
        : response,
    ),
  };
}

export const INFRASTRUCTURE = variants({
  'restarts (ERR-1, BID-1): Occasionally, every request gets 503 with Retry-After for 0.3 seconds.': restarting,
});
