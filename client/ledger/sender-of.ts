import { timeLimit } from '../clock.ts';
import { TransportFault } from '../replies/findings.ts';
import { findConfiguredActor } from '../settings/owner-of.ts';
import type { Run } from '../session/run.ts';
import type { Send } from './undo.ts';

/** The time limit for cleaning up at the end of a run. `gristmill cleanup` does the rest. */
const CLEAN_UP_MAX_MS = 600_000;

/** Sends clean-up requests as the actors of a run. @param limit_ms the time limit in milliseconds, from now; after it, every request fails */
export function senderOf(run: Run, limit_ms = CLEAN_UP_MAX_MS): Send {
  const signal = timeLimit(limit_ms);
  return async (actor, method, path, body) => {
    // What a token with fewer scopes made is removed with the actor's own token.
    const name = findConfiguredActor(actor);
    const settings = name === undefined ? undefined : run.findActor(name);
    const sendWith = async (token: string): ReturnType<Send> => {
      const sent = run.http.send({
        check: 'cleanup',
        actor: name ?? actor,
        method,
        path,
        headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal,
      });
      const { status, json } = await sent.catch((error: unknown) => {
        throw signal.aborted ? new TransportFault('the time limit for cleaning up was reached') : error;
      });
      return { status, json };
    };
    const token = name === undefined ? run.findExtraToken(actor) : await run.freshToken(name);
    if (token === undefined) return undefined;
    const response = await sendWith(token);
    if (response?.status !== 401 || name === undefined || settings === undefined) return response;
    // `gristmill cleanup` starts with a new token, so a rejected one never worked.
    const other = await run.tokens.replace(name, settings, token, async () => Promise.resolve(false));
    return other === undefined ? response : sendWith(other);
  };
}
