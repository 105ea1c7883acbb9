import { styleText } from 'node:util';
import type { Command } from 'commander';
import { Option } from 'commander';
import type { Mock, Worlds } from '#mock';
import { DatabaseFileError } from '#mock/market/store/engine/database-error';
import { checkDatabase } from '#mock/market/store/engine/check-database';
import { explainFailure } from './explain-failure.ts';
import type { MockFlags, MockSettings } from './settings.ts';
import { settle } from './settings.ts';
import { stopOnSignals } from './stop-on-signals.ts';
import { UsageError } from '../usage-error.ts';

/** `gristmill mock` */
export function addMockCommand(program: Command): void {
  program
    .command('mock')
    .description('Run the whole marketplace, with its state, its privacy and its refusals.')
    .option('--port <number>', 'where to listen; 0 picks a free one', '4010')
    .option('--host <address>', 'the address to listen at', '127.0.0.1')
    .option('--public-url <url>', 'what links begin with, where a proxy stands before the mock')
    .option(
      '--seed <text>',
      'decides what the world holds, and its ids; 1 unless given, or drawn where others can reach the mock',
    )
    .option('--lots <number>', 'how many lots it has, 20 to 1,000,000', '500')
    .option('--db <file>', 'keep the world in this file instead of in memory')
    .option(
      '--world-ttl <time>',
      'delete worlds that were made later and idle for so long: 30m, 24h, 7d or none; 24h on a shared mock, else none',
    )
    .option('--fixtures <file>', 'records to add to the generated world, as JSON')
    .addOption(new Option('--strict', 'refuse unknown fields of a body (the default)').conflicts('lenient'))
    .option('--lenient', 'ignore unknown fields of a body')
    .option('--clock <real|frozen|instant>', 'how the clock of the world goes', 'real')
    .option('--rate-limit <number>', 'requests a minute for each caller, or each address without a valid token; more get 429')
    .option('--cors', 'let web pages of any origin call the API, the control plane excepted')
    .option('--allow-host <name>', 'serve requests to this host name too, such as the name of a container; repeatable', collect)
    .option('--dev-tokens', 'have dev_buyer and its like although others can reach this machine')
    .addOption(
      new Option(
        '--admin-token <token>',
        'what the control plane asks everybody for; without one it answers this machine only',
      ).env('GRISTMILL_ADMIN_TOKEN'),
    )
    .option('--test-secrets', 'tokens and webhook secrets that repeat from run to run; never for anything shared')
    .option('--violate <name>', 'break one clause on purpose, as PRIV-1/farm-named does; may be given again', collect)
    .option('--variant <name>', 'differ where the document leaves it open, as relative-links does; may be given again', collect)
    .option('--list', 'show what --violate and --variant take, and start nothing')
    .option('--json', 'print where it is as one line of JSON, and nothing else')
    .option('--quiet', 'print nothing but what is wrong')
    .action(startMock);
}

function collect(name: string, names: readonly string[] = []): string[] {
  return [...names, name];
}

/** The violations and variants that are on, where there are any: whoever starts such a mock shall not take it for a sound one. */
function nameDeviations({ mock: { violations, variants } }: MockSettings): {
  violations?: readonly string[];
  variants?: readonly string[];
} {
  return { ...(violations.length > 0 ? { violations } : {}), ...(variants.length > 0 ? { variants } : {}) };
}

function drawWarning(settings: MockSettings): string {
  const { violations = [], variants = [] } = nameDeviations(settings);
  const broken = violations.length === 0 ? '' : `\n${styleText('yellow', 'Broken on purpose:')} ${violations.join(', ')}\n`;
  const different = variants.length === 0 ? '' : `\n${styleText('yellow', 'Different on purpose:')} ${variants.join(', ')}\n`;
  return `${broken}${different}`;
}

/** What was asked for of a world that is there already, and was made with something else; undefined where there is nothing of the kind. */
function explainOrigin(mock: Mock, { db, mock: { seed, lots, clock } }: MockSettings, command: Command): string | undefined {
  const { options } = mock.worlds.default;
  const ignored = [
    ...(seed === undefined || seed === options.seed ? [] : [{ name: 'seed', value: seed }]),
    ...(lots === options.lots ? [] : [{ name: 'lots', value: lots }]),
    ...(clock === options.clock ? [] : [{ name: 'clock', value: clock }]),
  ].filter(({ name }) => command.getOptionValueSource(name) !== 'default');
  if (db === undefined || ignored.length === 0) return undefined;
  const named = ignored.map(({ name, value }) => `--${name} ${value}`).join(' and ');
  const made = `--seed ${options.seed} --lots ${options.lots} --clock ${options.clock}`;
  return `gristmill: ${named}: ignored, since '${db}' holds a world that was made with ${made}, and goes on where it was\n`;
}

function holdsWorld(db: string): boolean {
  try {
    return checkDatabase(db);
  } catch (error) {
    throw error instanceof DatabaseFileError ? new UsageError('--db', error.message) : error;
  }
}

async function startMock(flags: MockFlags, command: Command): Promise<void> {
  if (flags.list === true) return (await import('./list-deviations.ts')).listDeviations();
  const settings = settle(flags);
  const { db, fixtures_path, rate_limit } = settings;
  const holds_world = db !== undefined && holdsWorld(db);
  if (holds_world && fixtures_path !== undefined) {
    throw new UsageError(
      '--fixtures',
      `'${db}' holds a world already, and records are added to a new one only; give another --db, or none`,
    );
  }
  // What is not asked for is not loaded: a mock is up in a moment.
  const fixtures = fixtures_path === undefined ? undefined : (await import('./fixtures-file.ts')).readFixtures(fixtures_path);
  const cors = settings.has_cors ? [(await import('./cors.ts')).allowOrigins()] : [];
  // The limit looks callers up in the worlds, which the mock makes only when it starts.
  const started: { worlds?: Worlds } = {};
  const limit = rate_limit === undefined ? [] : [(await import('./rate-limit.ts')).limitRate(rate_limit, () => started.worlds)];

  const { createMock, UnknownDeviationError } = await import('#mock');
  const mock = await createMock({ ...settings.mock, fixtures, before: [...cors, ...limit] }).catch((error: unknown) => {
    if (!(error instanceof UnknownDeviationError)) throw explainFailure(error, settings);
    throw new UsageError(error.kind === 'violation' ? '--violate' : '--variant', error.message);
  });
  started.worlds = mock.worlds;
  stopOnSignals(mock, { is_silent: settings.output !== 'screen' });
  // Also where nothing is to be printed: it is another world than was asked for.
  const ignored = explainOrigin(mock, settings, command);
  if (ignored !== undefined) process.stderr.write(ignored);
  if (settings.output === 'json') {
    const { base_url, auth_url, control_url, dashboard_url, tokens } = mock;
    process.stdout.write(
      `${JSON.stringify({ base_url, auth_url, control_url, dashboard_url, tokens, ...nameDeviations(settings) })}\n`,
    );
  }
  if (settings.output === 'screen') {
    const { drawScreen } = await import('./screen.ts');
    process.stdout.write(`${drawWarning(settings)}${await drawScreen(mock, settings)}`);
  }
}
