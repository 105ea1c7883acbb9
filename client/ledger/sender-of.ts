import { ACTOR_NAMES } from '../settings/schema.ts';
import type { Run } from '../session/run.ts';
import type { Send } from './undo.ts';

/** Sends as the actors of a run, on behalf of nobody's check. */
export function senderOf(run: Run): Send {
  return async (actor, method, path, body) => {
    // `buyer with bids.read` is a buyer, too, and does here with its own token what the other could not.
    const name = ACTOR_NAMES.find((one) => one === actor.split(' ', 1)[0]);
    const token = name === undefined ? run.findVisitor(actor) : await run.freshToken(name);
    if (token === undefined) return undefined;
    const { status, json } = await run.http.send({
      check: 'cleanup',
      actor: name ?? actor,
      method,
      path,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status, json };
  };
}
