/** What all scenarios of a run share: where they run, what is known about the deployment, and which commands are possible. */
import { Unverifiable, type Ledger, type Settings } from '#client';
import { COMMANDS, canPlay } from '../commands/index.ts';
import type { Command } from '../commands/command.ts';
import type { Knowledge } from '../session/knowledge.ts';
import { learnKnowledge } from './learn-knowledge.ts';
import { findMarketplaces, type MarketplaceSource, type SourceOptions } from '../session/marketplace.ts';
import { Session } from '../session/session.ts';

export interface Environment {
  readonly source: MarketplaceSource;
  readonly knowledge: Knowledge;
  /** The commands whose needs are met. */
  readonly commands: readonly Command[];
  /** Opens a session, without test data. */
  readonly open: () => Promise<Session>;
}

export interface EnvironmentOptions extends SourceOptions {
  /** Records what is created on a shared deployment. */
  ledger?: Ledger | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Learns about the deployment and selects the possible commands.
 * @throws Blocked or Unverifiable if no scenario can run, or the run is read-only
 */
export async function openEnvironment(settings: Settings, options: EnvironmentOptions = {}): Promise<Environment> {
  if (settings.read_only_reason !== undefined) throw new Unverifiable(settings.read_only_reason, '--allow-writes');
  const source = await findMarketplaces(settings, options);
  const knowledge = await learnKnowledge(source, options.signal);
  const open = async (): Promise<Session> =>
    new Session(await source.open(), knowledge, {
      ...(options.ledger === undefined ? {} : { ledger: options.ledger }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
  await using session = await open();
  const commands = COMMANDS.filter((command) => canPlay(session, command));
  return { source, knowledge, commands, open };
}
