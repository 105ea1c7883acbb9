import type { Command } from 'commander';
import { Option } from 'commander';
import { readNumberFlag } from './flags/read-number-flag.ts';
import { UsageError } from './usage-error.ts';

/** A mock on this machine answers at once; one that does not is not there. */
const PATIENCE_MS = 10_000;
const LIFETIME_S = { min: 1, max: 999_999_999 } as const;

interface TokenFlags {
  as?: string;
  scopes?: string;
  team?: string;
  sandbox?: true;
  expiresIn?: string;
  url: string;
  adminToken?: string;
  json?: true;
}

/** `gristmill token` */
export function addTokenCommand(program: Command): void {
  program
    .command('token')
    .description(
      'Print an access token of a running mock. It is minted by the control plane; no browser and no client is needed.',
    )
    .option('--as <who>', 'a persona, such as buyer or seller, or the id of a user')
    .option('--scopes <list>', 'separated by spaces or commas; all that the persona can have, unless given')
    .option('--team <id>', 'the team it is bound to; that of the persona, unless given')
    .option('--sandbox', 'a sandbox token')
    .option('--expires-in <seconds>', "seconds of the world's clock; an hour unless given")
    .option('--url <address>', 'where the mock or one of its worlds is', 'http://127.0.0.1:4010')
    .addOption(new Option('--admin-token <token>', 'what the mock was started with').env('GRISTMILL_ADMIN_TOKEN'))
    .option('--json', 'print the whole answer as one line of JSON')
    .action(printToken);
}

async function printToken(flags: TokenFlags): Promise<void> {
  const answer = await askFor(flags);
  process.stdout.write(`${flags.json === true ? JSON.stringify(answer) : answer.access_token}\n`);
}

async function askFor(flags: TokenFlags): Promise<{ access_token: string }> {
  const { as, url, adminToken } = flags;
  if (as === undefined || as.trim() === '')
    throw new UsageError('--as', 'say who: a persona, such as buyer or seller, or the id of a user');
  const address = URL.parse(url);
  if (address === null || !/^https?:$/.test(address.protocol))
    throw new UsageError('--url', `'${url}' will not do; give an address such as http://127.0.0.1:4010`);
  const endpoint = `${address.href.replace(/\/(?:v1\/?)?$/, '')}/_gristmill/tokens`;
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(adminToken === undefined ? {} : { Authorization: `Bearer ${adminToken}` }),
    },
    body: JSON.stringify(bodyOf(as, flags)),
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch(() => {
    throw new UsageError('--url', `no mock answers at ${url}; start one with gristmill mock`);
  });
  const location = response.headers.get('location');
  if (response.status >= 300 && response.status < 400)
    throw new UsageError(
      '--url',
      `it redirects to ${location ?? 'nowhere'} (${response.status}); give the address where the mock is`,
    );
  const text = await response.text();
  if (response.status !== 201) throw new UsageError(flagOf(response.status, text), explain(response.status, text));
  // A border: the control plane's own answer.
  return JSON.parse(text) as { access_token: string };
}

function bodyOf(as: string, { scopes, team, sandbox, expiresIn }: TokenFlags): object {
  return {
    ...(as.startsWith('usr_') ? { user_id: as } : { persona: as }),
    ...(scopes === undefined ? {} : { scopes: scopes.split(/[\s,]+/).filter((scope) => scope !== '') }),
    ...(team === undefined ? {} : { team_id: team === 'none' ? null : team }),
    ...(sandbox === true ? { sandbox } : {}),
    ...(expiresIn === undefined ? {} : { expires_in: readNumberFlag('--expires-in', expiresIn, LIFETIME_S) }),
  };
}

const FLAGS: Readonly<Record<string, string>> = {
  persona: '--as',
  user_id: '--as',
  scopes: '--scopes',
  team_id: '--team',
  expires_in: '--expires-in',
};

interface Complaint {
  error?: { message?: string; errors?: { field: string; message: string }[] };
}

function readComplaint(text: string): Complaint {
  try {
    // A border: the control plane's own answer, or whatever else listens there.
    return JSON.parse(text) as Complaint;
  } catch {
    return {};
  }
}

function flagOf(status: number, text: string): string {
  if (status === 401 || status === 403) return '--admin-token';
  const field = readComplaint(text).error?.errors?.[0]?.field.replace(/\[.*/, '') ?? '';
  return FLAGS[field] ?? '--url';
}

function explain(status: number, text: string): string {
  const { error } = readComplaint(text);
  const [first] = error?.errors ?? [];
  return first === undefined ? `the mock answered ${status}: ${error?.message ?? 'it is none of ours'}` : first.message;
}
