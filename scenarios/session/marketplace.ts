/** Where a scenario is played: a world of its own on the mock, the one that there is on any other deployment. */
import type { MockAt, Settings } from '#client';
import { Blocked, NoAnswer, ask, isObject, mockHooks, readWorld, recogniseMock, wait } from '#client';

/** A marketplace to play in. */
export interface Place {
  readonly settings: Settings;
  /** Nobody else writes, and its clock moves only when it is told to. */
  readonly is_own: boolean;
  /** By how much its clock is ahead of this machine's, since somebody moved it: what was moved in one scenario stays so in the next. */
  readonly clock: { ahead_s: number };
  /** Until every delivery that is due has been tried, or where that cannot be known, for a while. */
  readonly settle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens places one after the other. */
export interface Ground {
  readonly mock: MockAt | undefined;
  readonly open: () => Promise<Place>;
}

/** Enough for pages of two, few enough to be there in a moment. */
const LOTS = 20;
/** How long is listened for what must not come, where nobody can be asked whether all is quiet. */
const SILENCE_MS = 400;

export interface GroundOptions {
  /** Of a mock whose control plane asks for one. */
  admin_token?: string | undefined;
  /** How many lots a world of one's own begins with. */
  lots?: number;
}

/** Finds out what can be had. */
export async function findGround(settings: Settings, { admin_token, lots = LOTS }: GroundOptions = {}): Promise<Ground> {
  const mock = settings.recognised_as === undefined ? undefined : await recogniseMock(settings.base_url, admin_token);
  if (mock === undefined) {
    const settle = async (): Promise<void> => wait(SILENCE_MS);
    const place: Place = { settings, is_own: false, clock: { ahead_s: 0 }, settle, close: () => Promise.resolve() };
    return { mock, open: () => Promise.resolve(place) };
  }
  const deviations = await readDeviations(mock);
  return { mock, open: async () => openWorld(settings, mock, { lots, ...deviations }) };
}

type Json = Readonly<Record<string, unknown>>;

/** A world deviates as the one does that was asked for. */
async function readDeviations(mock: MockAt): Promise<Json> {
  const [violations, variants] = [await command(mock, 'GET', '/violations'), await command(mock, 'GET', '/variants')];
  return { violations: violations['on'] ?? [], variants: variants['on'] ?? [] };
}

async function openWorld(settings: Settings, mock: MockAt, wanted: Json): Promise<Place> {
  const world = readWorld(mock, await command(mock, 'POST', '/worlds', { clock: 'frozen', ...wanted }));
  const { id, base_url, auth_url } = world;
  return {
    settings: {
      ...settings,
      base_url,
      auth_url,
      hooks: mockHooks(world),
      ledger_path: undefined,
    },
    is_own: true,
    clock: { ahead_s: 0 },
    // Moving the clock by nothing awaits what is due now.
    settle: async () => {
      await command(world, 'POST', '/clock/advance', { seconds: 0 });
    },
    close: async () => {
      await command(mock, 'DELETE', `/worlds/${id}`);
    },
  };
}

async function command(
  { control_url, admin_token }: MockAt,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: Json,
): Promise<Json> {
  try {
    const { status, json, text } = await ask(`${control_url}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(admin_token === undefined ? {} : { authorization: `Bearer ${admin_token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      timeout_ms: COMMAND_TIMEOUT_MS,
    });
    if (status >= 200 && status < 300 && isObject(json)) return json;
    throw new Blocked(`the mock refused ${method} ${path} (status ${status}): ${text.slice(0, 300)}`);
  } catch (error) {
    if (error instanceof NoAnswer) throw new Blocked(`the mock did not answer ${method} ${path}: ${error.message}`);
    throw error;
  }
}

/** A movement of the clock may wait for a receiver that hangs. */
const COMMAND_TIMEOUT_MS = 60_000;
