/** Checks what a run needs besides tokens: listings, hooks, a receiver, and permission to write. */
import type { Reader, Settings } from '#client';
import { ANSWERS_OK, HOOK_NAMES, NoResponse, Receiver, sendRequest, isLoopbackTarget } from '#client';
import type { Finding } from './finding.ts';

/** A tunnel can be slow. */
const TUNNEL_TIMEOUT_MS = 10_000;

/** Whether there is a lot to bid on, an ungraded lot, and a second team. */
export async function examineFixtures(
  { actors, fixtures, read_only_reason }: Settings,
  read: Reader,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const warn = (message: string, config_key: string): number =>
    findings.push({ level: 'warn', about: 'fixtures', message, config_key });
  // If a seller can write, the run creates lots.
  const can_make = read_only_reason === undefined && (actors.has('seller') || actors.has('partner'));
  if (actors.has('buyer') && !can_make) {
    const { items } = await read('buyer', '/inventory?limit=50');
    if (items.length === 0) warn('the buyer finds no listing, and none can be created', 'actors.seller');
    else if (fixtures.multi_grade_listing === undefined && items.every(({ grade }) => grade !== null))
      warn('the buyer finds no ungraded listing, and none can be created', 'fixtures.multi_grade_listing');
  }
  if (actors.has('buyer') && fixtures.multi_grade_listing !== undefined) {
    const { status, said } = await read('buyer', `/inventory/${encodeURIComponent(fixtures.multi_grade_listing)}`);
    if (status !== 200) warn(`the buyer cannot see it: ${said}`, 'fixtures.multi_grade_listing');
  }
  for (const key of ['farm_with_payment_method', 'farm_without'] as const) {
    const farm = fixtures[key];
    if (farm === undefined || !actors.has('seller')) continue;
    const { status, said } = await read('seller', `/me/farms/${encodeURIComponent(farm)}`);
    if (status !== 200) warn(`the seller cannot see it: ${said}`, `fixtures.${key}`);
  }
  findings.push(...(await examineTeams(actors, read)));
  return findings;
}

/** The rival must be in another team than the buyer. */
async function examineTeams(actors: Settings['actors'], read: Reader): Promise<readonly Finding[]> {
  if (!actors.has('rival') || !actors.has('buyer')) return [];
  const listTeams = async (name: 'buyer' | 'rival'): Promise<readonly unknown[]> => {
    const own = actors.get(name)?.team_id;
    return own === undefined ? (await read(name, '/teams')).items.map(({ id }) => id) : [own];
  };
  const buyers = await listTeams('buyer');
  const rivals = await listTeams('rival');
  if (!rivals.some((id) => buyers.includes(id))) return [];
  const about = { about: 'rival', config_key: 'actors.rival' };
  // For a user with several teams, the token's team is unknown.
  if (buyers.length > 1 || rivals.length > 1)
    return [{ ...about, level: 'warn', message: 'may be in the same team as the buyer: set actors.rival.team_id' }];
  return [{ ...about, level: 'bad', message: 'is in the same team as the buyer, but must be in another' }];
}

/** Lists the missing hooks without calling any. */
export function examineHooks({ hooks }: Settings): readonly Finding[] {
  const missing = HOOK_NAMES.filter((name) => !hooks.has(name));
  const there: Finding[] = hooks.size === 0 ? [] : [{ level: 'ok', about: 'hooks', message: [...hooks.keys()].join(', ') }];
  if (missing.length === 0) return there;
  const message = `no hook ${missing.join(', ')}: checks that need them are not verified`;
  return [...there, { level: 'warn', about: 'hooks', message, config_key: `hooks.${missing[0] ?? ''}` }];
}

/** Whether requests to `receiver_url` reach the receiver of the run. */
export async function examineReceiver({ base_url, receiver }: Settings): Promise<Finding> {
  const about = 'receiver';
  const config_key = 'target.receiver_url';
  if (receiver.public_url === undefined) {
    if (isLoopbackTarget(base_url)) return { level: 'ok', about, message: 'the target can reach this machine directly' };
    return {
      level: 'warn',
      about,
      message: 'the target cannot reach this machine, so deliveries are not checked: open a tunnel and set its URL',
      config_key,
    };
  }
  let open: Receiver;
  try {
    open = await Receiver.open(receiver);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return {
      level: 'bad',
      about,
      message: `cannot listen on port ${receiver.port}: ${why}`,
      config_key: 'target.receiver_port',
    };
  }
  try {
    const mailbox = open.openMailbox(ANSWERS_OK);
    const { status } = await sendRequest(mailbox.url, { method: 'POST', body: '{}', timeout_ms: TUNNEL_TIMEOUT_MS });
    if (mailbox.arrivals.length > 0) return { level: 'ok', about, message: `${receiver.public_url} leads to this machine` };
    const message = `${receiver.public_url} returns ${status} and leads elsewhere: does the tunnel end at port ${receiver.port}?`;
    return { level: 'bad', about, message, config_key };
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error;
    return { level: 'bad', about, message: `${receiver.public_url} cannot be reached: ${error.message}`, config_key };
  } finally {
    await open.close();
  }
}

/** Whether the run can write. */
export function examineWrites({ read_only_reason }: Settings): Finding {
  if (read_only_reason === undefined)
    return { level: 'ok', about: 'writes', message: 'the run can write, and removes what it can' };
  return { level: 'warn', about: 'writes', message: `the run only reads: ${read_only_reason}`, config_key: '--allow-writes' };
}
