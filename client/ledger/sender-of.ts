import { timeLimit } from '../clock.ts';
import { ACTOR_NAMES } from '../settings/schema.ts';
import { TransportFault } from '../replies/findings.ts';
import type { Run } from '../session/run.ts';
import type { Send } from './undo.ts';

/** Cleaning up takes no longer than this: what is left then is for `gristmill cleanup`. */
const CLEAN_UP_MAX_MS = 600_000;

/** Sends clean-up requests as the actors of a run. @param limit_ms the time limit in milliseconds, from now; after it, every request fails */
export function senderOf(run: Run, limit_ms = CLEAN_UP_MAX_MS): Send {
  const signal = timeLimit(limit_ms);
  return async (actor, method, path, body) => {
    // `buyer with bids.read` is a buyer, too, and does here with its own token what the other could not.
    const name = ACTOR_NAMES.find((one) => one === actor.split(' ', 1)[0]);
    const token = name === undefined ? run.findVisitor(actor) : await run.freshToken(name);
    if (token === undefined) return undefined;
    const sent = run.http.send({
      check: 'cleanup',
      actor: name ?? actor,
      method,
      path,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
    const { status, json } = await sent.catch((error: unknown) => {
      throw signal.aborted ? new TransportFault('the time for cleaning up was up') : error;
    });
    return { status, json };
  };
}
