import { commodities, findCommodity, findGrade } from '#spec/reference/index';
import { closestName } from '#spec/closest-name';

const SLUGS = commodities.map(({ slug }) => slug);

/**
 * LST-10, LST-19: explains what is wrong with the name of a grade. Undefined if it is valid.
 * @param commodity the slug of a known commodity. If undefined, accepts the grades of all commodities
 */
export function findGradeProblem(commodity: string | undefined, grade: string): string | undefined {
  const slugs = commodity === undefined ? commodities.map(({ slug }) => slug) : [commodity];
  if (slugs.some((slug) => findGrade(slug, grade) !== undefined)) return undefined;
  return `is not a grade${commodity === undefined ? '' : ` of ${commodity}`}; GET /grades lists them`;
}

interface CommodityFields {
  commodity?: string | undefined;
  grade?: string | null | undefined;
}

/** CB-8, LST-10, LST-19: explains what is wrong with a commodity and its grade. Missing fields are valid. */
export function findCommodityProblems({ commodity, grade }: CommodityFields): Record<keyof CommodityFields, string | undefined> {
  const slug = commodity === undefined ? undefined : findCommodity(commodity)?.slug;
  return {
    commodity: commodity !== undefined && slug === undefined ? explainCommodity(commodity) : undefined,
    grade: grade === undefined || grade === null ? undefined : findGradeProblem(slug, grade),
  };
}

function explainCommodity(commodity: string): string {
  const closest = closestName(commodity, SLUGS);
  return `is not a commodity slug; ${closest === undefined ? `use one of ${SLUGS.join(', ')}` : `did you mean ${closest}?`}`;
}
