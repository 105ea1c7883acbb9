/** The fixtures for the mock: constants, or read from it. */
import { nowMs } from '../../clock.ts';
import { isObject } from '../../replies/json-node.ts';
import { NoResponse, sendRequest } from '../../config/send-request.ts';
import type { MockAt } from './target.ts';
import type { ActorName } from '../../settings/schema.ts';
import type { ActorSettings, Fixtures } from '../../settings/settings.ts';

type Json = Readonly<Record<string, unknown>>;

/** A placeholder in `cash_bid_body` for the id of the elevator's first delivery location. The arranger replaces it. */
export const DELIVERY_LOCATION_PLACEHOLDER = '$DELIVERY_LOCATION_ID';

const DAY_MS = 86_400_000;

/** Builds the fixtures. @param actors the mock's actors, whose tokens read the values that differ between worlds */
export async function createMockFixtures(mock: MockAt, actors: ReadonlyMap<ActorName, ActorSettings>): Promise<Fixtures> {
  const readList = async (path: string, actor: ActorName): Promise<readonly Json[]> => {
    const token = actors.get(actor)?.token;
    return token === undefined ? [] : listItems(mock, path, token);
  };
  const teams = await readList('/teams', 'elevator');
  const company = teams.find((team) => team['is_verified_elevator'] === true)?.['name'];
  return {
    unit: 'BU',
    amount_key: 'amount',
    quantity_field: 'quantity_mt',
    moderated_terms: 'Call me at 306-555-0199',
    cash_bid_body: {
      commodity: 'canola',
      price: { amount: 664, unit: 'MT' },
      quantity_mt: 500,
      delivery: { from: dateIn(30), to: dateIn(90) },
      delivery_location_id: DELIVERY_LOCATION_PLACEHOLDER,
    },
    cash_bid_patch: { price: { amount: 671, unit: 'MT' } },
    sandbox_user_body: { role: 'seller' },
    sandbox_user_token_key: '/data/access_token',
    ...(typeof company === 'string' ? { verified_company_name: company } : {}),
  };
}

async function listItems({ base_url }: MockAt, path: string, token: string): Promise<readonly Json[]> {
  try {
    const { json } = await sendRequest(`${base_url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    const items = isObject(json) ? json['items'] : undefined;
    return Array.isArray(items) ? items.filter(isObject) : [];
  } catch (error) {
    // `gristmill doctor` reports problems with the target.
    if (error instanceof NoResponse) return [];
    throw error;
  }
}

/** The calendar date in the given number of days. */
function dateIn(days: number): string {
  return new Date(nowMs() + days * DAY_MS).toISOString().slice(0, 10);
}
