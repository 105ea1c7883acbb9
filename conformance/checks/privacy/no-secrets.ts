import { Breach } from '../../judge/findings.ts';
import { isTelling } from '../../privacy/keys.ts';
import { foreignSecretsIn } from '../../privacy/watch.ts';
import { isIdentifier } from '../../privacy/secrets.ts';
import type { Reply } from '../../target/reply.ts';
import type { Trial } from '../../trial.ts';

/** Whoever got this answer learnt nothing from it about a seller or a farm. Ids of theirs are judged elsewhere (PRIV-16). */
export function expectNoSecrets(t: Trial, ...replies: readonly Reply[]): void {
  for (const reply of replies) {
    const foreign = foreignSecretsIn(reply.exchange, t.run) ?? [];
    const found = foreign.find(({ secret }) => !isIdentifier(secret));
    if (found === undefined) continue;
    throw new Breach({
      message: `${reply.name} gives ${reply.exchange.actor} a ${found.secret.kind} of the ${found.secret.owner}'s ${found.said}.`,
      exchange: reply.exchange,
      pointer: found.place,
      expected: 'nothing that names the seller or the farm',
      observed: `"${found.secret.text}" ${found.said}, in ${found.place}`,
    });
  }
}

/** A name can be looked for where it is no label that anybody might have. */
export function isTellingName(name: unknown): name is string {
  return typeof name === 'string' && name.trim().length >= 4 && isTelling(name);
}

/** Whether a text holds a name, in whatever case or escapes. */
export function holdsName(text: string, name: string): boolean {
  const forms = [name, JSON.stringify(name).slice(1, -1), encodeURIComponent(name)];
  const folded = text.toLowerCase();
  return forms.some((form) => folded.includes(form.toLowerCase()));
}
