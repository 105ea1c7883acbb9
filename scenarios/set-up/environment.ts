/** What all scenarios of a run share: where they run, what is known about the deployment, and which commands are possible. */
import { Unverifiable, type Settings } from '#client';
import { COMMANDS, canPlay } from '../commands/index.ts';
import type { Command } from '../commands/command.ts';
import type { TargetKnowledge } from '../session/knowledge.ts';
import { learnKnowledge } from './learn-knowledge.ts';
import { findMarketplaces } from '../session/marketplace.ts';
import { Session, type SessionOptions } from '../session/session.ts';

export interface Environment {
  readonly knowledge: TargetKnowledge;
  /** The commands whose needs are met. */
  readonly commands: readonly Command[];
  /** Opens a session, without test data. */
  readonly open: () => Promise<Session>;
}

/**
 * Learns about the deployment and selects the possible commands.
 * @throws Blocked or Unverifiable if no scenario can run, or the run is read-only
 */
export async function openEnvironment(settings: Settings, options: SessionOptions = {}): Promise<Environment> {
  if (settings.read_only_reason !== undefined) throw new Unverifiable(settings.read_only_reason, '--allow-writes');
  const openMarketplace = await findMarketplaces(settings);
  const knowledge = await learnKnowledge(openMarketplace, options.signal);
  const open = async (): Promise<Session> => new Session(await openMarketplace(), knowledge, options);
  await using session = await open();
  const commands = COMMANDS.filter((command) => canPlay(session, command));
  return { knowledge, commands, open };
}
