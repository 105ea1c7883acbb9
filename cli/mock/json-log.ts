/** `--log json`: one JSON object per line, for programs that collect logs. pino leaves out fields that are undefined. */
import { setImmediate } from 'node:timers';
import type { MockOptions } from '#mock';
import type * as worldFeed from '#mock/server/control/journal/world-feed';
import type { Logger } from 'pino';
import { messageOf } from '../errors.ts';

type Listeners = Required<Pick<MockOptions, 'onEvent' | 'onAccess' | 'onError'>>;

interface JsonLogOptions {
  /** On a shared mock, one line for each HTTP request replaces its entry of the journal, which has bodies. */
  is_shared: boolean;
  tenantOf: (world_id: string) => string | undefined;
}

/**
 * Logs what happens, without secrets. Lines of one turn of the event loop are written together.
 * @returns the listeners for `createMock`
 */
export function createJsonLog(write: (text: string) => void, { is_shared, tenantOf }: JsonLogOptions): Listeners {
  let waiting: ((tools: Tools) => void)[] = [];
  const flush = async (): Promise<void> => {
    // Loaded with the first line, so that the mock starts fast.
    const tools = await loadTools(write);
    const lines = waiting;
    waiting = [];
    for (const line of lines) line(tools);
  };
  const log = (line: (tools: Tools) => void): void => {
    waiting.push(line);
    if (waiting.length === 1) setImmediate(() => void flush());
  };
  return {
    onEvent: (world, event) => {
      if (event.kind === 'end' || event.kind === 'renewed' || (is_shared && event.kind === 'request')) return;
      log(({ logger, fromWorldEvent }) => {
        logger.info({ world, tenant: tenantOf(world), kind: event.kind, entry: fromWorldEvent(event).shown });
      });
    },
    onAccess: ({ world_id, tenant_id, ...entry }) => {
      if (!is_shared) return;
      log(({ logger }) => {
        logger.info({ world: world_id ?? undefined, tenant: tenant_id ?? undefined, kind: 'http', ...entry });
      });
    },
    onError: (error) => {
      log(({ logger, redact }) => {
        const stack = error instanceof Error ? error.stack : undefined;
        logger.error({ kind: 'error', stack: stack === undefined ? undefined : redact(stack) }, redact(messageOf(error)));
      });
    },
  };
}

interface Tools {
  logger: Logger;
  fromWorldEvent: typeof worldFeed.fromWorldEvent;
  redact: (text: string) => string;
}

async function loadTools(write: (text: string) => void): Promise<Tools> {
  const [{ pino, stdTimeFunctions }, { fromWorldEvent }, { redact }] = await Promise.all([
    import('pino'),
    import('#mock/server/control/journal/world-feed'),
    import('#mock/server/control/endpoint/redact'),
  ]);
  return { logger: pino({ base: null, timestamp: stdTimeFunctions.isoTime }, { write }), fromWorldEvent, redact };
}
