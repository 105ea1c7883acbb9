import { closestName } from '#spec/closest-name';

/** Describes an unknown name: suggests the closest known name, or lists all names. */
export function describeUnknown(name: string, names: readonly string[]): string {
  const closest = closestName(name, names);
  return `'${name}' is unknown; ${closest === undefined ? `use one of ${names.join(', ')}` : `did you mean ${closest}?`}`;
}
