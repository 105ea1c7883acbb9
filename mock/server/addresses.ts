import type { Personas } from '#fixtures/personas';
import { personas } from '#fixtures/personas';

/** A persona with a developer token: `buyer`, `buyer_sandbox`, `rival`, … */
export type PersonaToken = keyof Personas | `${Exclude<keyof Personas, 'expired'>}_sandbox`;

/** The URLs and developer tokens of a mock: the output of `gristmill mock --json`. */
export interface Addresses {
  base_url: string;
  auth_url: string;
  control_url: string;
  dashboard_url: string;
  /** Empty if developer tokens are off. */
  tokens: Partial<Record<PersonaToken, string>> & Record<string, string | undefined>;
}

/** The addresses of a world below an origin. Without a world, those of the default world. */
export function addressesOf(origin: string, dev_tokens: boolean, world?: string): Addresses {
  const root = world === undefined ? origin : `${origin}/worlds/${world}`;
  const tokens: Partial<Record<string, string>> = {};
  for (const [name, { token, sandbox_token }] of dev_tokens ? Object.entries(personas) : []) {
    tokens[name] = token;
    if (sandbox_token !== null) tokens[`${name}_sandbox`] = sandbox_token;
  }
  return { base_url: `${root}/v1`, auth_url: root, control_url: `${root}/_gristmill`, dashboard_url: `${root}/`, tokens };
}
