import { onTestFinished } from 'vitest';
import { NO_LEDGER } from '../ledger/ledger.ts';
import { RunContext } from '../session/run-context.ts';
import { Run } from '../session/run.ts';
import type { TestServer } from './server.ts';
import type { Settings } from '../settings/settings.ts';
import { makeSettings } from './settings.ts';

/** The context of a check at this target, with a token for the actor buyer. Its run is closed when the test ends. @param mode of the actor */
export function openContext(
  { base_url }: TestServer,
  signal: AbortSignal = new AbortController().signal,
  mode: Settings['mode'] = 'live',
): RunContext {
  const buyer = { token: 'secret_token', team_id: undefined, user_id: undefined };
  const run = new Run(makeSettings({ base_url, mode, actors: new Map([['buyer', buyer]]) }), NO_LEDGER);
  onTestFinished(async () => run.close());
  return new RunContext(run, { id: 'OP-1/x', moves_clock: false }, signal);
}
