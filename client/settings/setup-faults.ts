/** Missing things that a configuration names: variables, commands, secrets. A run without them would check less than intended. */
import { HOOK_NAMES, type Config } from './schema.ts';

/** One missing thing. */
export interface Fault {
  /** An actor, `hooks`, `oauth`, or `target`. */
  about: string;
  /** The problem and its solutions. Contains no secret. */
  message: string;
  /** `actors.buyer.token_env` */
  config_key: string;
}

/** The configured setup cannot work. No check was run. Exit code 3. */
export class SetupFault extends Error {
  override readonly name = 'SetupFault';
  readonly base_url: string;
  readonly faults: readonly Fault[];

  constructor(base_url: string, faults: readonly Fault[]) {
    super(faults.map(describeFault).join('; '));
    this.base_url = base_url;
    this.faults = faults;
  }
}

/** One line: `actors.buyer.token_env: the environment variable BUYER_TOKEN is not set; set it, or …` */
export function describeFault({ config_key, message }: Fault): string {
  return `${config_key}: ${message}`;
}

/** Converts actor problems to faults. @param problems by actor, in the form of `resolveActors`: key, colon, reason */
export function listActorFaults(problems: ReadonlyMap<string, string>): readonly Fault[] {
  return [...problems].map(([name, problem]) => {
    const end = problem.indexOf(': ');
    const config_key = problem.slice(0, end);
    const solution = / is (?:not set|empty)$/.test(problem) ? 'set it' : 'fix it';
    return {
      about: name,
      message: `${problem.slice(end + 2)}; ${solution}, or run without this actor: --without ${name}`,
      config_key,
    };
  });
}

export function listUnsetVariables({ hooks, oauth, target }: Config, env: NodeJS.ProcessEnv): readonly Fault[] {
  const named: readonly (readonly [config_key: string, variable: string | undefined])[] = [
    ['target.admin_token_env', target?.admin_token_env],
    ['oauth.machine.client_secret_env', oauth?.machine?.client_secret_env],
    ['oauth.user.client_secret_env', oauth?.user?.client_secret_env],
    ...HOOK_NAMES.map((name) => [`hooks.${name}.token_env`, hooks?.[name]?.token_env] as const),
  ];
  return named.flatMap(([config_key, variable]) => {
    const problem = variable === undefined ? undefined : explainUnset(env, variable);
    if (problem === undefined) return [];
    const about = config_key.slice(0, config_key.indexOf('.'));
    return [{ about, message: `${problem}; set it, or remove the key`, config_key }];
  });
}

/** The value of an environment variable without the white space around it, such as a final line break; undefined if nothing is left. */
export function readVariable(env: NodeJS.ProcessEnv, variable: string): string | undefined {
  const value = env[variable]?.trim();
  return value === '' ? undefined : value;
}

/** Why an environment variable cannot be used; undefined if it has a value. */
export function explainUnset(env: NodeJS.ProcessEnv, variable: string): string | undefined {
  if (readVariable(env, variable) !== undefined) return undefined;
  return `the environment variable ${variable} is ${env[variable] === undefined ? 'not set' : 'empty'}`;
}
