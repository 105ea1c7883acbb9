/** What checks need besides tokens: listings, hooks, a receiver, permission to write. */
import {
  describeThrown,
  HOOK_NAMES,
  Receiver,
  isLoopbackTarget,
  testReceiver,
  encodePath,
  type ActorName,
  type Reader,
  type Settings,
} from '#client';
import { bad, ok, warn, type Finding } from './finding.ts';

/** Names the configured secrets that the run does not search for. */
export function examinePublicSecrets({ public_secrets = [] }: Settings): readonly Finding[] {
  if (public_secrets.length === 0) return [];
  const quoted = public_secrets.map((text) => `"${text}"`).join(', ');
  const message = `the run does not search for ${quoted}, because the API publishes it, such as the name of a town or grain; use a string that only the seller and its farms have`;
  return [warn('fixtures', message, 'fixtures.secrets')];
}

/** Whether there is a lot to bid on, an ungraded one, and a second team. */
export async function examineFixtures(
  { actors, fixtures, read_only_reason }: Settings,
  read: Reader,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const report = (message: string, config_key: string): void => {
    findings.push(warn('fixtures', message, config_key));
  };
  // If a seller can write, the run creates lots.
  const can_make = read_only_reason === undefined && (actors.has('seller') || actors.has('partner'));
  const viewer = (['buyer', 'rival', 'elevator', 'reader'] as const).find((name) => actors.has(name));
  if (can_make && viewer !== undefined && (await isMarketBlank(viewer, read)))
    findings.push(
      warn(
        'fixtures',
        'no listing is on the market and GET /grades names no commodity, so the run cannot create listings, and checks that need one are not verified: first create a listing with a commodity and a grade',
      ),
    );
  if (actors.has('buyer') && !can_make) {
    const { items } = await read('buyer', '/inventory?limit=50');
    if (items.length === 0) report('the buyer finds no listing, and none can be created', 'actors.seller');
    else if (fixtures.multi_grade_listing === undefined && items.every(({ grade }) => grade !== null))
      report('the buyer finds no ungraded listing, and none can be created', 'fixtures.multi_grade_listing');
  }
  if (actors.has('buyer') && fixtures.multi_grade_listing !== undefined) {
    const { status, outcome } = await read('buyer', encodePath`/inventory/${fixtures.multi_grade_listing}`);
    if (status !== 200) report(`the buyer does not see it: ${outcome}`, 'fixtures.multi_grade_listing');
  }
  for (const key of ['farm_with_payment_method', 'farm_without'] as const) {
    const farm = fixtures[key];
    if (farm === undefined || !actors.has('seller')) continue;
    const { status, outcome } = await read('seller', encodePath`/me/farms/${farm}`);
    if (status !== 200) report(`the seller does not have it: ${outcome}`, `fixtures.${key}`);
  }
  return findings;
}

/** Whether nothing shows which commodity and grade a listing can have. Without both responses, that is unknown. */
async function isMarketBlank(viewer: ActorName, read: Reader): Promise<boolean> {
  const grades = await read(viewer, '/grades');
  if (grades.status !== 200 || grades.items.some((grade) => 'commodity' in grade || 'commodity_slug' in grade)) return false;
  const { status, items } = await read(viewer, '/inventory?limit=50');
  return status === 200 && items.length === 0;
}

export function examineAuthServer({ auth_problems = [] }: Settings): readonly Finding[] {
  return auth_problems.map(({ config_key, message }) => warn('oauth', `${message}; OAuth is not verified`, config_key));
}

/** Which hooks are configured. None is called. */
export function examineHooks({ hooks }: Settings): readonly Finding[] {
  const missing = HOOK_NAMES.filter((name) => !hooks.has(name));
  const there = hooks.size === 0 ? [] : [ok('hooks', `configured: ${[...hooks.keys()].join(', ')} (not called)`)];
  const doubted = [...hooks].filter(([name, { is_built_in }]) => name !== 'advance_clock' && is_built_in !== true);
  if (doubted.length > 0) {
    const names = doubted.map(([name]) => name).join(', ');
    const message = `a failure counts only if the run sees an effect of the hook, or if the hook replies with "result": { "verified": true }: ${names}`;
    there.push(ok('hooks', message));
  }
  if (missing.length === 0) return there;
  const message = `not configured: ${missing.join(', ')}. Checks that need them are not verified`;
  return [...there, warn('hooks', message, `hooks.${missing[0] ?? ''}`)];
}

/** Whether a request to `receiver_url` arrives at the receiver of the run. */
export async function examineReceiver({ base_url, receiver }: Settings): Promise<Finding> {
  const about = 'webhooks';
  const config_key = 'target.receiver_url';
  if (receiver.public_url === undefined) {
    if (isLoopbackTarget(base_url))
      return ok(about, 'the target is on this machine, so deliveries can reach the run if the target accepts loopback URLs');
    const message = 'the target cannot reach this machine, so no delivery is checked: open a tunnel and configure its address';
    return warn(about, message, config_key);
  }
  let open: Receiver;
  try {
    open = await Receiver.open(receiver);
  } catch (error) {
    const why = describeThrown(error);
    return bad(about, `port ${receiver.port} cannot be used: ${why}`, 'target.receiver_port');
  }
  try {
    const problem = await testReceiver(open, receiver);
    return problem === undefined ? ok(about, `${receiver.public_url} reaches this machine`) : bad(about, problem, config_key);
  } finally {
    await open.close();
  }
}

export function examineWrites({ read_only_reason, read_only_key }: Settings): Finding {
  if (read_only_reason === undefined)
    return ok(
      'writes',
      'the run can write. It deletes what it creates, except farms, trades, and sandbox users, which the API cannot delete',
    );
  return read_only_key === '--read-only'
    ? warn('writes', 'the run only reads, because of --read-only')
    : warn('writes', `the run only reads: ${read_only_reason}`, read_only_key);
}
