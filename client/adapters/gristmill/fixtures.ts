/** The fixtures for the mock: constants, or read from it. */
import { dateFromToday } from '../../clock.ts';
import { readItems } from '../../replies/read-items.ts';
import { noneIfNoResponse, sendRequest } from '../../config/send-request.ts';
import type { MockAt } from './target.ts';
import { DELIVERY_LOCATION_PLACEHOLDER, type ActorName } from '../../settings/schema.ts';
import type { ActorSettings, Fixtures } from '../../settings/settings.ts';
import type { JsonObject } from '../../json.ts';

/** Builds the fixtures. @param actors the mock's actors, whose tokens read the values that differ between worlds */
export async function createMockFixtures(mock: MockAt, actors: ReadonlyMap<ActorName, ActorSettings>): Promise<Fixtures> {
  const readList = async (path: string, actor: ActorName): Promise<readonly JsonObject[]> => {
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
      delivery: { from: dateFromToday(30), to: dateFromToday(90) },
      delivery_location_id: DELIVERY_LOCATION_PLACEHOLDER,
    },
    cash_bid_patch: { price: { amount: 671, unit: 'MT' } },
    sandbox_user_body: { role: 'seller' },
    sandbox_user_token_key: '/data/access_token',
    ...(typeof company === 'string' ? { verified_company_name: company } : {}),
  };
}

async function listItems({ base_url }: MockAt, path: string, token: string): Promise<readonly JsonObject[]> {
  const headers = { authorization: `Bearer ${token}` };
  // `gristmill doctor` reports problems with the target.
  const response = await sendRequest(`${base_url}${path}`, { headers }).catch(noneIfNoResponse);
  return response === undefined ? [] : readItems(response);
}
