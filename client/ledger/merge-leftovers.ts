import { describeLeftovers } from './describe-leftovers.ts';

/** A line of {@link describeLeftovers}: `3 farms of seller: the API cannot delete farms: farm_1, farm_2, farm_3`. */
const LINE =
  /^(?<count>a|\d+) (?<noun>[a-z ]+?)s? of (?<actors>[\w, ]+): (?<why>.*?)(?:: (?<ids>[a-z]+_\w+(?:, [a-z]+_\w+)*)(?: and \d+ more)?)?$/;

/** A line with its parts, as far as it has them. */
type Line = { readonly line: string } & Partial<Readonly<Record<'count' | 'noun' | 'actors' | 'why' | 'ids', string>>>;

/** Adds up what several runs left behind: one line per kind and reason. Other lines are kept, once. */
export function mergeLeftovers(lines: readonly string[]): readonly string[] {
  const parsed = lines.map((line): Line => ({ line, ...LINE.exec(line)?.groups }));
  const groups = Map.groupBy(parsed, ({ line, noun, why }) => (noun === undefined ? line : JSON.stringify([noun, why])));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { noun, why } = first;
    if (noun === undefined || why === undefined) return [first.line];
    const split = (text = ''): readonly string[] => (text === '' ? [] : text.split(', '));
    const count = group.reduce((sum, one) => sum + (one.count === 'a' ? 1 : Number(one.count)), 0);
    const actors = new Set(group.flatMap((one) => split(one.actors)));
    const ids = group.flatMap((one) => split(one.ids));
    return [describeLeftovers({ noun, count, actors, why, ids })];
  });
}
