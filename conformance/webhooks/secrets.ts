/** The signing secret of the subscription, `whsec_…`, whole; or several while one replaces another. */
export type Secrets = string | readonly string[];

/**
 * The secrets as a list. A secret that is missing is a mistake of the receiver and no fault of the delivery, so it throws: the receiver then answers
 * 500 and the event is sent again, where a 400 would have lost it for good (RTY-2).
 *
 * @throws TypeError where there is none, or one is not a string or empty
 */
export function listSecrets(secret: Secrets): readonly string[] {
  const secrets = typeof secret === 'string' ? [secret] : secret;
  if (areSecrets(secrets)) return secrets;

  throw new TypeError(
    'The signing secret is missing: pass the whole string, whsec_ included, that POST /webhooks answered once.',
  );
}

/** Plain JavaScript passes an unset variable of the environment, whatever the types say. */
function areSecrets(secrets: unknown): secrets is readonly string[] {
  return Array.isArray(secrets) && secrets.length > 0 && secrets.every((one) => typeof one === 'string' && one !== '');
}
