/** The environment of one interaction: a new world of a mock, or the deployment. */
import type { ActorName, Ledger, MockAt, Purpose, Settings, World } from '#client';
import {
  NO_LEDGER,
  Run,
  RunContext,
  cleanUp,
  isObject,
  createMockHooks,
  openLedger,
  readWorld,
  requestControl,
  senderOf,
} from '#client';

export interface Environment {
  readonly base_url: string;
  readonly context: RunContext;
  /** Undefined if the actor has no token. */
  tokenOf: (name: ActorName) => Promise<string | undefined>;
  close: () => Promise<void>;
}

export type OpenEnvironment = () => Promise<Environment>;

/** The purpose of the requests that create states. */
const PURPOSE: Purpose = { id: 'OP-1/provider-state', moves_clock: false };

/** Creates environments. On a mock, each interaction gets a new world. Elsewhere, what the states create is removed as far as possible. */
export function environmentsOn(settings: Settings, mock: MockAt | undefined): OpenEnvironment {
  if (mock === undefined) {
    return () => {
      const ledger = openLedger(undefined);
      const leave = async (run: Run): Promise<void> => {
        await cleanUp(ledger, senderOf(run));
      };
      return Promise.resolve(openEnvironment(settings, ledger, leave));
    };
  }
  return async () => {
    const world = await makeWorld(mock);
    const { id, base_url } = world;
    const leave = async (): Promise<void> => {
      await requestControl(mock, 'DELETE', `/worlds/${id}`);
    };
    return openEnvironment({ ...settings, base_url, hooks: createMockHooks(world) }, NO_LEDGER, leave);
  };
}

function openEnvironment(settings: Settings, ledger: Ledger, leave: (run: Run) => Promise<void>): Environment {
  const run = new Run(settings, ledger);
  const context = new RunContext(run, PURPOSE, new AbortController().signal);
  return {
    base_url: settings.base_url,
    context,
    tokenOf: async (name) => run.freshToken(name),
    close: async () => {
      try {
        // `end` sends requests, which can fail. The environment is left even then.
        try {
          await context.end();
        } finally {
          await leave(run);
        }
      } finally {
        // An open receiver would keep the process alive.
        await run.close();
      }
    },
  };
}

async function makeWorld(mock: MockAt): Promise<World> {
  const { status, json, text } = await requestControl(mock, 'POST', '/worlds');
  if (status === 201 && isObject(json)) return readWorld(mock, json);
  throw new Error(`the mock created no world: POST ${mock.control_url}/worlds returned ${status}: ${text.slice(0, 200)}`);
}
