/** Whether each token fits its actor: valid, with the required scopes, and of the right team and mode. */
import { ACTOR_NAMES, nowMs, type ActorName, type ActorSettings, type Identity, type Settings } from '#client';
import { bad, ok, warn, type Finding } from './finding.ts';

interface RunForecast {
  /** The estimated duration of a run, which a token must outlive. */
  readonly run_seconds: number;
  /** The actors that the selected checks need. Warnings about others are left out. */
  readonly needed: ReadonlySet<ActorName>;
}

/** Findings about the tokens. */
export function examineActors(settings: Settings, { run_seconds, needed }: RunForecast): readonly Finding[] {
  const { identities = new Map<ActorName, Identity>() } = settings;
  const findings = [
    ...[...identities].flatMap(([name, identity]) => examineActor(name, identity, settings, run_seconds)),
    ...examineMode(settings, identities),
    ...findMissing(settings, needed),
  ];
  const isOfOther = (about: string): boolean => ACTOR_NAMES.some((name) => name === about && !needed.has(name));
  return findings.filter(({ level, about }) => level !== 'warn' || !isOfOther(about));
}

function examineActor(name: ActorName, identity: Identity, settings: Settings, run_seconds: number): readonly Finding[] {
  const key = `actors.${name}`;
  const warnOf: Warn = (message, config_key = key) => warn(name, message, config_key);
  const unsuitable = settings.actor_problems.get(name);
  if (unsuitable !== undefined) {
    const message = `is not used: ${unsuitable.startsWith(`${key}: `) ? unsuitable.slice(key.length + 2) : unsuitable}`;
    return [identity.is_valid === false ? bad(name, message, key) : warnOf(message)];
  }
  if (identity.is_valid === undefined) return [warnOf(`could not be checked: ${identity.outcome}`)];
  if (name === 'expired') {
    return identity.is_valid
      ? [warnOf(`its token should have expired: ${identity.outcome}`)]
      : [ok(name, 'its token is rejected, as it should be')];
  }
  if (!identity.is_valid) return [bad(name, `its token is not valid: ${identity.outcome}`, key)];
  const actor = settings.actors.get(name);
  const problems = [
    ...examineScopes(identity, warnOf),
    ...identity.trouble.map((message) => warnOf(message)),
    ...(actor === undefined ? [] : examineLifetime(actor, run_seconds, warnOf, key)),
    ...(name.startsWith('seller') ? [] : examineTeam(actor, identity, warnOf, key)),
  ];
  return problems.length > 0 ? problems : [ok(name, 'has all required scopes')];
}

/** Makes a warning about the actor. The key is that of the actor unless given. */
type Warn = (message: string, config_key?: string) => Finding;

function examineScopes({ lacks }: Identity, warnOf: Warn): readonly Finding[] {
  if (lacks.length === 0) return [];
  const [what, them] = lacks.length === 1 ? ['a scope', 'it'] : [`${lacks.length} scopes`, 'them'];
  return [warnOf(`its token lacks ${what}: ${lacks.join(', ')}; checks that need ${them} are not verified`)];
}

function examineLifetime(
  { expires_at_ms, used_up_env, renew }: ActorSettings,
  run_seconds: number,
  warnOf: Warn,
  key: string,
): readonly Finding[] {
  const findings: Finding[] = [];
  const left_s = expires_at_ms === undefined ? Number.POSITIVE_INFINITY : (expires_at_ms - nowMs()) / 1_000;
  if (left_s < run_seconds && renew === undefined) {
    const message = `its token expires in ${Math.round(left_s)} s, but the run takes about ${Math.round(run_seconds)} s`;
    findings.push(warnOf(message, `${key}.oauth`));
  }
  if (used_up_env !== undefined) {
    const message = `the server has replaced the refresh token in ${used_up_env}, so later runs will fail; use a token_command to store the new one`;
    findings.push(warnOf(message, `${key}.oauth.refresh_token_env`));
  }
  return findings;
}

function examineTeam(actor: ActorSettings | undefined, { teams }: Identity, warnOf: Warn, key: string): readonly Finding[] {
  if (teams === undefined) return [];
  const findings: Finding[] = [];
  const team_id = actor?.team_id;
  if (actor?.same_team_as !== undefined)
    findings.push(
      warnOf(`is in the same team as ${actor.same_team_as}; checks that need two teams are not verified with these two`),
    );
  if (teams.length === 0) findings.push(warnOf('its user has no team'));
  else if (team_id !== undefined && !teams.some(({ id }) => id === team_id))
    findings.push(warnOf(`its user is not in the team ${team_id}`, `${key}.team_id`));
  else if (team_id === undefined && teams.length > 1)
    findings.push(warnOf(`its user is in ${teams.length} teams; set the one that its token is for`, `${key}.team_id`));
  return findings;
}

/** LST-8 */
function examineMode({ mode, actors, is_mock }: Settings, identities: ReadonlyMap<ActorName, Identity>): readonly Finding[] {
  const plain = [...identities].filter(([name]) => !name.endsWith('_sandbox'));
  const seen = plain.find(([, identity]) => identity.mode !== undefined);
  if (is_mock || actors.size === 0) return [];
  if (seen?.[1].mode !== undefined && seen[1].mode !== mode) {
    const message = `the token of ${seen[0]} is ${seen[1].mode}, as the manage_url of listings (LST-8) or POST /sandbox/simulate-event (SBX-1) shows; set target.mode: ${seen[1].mode}, or use another token`;
    return [warn('target', message, 'target.mode')];
  }
  if (mode !== undefined) return [];
  const message =
    'the configuration does not say whether the actors are live or sandbox; checks that need live tokens are not verified';
  return [warn('target', message, 'target.mode')];
}

function findMissing(
  { actors, actor_problems, excluded, identities, mode }: Settings,
  needed: ReadonlySet<ActorName>,
): readonly Finding[] {
  const problems = [...actor_problems]
    .filter(([name]) => identities?.has(name) !== true)
    .map(([name, problem]) => warn(name, `not used: ${problem}`, `actors.${name}`));
  const left_out = [...excluded].map((name) => warn(name, 'not used, because of --without'));
  // If the plain actors are sandbox actors, they are also the sandbox twins.
  const wanted = ACTOR_NAMES.filter((name) => mode !== 'sandbox' || !name.endsWith('_sandbox'));
  const missing = wanted.filter(
    (name) => needed.has(name) && !actors.has(name) && !actor_problems.has(name) && !excluded.has(name),
  );
  if (missing.length === 0) return [...problems, ...left_out];
  const is_nobody = [...actors.keys()].every((name) => name === 'expired');
  const message = is_nobody
    ? actor_problems.size > 0
      ? 'no configured actor has a token, so a run would be inconclusive'
      : 'no actor has a token, so a run would be inconclusive; configure at least actors.buyer and actors.seller'
    : `there is no token for ${missing.join(', ')}: checks that need them are not verified`;
  return [
    ...problems,
    ...left_out,
    (is_nobody ? bad : warn)('actors', message, `actors.${is_nobody ? 'buyer' : (missing[0] ?? '')}`),
  ];
}
