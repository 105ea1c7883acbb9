/** The developer tokens of the mock, copied from its documentation because this code never imports the mock (AUTH-21). */
import { noneIfNoResponse, sendRequest } from '../../config/send-request.ts';
import type { MockAt } from './target.ts';
import { baseOf } from '../../settings/owner-of.ts';
import { ACTOR_NAMES, type ActorName, type BaseActor } from '../../settings/schema.ts';
import type { ActorSettings, Actors, Settings } from '../../settings/settings.ts';

/** Team and user of each actor. The seller and the reader have no team. */
const TEAM_AND_USER: Readonly<Record<BaseActor, { team_id: string | undefined; user_id: string | undefined }>> = {
  buyer: { team_id: 'tm_de00000000000001', user_id: 'usr_de00000000000001' },
  rival: { team_id: 'tm_de00000000000002', user_id: 'usr_de00000000000002' },
  elevator: { team_id: 'tm_de00000000000003', user_id: 'usr_de00000000000003' },
  seller: { team_id: undefined, user_id: 'usr_de00000000000004' },
  partner: { team_id: 'tm_de00000000000005', user_id: 'usr_de00000000000005' },
  reader: { team_id: undefined, user_id: undefined },
  expired: { team_id: 'tm_de00000000000001', user_id: 'usr_de00000000000001' },
};

/**
 * The actors with the mock's developer tokens. Either all tokens are valid or none.
 * @param mode of the actors. In the sandbox, they have no twins, and the tokens that the twins have otherwise
 */
export async function createMockActors(mock: MockAt, mode: Settings['mode'] = 'live'): Promise<Actors> {
  const actors = new Map<ActorName, ActorSettings>();
  const problems = new Map<ActorName, string>();
  const has_dev_tokens = await isAccepted(mock, 'dev_buyer');
  const is_sandbox = mode === 'sandbox';
  for (const name of ACTOR_NAMES.filter((one) => !is_sandbox || !one.endsWith('_sandbox'))) {
    const token = is_sandbox && name !== 'expired' ? `dev_${name}_sandbox` : `dev_${name}`;
    if (has_dev_tokens) actors.set(name, { token, is_built_in: true, ...TEAM_AND_USER[baseOf(name)] });
    else problems.set(name, `actors.${name}: the mock accepts no developer tokens; start it with --dev-tokens, or set token_env`);
  }
  return { actors, problems };
}

async function isAccepted({ base_url }: MockAt, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  // `gristmill doctor` reports problems with the target.
  const response = await sendRequest(`${base_url}/grades?limit=1`, { headers }).catch(noneIfNoResponse);
  return response?.status !== 401;
}
