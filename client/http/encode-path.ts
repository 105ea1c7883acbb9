/** Paths with ids. CONV-2: an id is an opaque string, so it can have any character, also those that end a path segment. */

/** Tag of a template that is a path: encodes each inserted value as one segment, or as a part of one. */
export function encodePath(literals: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return String.raw({ raw: literals }, ...values.map(encodeURIComponent));
}

/** A path of the document with its parameters. @param values by name; parameters that are missing stay */
export function fillPath(path: string, values: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (parameter, name: string) => {
    const value = values[name];
    return value === undefined ? parameter : encodeURIComponent(value);
  });
}
