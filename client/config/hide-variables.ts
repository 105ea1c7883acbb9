import type { Redactor } from '../redaction/redactor.ts';
import type { Config } from '../settings/schema.ts';
import { readVariable } from '../settings/setup-faults.ts';

/** Names of variables that probably hold a secret. A failing command of the operator can print them. */
const SECRET_NAME = /(?:TOKEN|SECRET|PASSWORD|API_?KEY|PRIVATE_KEY)$/i;

/** Redacts environment variables that the configuration names under a `…_env` key, or whose names look secret. */
export function hideVariables(redactor: Redactor, config: Config, env: NodeJS.ProcessEnv): void {
  const named = Object.keys(env).filter((name) => SECRET_NAME.test(name));
  for (const name of [...listNames(config), ...named]) redactor.hide(readVariable(env, name) ?? '', name);
}

function listNames(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    typeof member === 'string' && key.endsWith('_env') ? [member] : listNames(member),
  );
}
