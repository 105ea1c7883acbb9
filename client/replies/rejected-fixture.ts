import type { Exchange } from './exchange.ts';
import { Unverifiable } from './findings.ts';
import { quoteError } from './read-items.ts';

/** How much of the target's error is quoted, in characters. */
const QUOTED_MAX = 200;

/** The target rejects a value that the operator configured, so a clause about it cannot be verified. Quotes what the target said. */
export function rejectedFixture(name: string, { status, json }: Pick<Exchange, 'status' | 'json'>): Unverifiable {
  const said = quoteError(json);
  const quoted = said === undefined ? '' : `: ${said.slice(0, QUOTED_MAX)}`;
  return new Unverifiable(`the target rejects fixtures.${name} with ${status}${quoted}`, `fixtures.${name}`);
}
