/** The inbox of a world: a webhook receiver inside the mock, for people who have no server. */
import type { InboxTable } from '../../market/store/postgres/logs.ts';
import { unpredictableSecrets } from '../../ports/random.ts';
import type { InboxMessage } from '../../wire.ts';

/** The maximum number of messages. The inbox drops the oldest ones. */
export const MESSAGES_MAX = 100;
const STANDARD_STATUS = 200;

export interface Inbox {
  /** `key` is the secret part of the inbox's address. `answer` is the status of its responses. */
  readSettings(): Promise<{ key: string; answer: number }>;
  setAnswer(answer: number): Promise<void>;
  add(message: Omit<InboxMessage, 'seq'>): Promise<void>;
  /** The newest messages, oldest first. */
  read(): Promise<readonly InboxMessage[]>;
  /** @returns how many messages there were */
  clear(): Promise<number>;
}

function generateInboxKey(): string {
  return unpredictableSecrets()('inbox');
}

/** An inbox in memory. @param key the key of an earlier inbox, to keep its address */
export function openInbox(key: string = generateInboxKey()): Inbox {
  let answer = STANDARD_STATUS;
  let messages: InboxMessage[] = [];
  let last_seq = 0;
  return {
    readSettings: () => Promise.resolve({ key, answer }),
    setAnswer: (status) => {
      answer = status;
      return Promise.resolve();
    },
    add: (message) => {
      last_seq += 1;
      messages.push({ seq: last_seq, ...message });
      if (messages.length > MESSAGES_MAX) messages.shift();
      return Promise.resolve();
    },
    read: () => Promise.resolve(messages),
    clear: () => {
      const { length: deleted } = messages;
      messages = [];
      return Promise.resolve(deleted);
    },
  };
}

/** The inbox of a world that several processes serve. */
export function openSharedInbox(table: InboxTable): Inbox {
  return {
    readSettings: () => table.readSettings(generateInboxKey()),
    setAnswer: (answer) => table.setAnswer(answer),
    add: async (message) => {
      await table.append([JSON.stringify(message)]);
    },
    read: async () => {
      const rows = await table.read(0);
      // Cast: written by `add`.
      return rows.slice(-MESSAGES_MAX).map(({ seq, entry }) => ({ seq, ...(JSON.parse(entry) as Omit<InboxMessage, 'seq'>) }));
    },
    clear: async () => Math.min(await table.clear(), MESSAGES_MAX),
  };
}
