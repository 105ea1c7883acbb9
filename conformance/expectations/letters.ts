import type { JsonNode } from '#client';

/**
 * Expects a non-ASCII string as it was submitted. The same letters in another Unicode normalization form are accepted.
 * @param name of the field, for the message
 */
export function expectLetters(shown: JsonNode, name: string, submitted: string): void {
  const text = shown.string();
  // UTF-8 that was read as Latin-1, once or more.
  const is_misread = [text, decodeOnce(text)].some((one) => decodeOnce(one) === submitted);
  const message = is_misread
    ? `Letters of ${name} are encoded twice: UTF-8 was read as Latin-1.`
    : `The letters of ${name} differ from those submitted.`;
  shown.expect(text.normalize() === submitted.normalize(), message, submitted);
}

function decodeOnce(text: string): string {
  return Buffer.from(text, 'latin1').toString('utf8');
}
