import type { Command } from 'commander';
import { mockOptions } from './control/verb.ts';
import { UsageError } from './errors.ts';
import { addExamples, addOptions } from './flags/options.ts';
import { readNumberFlag } from './flags/values.ts';

const TIMEOUT_MS = 10_000;
const LIFETIME_S = { min: 1, max: 999_999_999 } as const;

interface TokenFlags {
  as?: string;
  scopes?: string;
  team?: string;
  sandbox?: true;
  expiresIn?: string;
  mock?: string;
  adminToken?: string;
  json?: true;
}

export function configure(command: Command): void {
  addOptions(command, [
    ['--as <who>', 'persona, such as buyer or seller, or the id of a user'],
    ['--scopes <list>', 'scopes, separated by spaces or commas (default: all of the persona)'],
    ['--team <id>', 'team of the token, or none (default: the team of the persona)'],
    ['--sandbox', 'print a sandbox token'],
    ['--expires-in <seconds>', "lifetime on the world's clock (default: 3600)"],
    ...mockOptions(),
    ['--json', 'print the whole response as one line of JSON'],
  ]).action(printToken);
  addExamples(command, [
    'gristmill token --as buyer',
    'gristmill token --as seller --scopes "listings.read bids.read" --sandbox',
    'TOKEN=$(gristmill token --as buyer --expires-in 60)',
  ]);
}

async function printToken(flags: TokenFlags): Promise<void> {
  const answer = await requestToken(flags);
  process.stdout.write(`${flags.json === true ? JSON.stringify(answer) : answer.access_token}\n`);
}

async function requestToken(flags: TokenFlags): Promise<{ access_token: string }> {
  const { as, mock = process.env['GRISTMILL_MOCK'] ?? 'http://127.0.0.1:4010', adminToken } = flags;
  if (as === undefined || as.trim() === '')
    throw new UsageError('--as', 'is missing; give a persona, such as buyer or seller, or the id of a user');
  const address = URL.parse(mock);
  if (address === null || !/^https?:$/.test(address.protocol))
    throw new UsageError('--mock', `'${mock}' is not an http address; give one such as http://127.0.0.1:4010`);
  const endpoint = `${address.href.replace(/\/(?:v1\/?)?$/, '')}/_gristmill/tokens`;
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(adminToken === undefined ? {} : { Authorization: `Bearer ${adminToken}` }),
    },
    body: JSON.stringify(bodyOf(as, flags)),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new UsageError('--mock', `no mock answers at ${mock}; start one with gristmill mock`);
  });
  const location = response.headers.get('location');
  if (response.status >= 300 && response.status < 400)
    throw new UsageError(
      '--mock',
      `it redirects to ${location ?? 'nowhere'} (${response.status}); give the address of the mock itself`,
    );
  const text = await response.text();
  if (response.status !== 201) throw new UsageError(flagOf(response.status, text), explain(response.status, text));
  // The control plane's own response.
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

interface ErrorBody {
  error?: { message?: string; errors?: { field: string; message: string }[] };
}

function readErrorBody(text: string): ErrorBody {
  try {
    // The control plane's response, or that of another server; every field is optional.
    return JSON.parse(text) as ErrorBody;
  } catch {
    return {};
  }
}

function flagOf(status: number, text: string): string {
  if (status === 401 || status === 403) return '--admin-token';
  const field = readErrorBody(text).error?.errors?.[0]?.field.replace(/\[.*/, '') ?? '';
  return FLAGS[field] ?? '--mock';
}

function explain(status: number, text: string): string {
  const { error } = readErrorBody(text);
  const [first] = error?.errors ?? [];
  if (first === undefined) return `the mock answered ${status}: ${error?.message ?? 'it is not a Gristmill mock'}`;
  return first.field === 'persona' ? `${first.message}, or the id of a user` : first.message;
}
