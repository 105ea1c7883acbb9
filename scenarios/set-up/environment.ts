/** What is settled once for many scenarios: where they are played, what is known of the place, what can be done there. */
import type { Ledger, Settings } from '#client';
import { Unverifiable } from '#client';
import { COMMANDS, canPlay } from '../commands/index.ts';
import type { Command } from '../commands/command.ts';
import type { Knowledge } from '../session/knowledge.ts';
import { learnKnowledge } from './learn-knowledge.ts';
import type { Ground, GroundOptions } from '../session/marketplace.ts';
import { findGround } from '../session/marketplace.ts';
import { Session } from '../session/session.ts';

export interface Environment {
  readonly ground: Ground;
  readonly knowledge: Knowledge;
  /** Those that can be played here. */
  readonly commands: readonly Command[];
  /** A session on a ground that is not laid yet. */
  readonly open: () => Promise<Session>;
}

export interface TheatreOptions extends GroundOptions {
  /** Told of what is made, where the place stays. */
  ledger?: Ledger | undefined;
  signal?: AbortSignal | undefined;
}

/** @throws Blocked, Unverifiable where no scenario can be played, or none may: they write */
export async function openTheatre(settings: Settings, options: TheatreOptions = {}): Promise<Environment> {
  if (settings.read_only_reason !== undefined) throw new Unverifiable(settings.read_only_reason, '--allow-writes');
  const ground = await findGround(settings, options);
  const knowledge = await learnKnowledge(ground, options.signal);
  const open = async (): Promise<Session> =>
    new Session(await ground.open(), knowledge, {
      ...(options.ledger === undefined ? {} : { ledger: options.ledger }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
  await using session = await open();
  const commands = COMMANDS.filter((command) => canPlay(session, command));
  return { ground, knowledge, commands, open };
}
