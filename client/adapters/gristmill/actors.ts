/** The developer tokens of the mock, copied from its documentation because this code never imports the mock (AUTH-21). */
import { noneIfNoResponse, sendRequest } from '../../config/send-request.ts';
import type { MockAt } from './target.ts';
import { baseOf } from '../../settings/owner-of.ts';
import { ACTOR_NAMES, type ActorName, type BaseActor } from '../../settings/schema.ts';
import type { ActorSettings, Actors } from '../../settings/settings.ts';

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

/** The actors with the mock's developer tokens. Either all tokens are valid or none. */
export async function createMockActors(mock: MockAt): Promise<Actors> {
  const actors = new Map<ActorName, ActorSettings>();
  const problems = new Map<ActorName, string>();
  const has_dev_tokens = await isAccepted(mock, 'dev_buyer');
  for (const name of ACTOR_NAMES) {
    if (has_dev_tokens) actors.set(name, { token: `dev_${name}`, is_built_in: true, ...TEAM_AND_USER[baseOf(name)] });
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
