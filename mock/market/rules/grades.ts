import { commodities, findGrade } from '#spec/reference/index';

/**
 * LST-10, LST-19: says what is wrong with the name of a grade. Undefined if nothing is.
 * @param commodity the slug of a known commodity. If undefined, the grade of any commodity is accepted
 */
export function findGradeProblem(commodity: string | undefined, grade: string): string | undefined {
  const slugs = commodity === undefined ? commodities.map(({ slug }) => slug) : [commodity];
  if (slugs.some((slug) => findGrade(slug, grade) !== undefined)) return undefined;
  return `is not a grade${commodity === undefined ? '' : ` of ${commodity}`}; GET /grades lists them`;
}
