import { Breach, Unverifiable } from '../replies/findings.ts';
import type { ArrivalQuery } from '../inbox/arrival-query.ts';
import type { Inbox } from './inbox.ts';
import type { RunContext } from './run-context.ts';

/**
 * Checks that no event about a listing comes to a team that is not its audience (EVT-4, EVT-25). In the sandbox, events of a test user's listing go to all
 * subscriptions of the client that created the user (SBX-10), so that a delivery shows nothing there.
 * @throws Breach if one arrives @throws Unverifiable if one arrives and the actors are not known to be live
 */
export async function expectNotAddressed({ run }: RunContext, inbox: Inbox, sought: ArrivalQuery): Promise<void> {
  try {
    await inbox.expectNone(sought);
  } catch (error) {
    if (!(error instanceof Breach) || run.settings.mode === 'live') throw error;
    throw new Unverifiable(
      `an event of another team came to ${inbox.actor.name}'s subscription, which is correct in the sandbox if one client created the users (SBX-10)`,
      'target.mode',
    );
  }
}
