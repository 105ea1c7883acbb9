/** Takes secrets out of evidence by their value, also where they stand encoded. */
export class Redactor {
  readonly #names = new Map<string, string>();

  /** @param name what is shown instead, as a variable of the shell: `$TOKEN_BUYER` */
  hide(secret: string, name: string): void {
    if (secret.length < SECRET_LENGTH_MIN) return;
    const shown = `$${name.replaceAll(/\W/g, '_')}`;
    for (const form of formsOf(secret)) if (!this.#names.has(form)) this.#names.set(form, shown);
  }

  redact(text: string): string {
    let redacted = text;
    // Longer ones first: a secret may be the beginning of another.
    for (const [secret, name] of [...this.#names].toSorted(([a], [b]) => b.length - a.length)) {
      if (redacted.includes(secret)) redacted = redacted.replaceAll(secret, name);
    }
    return redacted;
  }
}

/** Shorter texts are no secrets, and would be found everywhere. */
const SECRET_LENGTH_MIN = 6;

function formsOf(secret: string): readonly string[] {
  const base64 = Buffer.from(secret, 'utf8').toString('base64');
  return [
    ...new Set([secret, encodeURIComponent(secret), base64, base64.replace(/=+$/, ''), Buffer.from(secret).toString('hex')]),
  ];
}
