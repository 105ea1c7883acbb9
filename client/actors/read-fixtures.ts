import type { Config } from '../settings/schema.ts';
import type { Fixtures } from '../settings/settings.ts';

/** What the operator lends; secrets as texts, in whatever lists they were given. */
export function readFixtures(fixtures: Config['fixtures'] = {}): Fixtures {
  const { secrets, ...rest } = fixtures;
  return secrets === undefined ? rest : { ...rest, secrets: [...new Set(textsIn(secrets))] };
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
