import { setFlagsFromString } from 'node:v8';
import type { Coach, Mock, MockOptions } from '#mock';
import { checkDatabase } from '#mock/market/store/engine/check-database';
import { DatabaseFileError } from '#mock/market/store/engine/database-error';
import { isPostgresUrl } from '#mock/market/store/postgres/url';
import { DeviationError, loadCatalog } from '#mock/mutations/deviations';
import type { Command } from 'commander';
import { Option } from 'commander';
import { UsageError, messageOf } from '../errors.ts';
import { addExamples, addOptions, collect, collectNames } from '../flags/options.ts';
import { explainListenError } from '../flags/values.ts';
import type { MockFlags, MockSettings } from './settings.ts';
import { LOG_FORMATS, readMockFlags } from './settings.ts';
import { createLiveLog } from './live-log.ts';
import { stopOnSignals } from './stop.ts';

export function configure(command: Command): void {
  addOptions(command, [
    ['--port <number>', 'port to listen on; 0 picks a free one', '4010'],
    'host',
    ['--public-url <url>', 'base of all links, if a proxy is in front of the mock'],
    ['--seed <text>', 'determines the data and ids (default: 1, or random on a shared mock)'],
    ['--lots <number>', 'how many lots to generate, 20 to 1,000,000', '500'],
    ['--db <database>', 'file, or postgres://user:password@host/database (default: in memory)'],
    ['--world-ttl <time>', 'delete worlds idle for this long (default: none, or 24h on a shared mock)'],
    ['--fixtures <file>', 'JSON file with records to add to the generated world'],
    new Option('--strict', 'reject unknown fields of a body (default)').conflicts('lenient'),
    ['--lenient', 'ignore unknown fields of a body'],
    ['--clock <mode>', 'real, frozen, or frozen at a time: 2026-06-01T12:00:00Z', 'real'],
    ['--rate-limit <number>', 'requests per minute for each caller; further ones get 429'],
    ['--cors', 'allow calls from web pages of any origin'],
    ['--allow-host <name>', 'also serve this host name, such as that of a container; repeatable', collect],
    ['--shared', 'host tenants; needs an admin token, and with --db, GRISTMILL_SECRET_KEY'],
    ['--quota <name=number>', 'limit for each tenant, such as worlds=5; repeatable', collect],
    ['--drain <seconds>', 'keep serving for this long after SIGTERM, with 503 at /ready', '0'],
    ['--traces', 'record OpenTelemetry spans; register an SDK with node --import'],
    ['--limit <name=number>', 'limit of the HTTP server, such as connections=500; repeatable', collect],
    ['--dev-tokens', 'accept developer tokens even if others reach the mock; not with --shared'],
    new Option('--admin-token <token>', 'token that the control plane requires').env('GRISTMILL_ADMIN_TOKEN'),
    ['--test-secrets', 'use the same tokens and secrets in every run; not with --shared'],
    ['--violate <name>', 'break a clause on purpose; repeatable', collectNames],
    ['--variant <name>', 'behave differently where the document allows it; repeatable', collectNames],
    ['--list', 'list the names for --violate and --variant'],
    ['--json', 'print the addresses and tokens as one line of JSON'],
    ['--quiet', 'print errors only'],
    ['--coach', 'print client mistakes that cause failures in production, and a summary'],
    new Option('--log <format>', 'log format; off with --json or --quiet').choices(LOG_FORMATS),
  ]).action(startMock);
  addExamples(command, [
    'gristmill mock',
    'gristmill mock --port 0 --json --seed ci --clock frozen',
    'gristmill mock --violate PRIV-1/farm-named',
  ]);
}

/** Prints the names for `--violate` and `--variant`, one per line. */
async function listDeviations(): Promise<void> {
  const { violations, variants } = await loadCatalog();
  const format = ({ name, title }: { name: string; title: string }): string => `${name}  ${title}`;
  const lines = [
    `For --violate; each breaks one clause (${violations.length}):`,
    ...violations.map(format),
    '',
    `For --variant; each is legal behavior of another deployment (${variants.length}):`,
    ...variants.map(format),
  ];
  print(`${lines.join('\n')}\n`);
}

/** Explains with the name of a flag why a mock did not start; other errors are returned as they are. */
function explainFailure(error: unknown, { mock }: MockSettings): unknown {
  if (error instanceof DeviationError)
    return new UsageError(error.kind === 'violation' ? '--violate' : '--variant', error.message);
  const flag = error instanceof Error ? FLAG_OF_ERROR.get(error.name) : undefined;
  return flag === undefined ? explainListenError(error, mock) : new UsageError(flag, messageOf(error));
}

const FLAG_OF_ERROR: ReadonlyMap<string, string> = new Map([
  ['FixtureError', '--fixtures'],
  ['DatabaseInUseError', '--db'],
  ['DatabaseFileError', '--db'],
  ['DatabaseServerError', '--db'],
  ['SecretKeyError', '--db'],
]);

/** A message about flags that have no effect, because the database has a world that was made with other flags; undefined if all have one. */
function explainOrigin(mock: Mock, { db_label, mock: asked }: MockSettings, command: Command): string | undefined {
  const { seed, lots, clock, is_lenient, has_test_secrets } = mock.worlds.default.options;
  const isGiven = (name: string): boolean => command.getOptionValueSource(name) === 'cli';
  const flags = [
    { name: 'seed', text: `--seed ${asked.seed}`, differs: asked.seed !== seed },
    { name: 'lots', text: `--lots ${asked.lots}`, differs: asked.lots !== lots },
    { name: 'clock', text: `--clock ${asked.clock}`, differs: asked.clock !== clock },
    { name: 'lenient', text: '--lenient', differs: !is_lenient },
    { name: 'strict', text: '--strict', differs: is_lenient },
    { name: 'testSecrets', text: '--test-secrets', differs: !has_test_secrets },
  ];
  const ignored = flags.filter(({ name, differs }) => differs && isGiven(name)).map(({ text }) => text);
  if (db_label === undefined || ignored.length === 0) return undefined;
  const made = [
    `--seed ${seed} --lots ${lots} --clock ${clock}`,
    ...(is_lenient ? ['--lenient'] : []),
    ...(has_test_secrets ? ['--test-secrets'] : []),
  ].join(' ');
  return `gristmill: ${ignored.join(' and ')}: ignored, since '${db_label}' has a world that was made with ${made}; give another --db for a new world\n`;
}

/** A message about violations and variants that were requested and are off, because the database keeps those of its world. */
function explainDeviations(mock: Mock, { db_label, mock: { violations, variants } }: MockSettings): string | undefined {
  const active = mock.worlds.default.deviations;
  const ignored = [
    ...violations.filter((name) => !active.violations.includes(name)).map((name) => `--violate ${name}`),
    ...variants.filter((name) => !active.variants.includes(name)).map((name) => `--variant ${name}`),
  ];
  if (ignored.length === 0) return undefined;
  return `gristmill: ${ignored.join(' and ')}: ignored, since the world of '${db_label ?? ''}' keeps its violations and variants; change them in the dashboard, or with PUT ${mock.control_url}/violations or /variants\n`;
}

/** The records of --fixtures, if it is given. @throws UsageError if the file is invalid or the database already has a world */
async function readRecords({ db_label, fixtures_path, mock: { db } }: MockSettings): Promise<MockOptions['fixtures']> {
  if (fixtures_path === undefined) return undefined;
  if (db_label !== undefined && (await holdsWorld(db ?? '')))
    throw new UsageError(
      '--fixtures',
      `records are added to a new world only, and '${db_label}' already has one; give another --db, or none`,
    );
  return (await import('./fixtures-file.ts')).readFixtures(fixtures_path);
}

async function holdsWorld(db: string): Promise<boolean> {
  try {
    if (isPostgresUrl(db)) return await (await import('#mock/market/store/postgres/registry')).holdsWorld(db);
    return checkDatabase(db);
  } catch (error) {
    throw error instanceof DatabaseFileError ? new UsageError('--db', error.message) : error;
  }
}

/** Listeners that log, if the mock logs. @param started has the mock once it has started */
async function chooseLog(
  { log, mock }: MockSettings,
  started: { mock?: Mock },
): Promise<Pick<MockOptions, 'onAccess' | 'onError' | 'onEvent'>> {
  if (log === 'off') return {};
  if (log === 'pretty') return { onEvent: createLiveLog(print) };
  const tenantOf = (world_id: string): string | undefined =>
    started.mock?.worlds.all.find(({ id }) => id === world_id)?.options.tenant_id;
  return (await import('./json-log.ts')).createJsonLog(print, { is_shared: mock.shared === true, tenantOf });
}

/** The rules are loaded with the first request for findings. */
const coach: Coach = async (traffic) => (await import('#certify/coach/index')).coach(traffic);

async function startMock(flags: MockFlags, command: Command): Promise<void> {
  if (flags.list === true) return listDeviations();
  const settings = readMockFlags(flags);
  const { rate_limit } = settings;
  // Modules are loaded only when needed, so that the mock starts fast.
  const fixtures = await readRecords(settings);
  const cors = settings.has_cors ? [(await import('./middleware.ts')).allowOrigins()] : [];
  // The rate limit, the log, and the coach look up worlds, which exist once the mock has started.
  const started: { mock?: Mock } = {};
  const findWorlds = (): Mock['worlds'] | undefined => started.mock?.worlds;
  const limit = rate_limit === undefined ? [] : [(await import('./middleware.ts')).limitRate(rate_limit, findWorlds)];
  const listeners = await chooseLog(settings, started);
  const live_coach = settings.is_coached
    ? (await import('./live-coach.ts')).createLiveCoach(() => started.mock, settings.log, print)
    : undefined;
  const onEvent: MockOptions['onEvent'] = (...event) => {
    listeners.onEvent?.(...event);
    live_coach?.onEvent(...event);
  };
  const { createMock } = await import('#mock');
  keepYoungGenerationSmall();
  const mock = await createMock({ ...settings.mock, fixtures, before: [...cors, ...limit], ...listeners, onEvent, coach }).catch(
    (error: unknown) => {
      throw explainFailure(error, settings);
    },
  );
  started.mock = mock;
  stopOnSignals(mock, { is_silent: settings.output !== 'screen', beforeEnd: live_coach?.finish });
  // Printed even with --quiet, since the world is not the requested one.
  for (const ignored of [explainOrigin(mock, settings, command), explainDeviations(mock, settings)]) {
    if (ignored !== undefined) process.stderr.write(ignored);
  }
  if (settings.output === 'json') printAddresses(mock);
  if (settings.output === 'screen') {
    const screen = await (await import('./screen.ts')).drawScreen(mock, settings);
    // A log of JSON lines is often piped to a program, which reads nothing else.
    if (settings.log === 'json') process.stderr.write(screen);
    else print(screen);
  }
}

function print(text: string): void {
  process.stdout.write(text);
}

/** One line of JSON, with the active violations and variants, if any. */
function printAddresses({ base_url, auth_url, control_url, dashboard_url, tokens, worlds }: Mock): void {
  const { violations, variants } = worlds.default.deviations;
  const deviations = { ...(violations.length > 0 ? { violations } : {}), ...(variants.length > 0 ? { variants } : {}) };
  print(`${JSON.stringify({ base_url, auth_url, control_url, dashboard_url, tokens, ...deviations })}\n`);
}

/**
 * V8 doubles the young generation under load, up to three times 16 MB. It is large enough after the start, and then a busy mock takes 150 MB
 * instead of 200 at the same CPU time (docs/performance.md).
 */
function keepYoungGenerationSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
