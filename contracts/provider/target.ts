/** Where one interaction is played: a fresh world of a mock, or the deployment as it is. */
import type { ActorName, Ledger, MockAt, Purpose, Settings, World } from '#client';
import {
  NO_LEDGER,
  Run,
  RunContext,
  sendRequest,
  cleanUp,
  isObject,
  createMockHooks,
  openLedger,
  readWorld,
  senderOf,
} from '#client';

export interface Place {
  readonly base_url: string;
  readonly context: RunContext;
  /** Undefined where nobody has given this actor a token. */
  tokenOf: (name: ActorName) => Promise<string | undefined>;
  close: () => Promise<void>;
}

export type OpenPlace = () => Promise<Place>;

/** On whose behalf the stage sends its requests; it judges nothing. */
const SETTING: Purpose = { id: 'OP-1/provider-state', moves_clock: false };

/**
 * Places for one interaction after the other. On a mock nothing that one leaves behind is there for the next; elsewhere what the states have made
 * is taken back, as far as it can be.
 */
export function placesOn(settings: Settings, mock: MockAt | undefined): OpenPlace {
  if (mock === undefined) {
    return () => {
      const ledger = openLedger(undefined);
      const leave = async (run: Run): Promise<void> => {
        await cleanUp(ledger, senderOf(run));
      };
      return Promise.resolve(playAt(settings, ledger, leave));
    };
  }
  return async () => {
    const world = await makeWorld(mock);
    const { id, base_url } = world;
    const leave = async (): Promise<void> => {
      await control(mock, 'DELETE', `/worlds/${id}`);
    };
    return playAt({ ...settings, base_url, hooks: createMockHooks(world) }, NO_LEDGER, leave);
  };
}

function playAt(settings: Settings, ledger: Ledger, leave: (run: Run) => Promise<void>): Place {
  const run = new Run(settings, ledger);
  const context = new RunContext(run, SETTING, new AbortController().signal);
  return {
    base_url: settings.base_url,
    context,
    tokenOf: async (name) => run.freshToken(name),
    close: async () => {
      try {
        await context.end();
        await leave(run);
      } finally {
        // A receiver that stays open would keep the process alive.
        await run.close();
      }
    },
  };
}

async function makeWorld(mock: MockAt): Promise<World> {
  const { status, json, text } = await control(mock, 'POST', '/worlds');
  if (status === 201 && isObject(json)) return readWorld(mock, json);
  throw new Error(`the mock makes no world: POST ${mock.control_url}/worlds answered ${status}: ${text.slice(0, 200)}`);
}

async function control(
  { control_url, admin_token }: MockAt,
  method: 'POST' | 'DELETE',
  path: string,
): ReturnType<typeof sendRequest> {
  return sendRequest(`${control_url}${path}`, {
    method,
    headers: admin_token === undefined ? {} : { authorization: `Bearer ${admin_token}` },
  });
}
