/** Opens the marketplace for a scenario: a new world on the mock, or the deployment itself. */
import type { MockAt, Settings, JsonObject } from '#client';
import { Blocked, NoResponse, createMockHooks, detectMock, isObject, isSuccess, readWorld, requestControl, wait } from '#client';

/** The marketplace that a scenario runs in. */
export interface Marketplace {
  readonly settings: Settings;
  /** Whether there are no other writers and the clock is frozen: a world of the mock. */
  readonly is_isolated: boolean;
  /** How far its clock is ahead of this machine's. On a shared deployment, movements persist across scenarios. */
  readonly clock: { ahead_s: number };
  /** Waits until every due delivery was attempted. On a deployment that cannot report this, waits briefly. */
  readonly awaitDeliveries: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens the marketplace of one scenario. */
export type OpenMarketplace = () => Promise<Marketplace>;

/** Enough lots for several pages, and few enough to create quickly. */
const LOTS = 20;
/** How long to wait for unexpected deliveries on a shared deployment. */
const SILENCE_MS = 400;

/** On the mock, each marketplace is a new world. Elsewhere, all scenarios share the deployment. */
export async function findMarketplaces(settings: Settings): Promise<OpenMarketplace> {
  const mock = settings.is_mock ? await detectMock(settings.base_url, settings.admin_token) : undefined;
  if (mock === undefined) {
    const awaitDeliveries = async (): Promise<void> => wait(SILENCE_MS);
    const marketplace: Marketplace = {
      settings,
      is_isolated: false,
      clock: { ahead_s: 0 },
      awaitDeliveries,
      close: () => Promise.resolve(),
    };
    return () => Promise.resolve(marketplace);
  }
  const deviations = await readDeviations(mock);
  return async () => openWorld(settings, mock, deviations);
}

/** A new world gets the violations and variants of the target world. */
async function readDeviations(mock: MockAt): Promise<JsonObject> {
  const [violations, variants] = [await command(mock, 'GET', '/violations'), await command(mock, 'GET', '/variants')];
  return { violations: violations['on'] ?? [], variants: variants['on'] ?? [] };
}

async function openWorld(settings: Settings, mock: MockAt, deviations: JsonObject): Promise<Marketplace> {
  const world = readWorld(mock, await command(mock, 'POST', '/worlds', { clock: 'frozen', lots: LOTS, ...deviations }));
  const { id, base_url, auth_url } = world;
  return {
    settings: {
      ...settings,
      base_url,
      auth_url,
      hooks: createMockHooks(world),
      ledger_path: undefined,
    },
    is_isolated: true,
    clock: { ahead_s: 0 },
    // Advancing the clock by 0 seconds awaits all due deliveries.
    awaitDeliveries: async () => {
      await command(world, 'POST', '/clock/advance', { seconds: 0 });
    },
    close: async () => {
      await command(mock, 'DELETE', `/worlds/${id}`);
    },
  };
}

async function command(mock: MockAt, method: 'GET' | 'POST' | 'DELETE', path: string, body?: JsonObject): Promise<JsonObject> {
  try {
    const response = await requestControl(mock, method, path, body);
    if (isSuccess(response) && isObject(response.json)) return response.json;
    throw new Blocked(`the mock rejected ${method} ${path} (status ${response.status}): ${response.text.slice(0, 300)}`);
  } catch (error) {
    if (error instanceof NoResponse) throw new Blocked(`the mock did not respond to ${method} ${path}: ${error.message}`);
    throw error;
  }
}
