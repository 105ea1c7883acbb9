import { styleText } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import type { Coach, Mock, MockOptions, Worlds } from '#mock';
import { checkDatabase } from '#mock/market/store/engine/check-database';
import { DatabaseFileError } from '#mock/market/store/engine/database-error';
import { isPostgresUrl } from '#mock/market/store/postgres/url';
import { loadCatalogue } from '#mock/mutations/deviations';
import type { Command } from 'commander';
import { Option } from 'commander';
import { UsageError, messageOf } from '../errors.ts';
import { addExamples, addOptions, collect } from '../flags/options.ts';
import { explainListenError } from '../flags/values.ts';
import type { MockFlags, MockSettings } from './settings.ts';
import { LOG_FORMATS, readMockFlags } from './settings.ts';
import { createLiveLog } from './live-log.ts';
import type { LiveCoach } from './live-coach.ts';
import { stopOnSignals } from './stop.ts';

export function configure(command: Command): void {
  addOptions(command, [
    ['--port <number>', 'port to listen on; 0 picks a free one', '4010'],
    'host',
    ['--public-url <url>', 'start of all links, if a proxy is in front of the mock'],
    ['--seed <text>', 'determines the data and ids (default: 1; random if others can reach it)'],
    ['--lots <number>', 'how many lots to generate, 20 to 1,000,000', '500'],
    ['--db <database>', 'file, or postgres://user:password@host/database (default: in memory)'],
    ['--world-ttl <time>', 'delete worlds idle this long, or none (default: 24h if others can reach it)'],
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
    ['--dev-tokens', 'accept developer tokens if others can reach the mock; not with --shared'],
    new Option('--admin-token <token>', 'token that the control plane requires').env('GRISTMILL_ADMIN_TOKEN'),
    ['--test-secrets', 'use the same tokens and secrets in every run; not with --shared'],
    ['--violate <name>', 'break a clause on purpose; repeatable', collect],
    ['--variant <name>', 'behave differently where the document allows it; repeatable', collect],
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
  const { violations, variants } = await loadCatalogue();
  const format = ({ name, title }: { name: string; title: string }): string => `${name}  ${title}`;
  const lines = [
    `For --violate; each breaks one clause (${violations.length}):`,
    ...violations.map(format),
    '',
    `For --variant; each is legal behavior of another deployment (${variants.length}):`,
    ...variants.map(format),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Explains with the name of a flag why a mock did not start; other errors are returned as they are. */
function explainFailure(error: unknown, { mock }: MockSettings): unknown {
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

/**
 * The active violations and variants. They are always shown, so that such a mock is not mistaken for a correct one. They can differ from the
 * flags: PostgreSQL keeps those of its world, and so does a file if the flags are those of the last start.
 */
function nameDeviations(mock: Mock): { violations?: readonly string[]; variants?: readonly string[] } {
  const { violations, variants } = mock.worlds.default.deviations;
  return { ...(violations.length > 0 ? { violations } : {}), ...(variants.length > 0 ? { variants } : {}) };
}

function drawWarning(mock: Mock): string {
  const { violations = [], variants = [] } = nameDeviations(mock);
  const broken =
    violations.length === 0 ? '' : `\n${styleText('yellow', 'Broken on purpose (violations):')} ${violations.join(', ')}\n`;
  const different =
    variants.length === 0 ? '' : `\n${styleText('yellow', 'Different on purpose (variants):')} ${variants.join(', ')}\n`;
  return `${broken}${different}`;
}

/** Which flags have no effect because the database already has a world that was made with others. */
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

/** Which violations and variants were asked for and are off, because the database keeps those of its world. */
function explainDeviations(mock: Mock, { db_label, mock: { violations, variants } }: MockSettings): string | undefined {
  const active = mock.worlds.default.deviations;
  const ignored = [
    ...violations.filter((name) => !active.violations.includes(name)).map((name) => `--violate ${name}`),
    ...variants.filter((name) => !active.variants.includes(name)).map((name) => `--variant ${name}`),
  ];
  if (ignored.length === 0) return undefined;
  return `gristmill: ${ignored.join(' and ')}: ignored, since the world of '${db_label ?? ''}' keeps its violations and variants; change them in the dashboard, or with PUT ${mock.control_url}/violations or /variants\n`;
}

async function holdsWorld(db: string): Promise<boolean> {
  try {
    if (isPostgresUrl(db)) return await (await import('#mock/market/store/postgres/registry')).holdsWorld(db);
    return checkDatabase(db);
  } catch (error) {
    throw error instanceof DatabaseFileError ? new UsageError('--db', error.message) : error;
  }
}

type Listener = NonNullable<MockOptions['onEvent']>;

/** Listeners that log, if the mock logs. @param started has the worlds once the mock has started */
async function chooseLog(
  { log, mock }: MockSettings,
  started: { worlds?: Worlds },
): Promise<Pick<MockOptions, 'onAccess' | 'onError' | 'onEvent'>> {
  const write = (text: string): boolean => process.stdout.write(text);
  if (log === 'off') return {};
  if (log === 'pretty') return { onEvent: createLiveLog(write) };
  const tenantOf = (world_id: string): string | undefined =>
    started.worlds?.all.find(({ id }) => id === world_id)?.options.tenant_id;
  return (await import('./json-log.ts')).createJsonLog(write, { is_shared: mock.shared === true, tenantOf });
}

/** The rules are loaded with the first request for findings. */
const coach: Coach = async (traffic) => (await import('#certify/coach/index')).coach(traffic);

async function openLiveCoach(started: { mock?: Mock }, { log }: MockSettings, print: (text: string) => void): Promise<LiveCoach> {
  const { createLiveCoach } = await import('./live-coach.ts');
  return createLiveCoach(() => started.mock, log === 'json' ? 'json' : 'text', print);
}

async function startMock(flags: MockFlags, command: Command): Promise<void> {
  if (flags.list === true) return listDeviations();
  const settings = readMockFlags(flags);
  const { db_label, fixtures_path, rate_limit } = settings;
  if (fixtures_path !== undefined && db_label !== undefined && (await holdsWorld(settings.mock.db ?? ''))) {
    throw new UsageError(
      '--fixtures',
      `records are added to a new world only, and '${db_label}' already has one; give another --db, or none`,
    );
  }
  // Modules are loaded only when needed, so that the mock starts fast.
  const fixtures = fixtures_path === undefined ? undefined : (await import('./fixtures-file.ts')).readFixtures(fixtures_path);
  const cors = settings.has_cors ? [(await import('./middleware.ts')).allowOrigins()] : [];
  // The rate limit looks callers up in the worlds, which exist once the mock has started.
  const started: { mock?: Mock; worlds?: Worlds } = {};
  const limit = rate_limit === undefined ? [] : [(await import('./middleware.ts')).limitRate(rate_limit, () => started.worlds)];

  const { createMock, UnknownDeviationError } = await import('#mock');
  const print = (text: string): void => void process.stdout.write(text);
  const listeners = await chooseLog(settings, started);
  const live_coach = settings.is_coached ? await openLiveCoach(started, settings, print) : undefined;
  const onEvent: Listener = (...event) => {
    listeners.onEvent?.(...event);
    live_coach?.onEvent(...event);
  };
  keepYoungGenerationSmall();
  const mock = await createMock({ ...settings.mock, fixtures, before: [...cors, ...limit], ...listeners, onEvent, coach }).catch(
    (error: unknown) => {
      if (!(error instanceof UnknownDeviationError)) throw explainFailure(error, settings);
      throw new UsageError(error.kind === 'violation' ? '--violate' : '--variant', error.message);
    },
  );
  started.mock = mock;
  started.worlds = mock.worlds;
  stopOnSignals(mock, { is_silent: settings.output !== 'screen', beforeEnd: live_coach?.finish });
  // Printed even with --quiet, since the world is not the requested one.
  for (const ignored of [explainOrigin(mock, settings, command), explainDeviations(mock, settings)]) {
    if (ignored !== undefined) process.stderr.write(ignored);
  }
  if (settings.output === 'json') {
    const { base_url, auth_url, control_url, dashboard_url, tokens } = mock;
    process.stdout.write(
      `${JSON.stringify({ base_url, auth_url, control_url, dashboard_url, tokens, ...nameDeviations(mock) })}\n`,
    );
  }
  if (settings.output === 'screen') {
    const { drawScreen } = await import('./screen.ts');
    process.stdout.write(`${drawWarning(mock)}${await drawScreen(mock, settings)}`);
  }
}

/**
 * V8 doubles the young generation under load, up to three times 16 MB. It is large enough after the start, and then a busy mock takes 150 MB
 * instead of 200 at the same CPU time (docs/performance.md).
 */
function keepYoungGenerationSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
