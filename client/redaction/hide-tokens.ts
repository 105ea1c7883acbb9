import type { Redactor } from './redactor.ts';

/** Redacts the tokens of actors. @param actors where a token came from a variable, `shown_as` is its name */
export function hideTokens(
  redactor: Redactor,
  actors: Iterable<readonly [name: string, actor: { token: string; shown_as?: string }]>,
): void {
  for (const [name, { token, shown_as }] of actors) redactor.hide(token, shown_as ?? `TOKEN_${name.toUpperCase()}`);
}
