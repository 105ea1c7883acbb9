import type { Redactor } from '../redaction/redactor.ts';
import type { Config } from '../settings/schema.ts';

/** Variables whose names say that they hold a secret: commands of the operator see them, and may quote them when they fail. */
const SECRET_NAME = /(?:TOKEN|SECRET|PASSWORD|API_?KEY|PRIVATE_KEY)$/i;

/** Hides what an environment variable holds, where the configuration names it under a key `…_env` or its own name says so. */
export function hideVariables(redactor: Redactor, config: Config, env: NodeJS.ProcessEnv): void {
  const named = Object.keys(env).filter((name) => SECRET_NAME.test(name));
  for (const name of [...listNames(config), ...named]) redactor.hide(env[name]?.trim() ?? '', name);
}

function listNames(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    typeof member === 'string' && key.endsWith('_env') ? [member] : listNames(member),
  );
}
