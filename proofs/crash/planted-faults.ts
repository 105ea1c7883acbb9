/**
 * Breaks the durability of the mock on purpose, to show that the audit notices. Loaded with `--import`; the environment variable
 * PLANTED_FAULT names the fault. Each replaces a piece of the source when it is loaded.
 */
import { registerHooks } from 'node:module';

interface Edit {
  /** The end of the file's URL. */
  file: string;
  from: string;
  to: string;
}

export const PLANTED_FAULTS: Readonly<Record<string, readonly Edit[]>> = {
  'response before the commit': [
    {
      file: 'mock/market/store/store.ts',
      from: 'connection.transaction().execute((tx) => hold(tx as Tx, change));',
      to: `new Promise((resolve, reject) => {
      connection.transaction().execute(async (tx) => {
        resolve(await hold(tx as Tx, change));
        await new Promise((later) => setTimeout(later, 15));
      }).catch(reject);
    });`,
    },
    {
      // It reads, so it would wait for the commit.
      file: 'mock/server/world/world.ts',
      from: `for (const event of events) this.bus.publish(event);
    await this.schedule.afterCommit();
    this.dispatcher.wake();`,
      to: 'void this.schedule.afterCommit().then(() => this.dispatcher.wake());',
    },
  ],
  'dequeue before the attempt': [
    {
      file: 'mock/server/webhooks/attempt.ts',
      from: 'const made = await send(world, sender, context, stop);',
      to: 'await world.store.write((tx) => dequeue(tx, seq)); const made = await send(world, sender, context, stop);',
    },
  ],
  'an empty queue after a start': [
    {
      file: 'mock/server/world/build-world.ts',
      from: 'world.dispatcher.wake();',
      to: "await world.store.write((tx) => tx.deleteFrom('queue').execute());",
    },
  ],
  'a rollback journal in memory': [
    {
      file: 'mock/market/store/engine/sqlite.ts',
      from: 'pragma journal_mode = wal; pragma synchronous = normal;',
      to: 'pragma journal_mode = memory; pragma synchronous = off; pragma cache_size = 5;',
    },
  ],
  'a clock that is not saved': [
    {
      file: 'mock/server/world/world.ts',
      from: 'await this.store.saveRuntime(tx, {',
      to: 'if (this.is_closed) await this.store.saveRuntime(tx, {',
    },
  ],
  'keys that are not remembered': [
    {
      file: 'mock/server/http/serve.ts',
      from: 'if (use !== undefined) await remember(',
      to: 'if (use !== undefined && use.key === undefined) await remember(',
    },
  ],
  'the latest event first': [
    {
      file: 'mock/market/store/queue.ts',
      from: '(select min(seq) from queue where queue.subscription_id = waiting.subscription_id and is_first = 1) as head_seq',
      to: '(select max(seq) from queue where queue.subscription_id = waiting.subscription_id and is_first = 1) as head_seq',
    },
  ],
  'an event after its change': [
    {
      file: 'mock/server/handlers/answer-bids.ts',
      from: "await emit(world, db, [draftBuyerEvent('bid.rejected', stored.bid)], now);",
      to: "setTimeout(() => void world.write((tx, now) => emit(world, tx, [draftBuyerEvent('bid.rejected', stored.bid)], now)), 300);",
    },
  ],
};

const name = process.env['PLANTED_FAULT'];
if (name !== undefined) plant(name);

function plant(fault_name: string): void {
  const edits = PLANTED_FAULTS[fault_name];
  if (edits === undefined) throw new Error(`there is no planted fault '${fault_name}'`);
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      const edit = edits.find(({ file }) => url.endsWith(file));
      if (edit === undefined) return loaded;
      // Node loads sources as bytes.
      const source = Buffer.from(loaded.source as Uint8Array).toString('utf8');
      if (!source.includes(edit.from)) throw new Error(`${edit.file} no longer contains: ${edit.from}`);
      return { ...loaded, source: source.replace(edit.from, edit.to) };
    },
  });
}
