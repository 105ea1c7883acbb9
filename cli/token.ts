import { PERSONA_NAMES } from '#fixtures/personas';
import { closestName } from '#spec/closest-name';
import { ControlError } from '#mock/driver/control-client';
import type { Command } from 'commander';
import { Option } from 'commander';
import { configureVerb, verb } from './control/verb.ts';
import { UsageError } from './errors.ts';
import { readSecondsFlag } from './flags/values.ts';

const LIFETIME_S = { min: 1, max: 999_999_999 } as const;

interface TokenFlags {
  as?: string;
  scopes?: string;
  team?: string;
  sandbox?: true;
  expiresIn?: number;
}

const TOKEN = verb<TokenFlags>({
  summary: 'Print an access token of a running mock',
  options: [
    ['--as <who>', 'persona, such as buyer or seller, or the id of a user'],
    ['--scopes <list>', 'scopes, separated by spaces or commas (default: all that the persona has)'],
    ['--team <id>', 'team of the token, or none (default: the team of the persona)'],
    ['--sandbox', 'print a sandbox token'],
    new Option('--expires-in <duration>', "lifetime on the world's clock, such as 60s (default: 1h)").argParser((text) =>
      readSecondsFlag('--expires-in', text, LIFETIME_S),
    ),
  ],
  examples: [
    'gristmill token --as buyer',
    'gristmill token --as seller --scopes "listings.read bids.read" --sandbox',
    'TOKEN=$(gristmill token --as buyer --expires-in 60s)',
  ],
  exit_codes: '0 success, 2 wrong usage, no mock, or a request that the mock rejects',
  run: async (mock, _, flags) => {
    const value = await mock.control<{ access_token: string }>('POST', '/tokens', bodyOf(flags)).catch((error: unknown) => {
      throw namingFlag(error, flags);
    });
    return { value, lines: [value.access_token] };
  },
});

export function configure(command: Command): void {
  configureVerb(command, TOKEN);
}

function bodyOf({ as = '', scopes, team, sandbox, expiresIn }: TokenFlags): object {
  if (as.trim() === '') throw new UsageError('--as', 'is missing; give a persona, such as buyer or seller, or the id of a user');
  return {
    ...(as.startsWith('usr_') ? { user_id: as } : { persona: as }),
    ...(scopes === undefined ? {} : { scopes: scopes.split(/[\s,]+/).filter((scope) => scope !== '') }),
    ...(team === undefined ? {} : { team_id: team === 'none' ? null : team }),
    ...(sandbox === true ? { sandbox } : {}),
    ...(expiresIn === undefined ? {} : { expires_in: expiresIn }),
  };
}

const FLAGS: Readonly<Record<string, string>> = {
  persona: '--as',
  user_id: '--as',
  scopes: '--scopes',
  team_id: '--team',
  expires_in: '--expires-in',
};

/** What the mock rejects is a flag, unless it is the admin token. */
function namingFlag(error: unknown, { as = '' }: TokenFlags): unknown {
  if (!(error instanceof ControlError) || error.status === 401 || error.status === 403) return error;
  const [first] = error.errors;
  const flag = FLAGS[first?.field.replace(/\[.*/, '') ?? ''] ?? '--mock';
  if (first?.field === 'persona') return new UsageError(flag, `'${as}' is not a persona; ${suggestPersona(as)}`);
  return new UsageError(flag, first?.message ?? error.message);
}

function suggestPersona(name: string): string {
  const closest = closestName(name.replace(/^dev_/, ''), PERSONA_NAMES);
  return closest === undefined ? `use ${PERSONA_NAMES.join(', ')}, or the id of a user` : `did you mean ${closest}?`;
}
