import type { ActorName } from '../config/schema.ts';
import type { Run } from '../run.ts';
import type { CleanUpResult } from './clean-up.ts';
import { cleanUp } from './clean-up.ts';
import type { RunLedger } from './open-ledger.ts';
import type { Send } from './undo.ts';

/** Sends as an actor of the run, over its line: as politely as everything else. */
export function sendAs(run: Run): Send {
  return async (actor, method, path, body) => {
    const who = run.findActor(nameOf(actor));
    if (who === undefined) return undefined;
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const { status, json } = await run.line.send({
      check: 'cleanup',
      actor,
      method,
      path,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${who.token}`,
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: payload,
    });
    return { status, json };
  };
}

/** `buyer with bids.read` is a buyer. */
function nameOf(actor: string): ActorName {
  // Where it is no name of an actor, nobody is found.
  return actor.split(' ', 1)[0] as ActorName;
}

/** Takes back, at the end of a run, what it has made. @returns what stays, one line each: for the report */
export async function takeBack(run: Run, ledger: RunLedger): Promise<readonly string[]> {
  const { kept, left }: CleanUpResult = await cleanUp(ledger, sendAs(run));
  ledger.close();
  return [...left.map((line) => `${line} (gristmill cleanup tries again)`), ...kept];
}
