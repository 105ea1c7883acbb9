/** The variables of the script itself that look like secrets. */
const OWN_VARIABLES: ReadonlySet<string> = new Set(['RUN', 'STATUS', 'WORK', 'IS_EXPECTED']);

/**
 * The variables that stand for secrets in the commands of a script.
 * @param tokens those of the tokens. Their names come from the configuration and can have any form, such as `token2`
 */
export function listSecrets(body: string, tokens: ReadonlySet<string>): readonly string[] {
  const commands = body.split('\n').filter((line) => !/^ *(?:step|arrange|echo) /.test(line));
  const names = [...commands.join('\n').matchAll(/(?<!\\)\$(\w+)/g)].map(([, name = '']) => name);
  const isSecret = (name: string): boolean => /^[A-Z][A-Z_]*[A-Z]$/.test(name) && !OWN_VARIABLES.has(name);
  return [...new Set(names)].filter((name) => tokens.has(name) || isSecret(name));
}
