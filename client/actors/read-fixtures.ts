import type { Config } from '../settings/schema.ts';
import type { Fixtures } from '../settings/settings.ts';

/** Reads the fixtures of the configuration. Flattens the secrets to one list of strings. */
export function readFixtures(fixtures: Config['fixtures'] = {}): Fixtures {
  const { secrets, ...rest } = fixtures;
  return secrets === undefined ? rest : { ...rest, secrets: [...new Set(textsIn(secrets))] };
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
