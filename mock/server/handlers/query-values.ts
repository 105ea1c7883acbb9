/** A comma-separated filter as a list, blanks dropped; undefined where the filter was not given. */
export function splitList(text: string | undefined): string[] | undefined {
  return text
    ?.split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
