/** The whole signing secret of the subscription, `whsec_…`, or several while you rotate them. */
export type Secrets = string | readonly string[];

/**
 * The secrets as a list. A missing secret is a mistake of the receiver, not of the delivery, so this throws: the receiver returns 500, and the event is
 * sent again. A 400 would lose it permanently (RTY-2).
 *
 * @throws TypeError if there is none, or one is empty or not a string
 */
export function listSecrets(secret: Secrets): readonly string[] {
  const secrets = typeof secret === 'string' ? [secret] : secret;
  if (areSecrets(secrets)) return secrets;

  throw new TypeError(
    'The signing secret is missing: pass the whole string, including whsec_, that POST /webhooks returned once.',
  );
}

/** Plain JavaScript can pass an unset environment variable, whatever the types say. */
function areSecrets(secrets: unknown): secrets is readonly string[] {
  return Array.isArray(secrets) && secrets.length > 0 && secrets.every((one) => typeof one === 'string' && one !== '');
}
