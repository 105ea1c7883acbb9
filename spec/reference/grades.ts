import { commodities, findCommodity } from './commodities.ts';

/** A grade of a commodity, as GET /grades returns it (SBX-12). */
interface Grade {
  name: string;
  /** Slug. */
  commodity: string;
}

/** Every accepted grade (SBX-11), by commodity, best first. Several commodities can share a name. */
export const grades: readonly Grade[] = commodities.flatMap((commodity) =>
  commodity.grades.map((name) => ({ name, commodity: commodity.slug })),
);

/** Finds a grade of a commodity, ignoring case (INV-24), and returns its name as in the table. Undefined if there is none (LST-10). */
export function findGrade(commodity: string, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return findCommodity(commodity)?.grades.find((grade) => grade.toLowerCase() === wanted);
}
