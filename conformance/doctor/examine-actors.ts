/** Checks each actor's token: that it is valid, and has the right scopes, team, and mode. */
import type { ActorName, ActorSettings, BaseActor, ReadResult, Reader, Settings } from '#client';
import { ACTOR_NAMES, nowMs } from '#client';
import type { Finding } from './finding.ts';

/** For each actor, a few requests and their scopes: enough to see that the token works. */
const READS: Readonly<Record<BaseActor, readonly (readonly [path: string, scope: string])[]>> = {
  buyer: [
    ['/inventory?limit=50', 'inventory.read'],
    ['/bids?limit=1', 'bids.read'],
    ['/trades?limit=1', 'trades.read'],
    ['/webhooks', 'webhooks.read'],
    ['/market/commodities', 'market.read'],
    ['/teams', 'teams.read'],
  ],
  rival: [
    ['/bids?limit=1', 'bids.read'],
    ['/teams', 'teams.read'],
  ],
  elevator: [
    ['/delivery-locations', 'locations.read'],
    ['/cash-bids?limit=1', 'cashbids.read'],
    ['/teams', 'teams.read'],
  ],
  seller: [
    ['/me/inventory?limit=50', 'listings.read'],
    ['/me/farms', 'farms.read'],
  ],
  partner: [
    ['/me/inventory?limit=50', 'listings.read'],
    ['/webhooks', 'webhooks.read'],
    ['/teams', 'teams.read'],
  ],
  reader: [
    ['/inventory?limit=1', 'inventory.read'],
    ['/market/commodities', 'market.read'],
  ],
  expired: [['/inventory?limit=1', 'inventory.read']],
};

/** For a sandbox twin, only its validity. */
const READS_OF_TWIN = 1;
/** An endpoint that any token can read (AUTH-20). */
const SECOND_OPINION = '/grades?limit=1';

/** @param run_seconds the approximate duration of the run */
export async function examineActors(settings: Settings, read: Reader, run_seconds: number): Promise<readonly Finding[]> {
  const each = await Promise.all(
    [...settings.actors].map(async ([name, actor]) => examineActor(name, actor, settings, read, run_seconds)),
  );
  return [...each.flat(), ...findSameTokens(settings), ...findMissing(settings)];
}

async function examineActor(
  name: ActorName,
  actor: ActorSettings,
  { mode }: Settings,
  read: Reader,
  run_seconds: number,
): Promise<readonly Finding[]> {
  const reads = readsOf(name);
  const answers = await Promise.all(reads.map(async ([path]) => read(name, path)));
  const refused = answers.find(({ status }) => status === 401);
  if (name === 'expired') return [judgeExpired(refused, answers)];
  if (refused !== undefined && (await read(name, SECOND_OPINION)).status === 401) {
    return [{ level: 'bad', about: name, message: `the token is not valid: ${refused.said}`, config_key: `actors.${name}` }];
  }
  const problems = [
    ...reads.flatMap(([, scope], i) => judgeRead(name, scope, answers[i])),
    ...judgeMode(name, mode, answers[0]),
    ...judgeLifetime(name, actor, run_seconds),
    ...judgeTeam(name, actor, answers[reads.findIndex(([path]) => path === '/teams')]),
  ];
  return problems.length > 0
    ? problems
    : [{ level: 'ok', about: name, message: `the token works: ${reads.map(([, scope]) => scope).join(', ')}` }];
}

function readsOf(name: ActorName): readonly (readonly [path: string, scope: string])[] {
  const is_twin = name.endsWith('_sandbox');
  // The name of a twin without its suffix is that of an actor.
  const reads = READS[name.replace(/_sandbox$/, '') as BaseActor];
  return is_twin ? reads.slice(0, READS_OF_TWIN) : reads;
}

function judgeExpired(refused: ReadResult | undefined, answers: readonly ReadResult[]): Finding {
  if (refused !== undefined) return { level: 'ok', about: 'expired', message: 'the token is rejected, as expected' };
  const said = answers[0]?.said ?? '';
  return { level: 'warn', about: 'expired', message: `the token should have expired: ${said}`, config_key: 'actors.expired' };
}

function judgeRead(name: ActorName, scope: string, answer: ReadResult | undefined): readonly Finding[] {
  const warn = (message: string): readonly Finding[] => [{ level: 'warn', about: name, message, config_key: `actors.${name}` }];
  if (answer === undefined || answer.status === 200) return [];
  if (answer.status === 400 && answer.code === 'no_team') return warn(`the token has no team: ${answer.said}`);
  if (answer.status === 403) return warn(`the token seems to lack the scope ${scope}: ${answer.said}`);
  return warn(`the request failed: ${answer.said}`);
}

/** LST-8 */
function judgeMode(name: ActorName, mode: Settings['mode'], listings: ReadResult | undefined): readonly Finding[] {
  const expected = name.endsWith('_sandbox') ? 'sandbox' : mode;
  const seen = new Set(
    (listings?.items ?? [])
      .filter((item) => 'manage_url' in item)
      .map((item) => (item['manage_url'] === null ? 'sandbox' : 'live')),
  );
  if (expected === undefined || seen.size === 0 || seen.has(expected)) return [];
  const config_key = name.endsWith('_sandbox') ? `actors.${name}` : 'target.mode';
  return [
    {
      level: 'warn',
      about: name,
      message: `should be ${expected}, but its listings are ${[...seen].join()} (manage_url, LST-8)`,
      config_key,
    },
  ];
}

function judgeLifetime(name: ActorName, { expires_at_ms, used_up_env }: ActorSettings, run_seconds: number): readonly Finding[] {
  const findings: Finding[] = [];
  const left_s = expires_at_ms === undefined ? Number.POSITIVE_INFINITY : (expires_at_ms - nowMs()) / 1_000;
  const config_key = `actors.${name}.oauth`;
  if (left_s < run_seconds) {
    const message = `the token is valid for ${Math.round(left_s)} s, but the run takes about ${Math.round(run_seconds)} s`;
    findings.push({ level: 'warn', about: name, message, config_key });
  }
  if (used_up_env !== undefined) {
    const message = `the server has replaced the refresh token in ${used_up_env}, so it does not work for a second run; use a token_command that stores the new one`;
    findings.push({ level: 'warn', about: name, message, config_key: `${config_key}.refresh_token_env` });
  }
  return findings;
}

function judgeTeam(name: ActorName, { team_id }: ActorSettings, teams: ReadResult | undefined): readonly Finding[] {
  if (teams?.status !== 200) return [];
  const findings: Finding[] = [];
  const warn = (message: string, config_key: string): number =>
    findings.push({ level: 'warn', about: name, message, config_key });
  if (teams.items.length === 0) warn('the user has no team', `actors.${name}`);
  else if (team_id !== undefined && !teams.items.some(({ id }) => id === team_id))
    warn(`the user is not in the team ${team_id}`, `actors.${name}.team_id`);
  if (name === 'elevator' && teams.items.length > 0 && teams.items.every((team) => team['is_verified_elevator'] === false))
    warn('the team is not a verified elevator', 'actors.elevator');
  return findings;
}

/** Pairs of actors that must not see each other's data. */
const STRANGERS = [
  ['buyer', 'rival'],
  ['seller', 'partner'],
] as const;

/** Two actors with one token see the same data, which would fail a conformant target. */
function findSameTokens({ actors }: Settings): readonly Finding[] {
  const pairs = STRANGERS.flatMap(([one, other]) => [[one, other] as const, [`${one}_sandbox`, `${other}_sandbox`] as const]);
  return pairs
    .filter(([one, other]) => actors.has(one) && actors.get(one)?.token === actors.get(other)?.token)
    .map(([one, other]) => ({
      level: 'bad',
      about: other,
      message: `has the same token as ${one}`,
      config_key: `actors.${other}`,
    }));
}

function findMissing({ actors, actor_problems, mode }: Settings): readonly Finding[] {
  const problems = [...actor_problems].map(([name, problem]): Finding => ({
    level: 'warn',
    about: name,
    message: `there is no token: ${problem}`,
    config_key: `actors.${name}`,
  }));
  // If the plain actors are in the sandbox, they are their own twins.
  const wanted = ACTOR_NAMES.filter((name) => mode !== 'sandbox' || !name.endsWith('_sandbox'));
  const missing = wanted.filter((name) => !actors.has(name) && !actor_problems.has(name));
  if (missing.length === 0) return problems;
  const message = `no token for ${missing.join(', ')}: checks that need them are not verified`;
  return [...problems, { level: 'warn', about: 'actors', message, config_key: `actors.${missing[0] ?? ''}` }];
}
