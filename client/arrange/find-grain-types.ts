import { Unverifiable } from '../replies/findings.ts';
import type { RunContext } from '../session/run-context.ts';
import { readItems } from '../replies/read-items.ts';
import { chooseMarketReader, listGrainTypes, readGrades, type GrainType } from './read-market.ts';
import { buildSubmission, chooseSeller, hasSeller, learnPublishing } from './create-listing.ts';
import { getLongPage } from './read-pages.ts';

/** Every further grade can cost a bid. */
const GRADES_MAX = 8;

/** Finds a second commodity that listings can have. @throws Unverifiable if there is none */
export async function findOtherGrainType(t: RunContext): Promise<GrainType> {
  return t.run.once('another crop', async () => {
    const seller = chooseSeller(t);
    const publishing = await learnPublishing(t, seller);
    const crops = (await listGrainTypes(await chooseMarketReader(t, seller))).filter(
      ({ commodity }) => commodity !== publishing.crop.commodity,
    );
    for (const crop of crops) {
      const reply = await seller.post('/me/inventory', buildSubmission({ ...publishing, crop }, { list: false }));
      if (reply.is_success) return crop;
    }
    throw new Unverifiable('no second commodity is known for listings');
  });
}

/** The grades of the commodity of the listings: the first two that the target names for it, or else all that may belong to it, the most likely first. */
export async function listGrades(t: RunContext): Promise<readonly string[]> {
  return t.run.once('grades', async () => {
    const seller = hasSeller(t) ? chooseSeller(t) : undefined;
    const crop = seller === undefined ? undefined : (await learnPublishing(t, seller)).crop;
    const reader = seller === undefined ? t.buyer : await chooseMarketReader(t, seller);
    // Two pages, because a list of all grades can be longer than one. A list without pages is read twice.
    const pages = [await getLongPage(reader, '/grades'), await getLongPage(reader, '/grades', {}, 50)];
    const listed = pages.flatMap(readGrades);
    // The oldest, because most of the newest are listings of this run, with one grade.
    const offered = readItems(
      await reader.get('/inventory', {
        limit: 50,
        sort: 'listed_at',
        ...(crop === undefined ? {} : { commodity: crop.commodity }),
      }),
    ).map(({ grade }) => grade);
    const namesOf = (grades: typeof listed): readonly string[] => [...new Set(grades.map(({ name }) => name))];
    const named = namesOf(listed.filter(({ commodity }) => crop === undefined || commodity === crop.commodity));
    const without_commodity = namesOf(listed.filter(({ commodity }) => commodity === undefined));
    // Public listings can show a code where /grades has a name, and these must not count as two grades.
    const known = offered.filter((grade) => without_commodity.some((name) => name === grade));
    const names = named.length > 1 ? named.slice(0, 2) : [crop?.grade, ...named, ...known, ...without_commodity, ...offered];
    return [...new Set(names.filter((name) => typeof name === 'string'))].slice(0, GRADES_MAX);
  });
}

/** Two grades that listings of the same commodity can have. If the target does not say which belong to it, a draft shows which it accepts. */
export async function findListingGrades(t: RunContext): Promise<readonly string[]> {
  return t.run.once('grades of listings', async () => {
    const grades = await listGrades(t);
    if (grades.length <= 2 || !hasSeller(t)) return grades.slice(0, 2);
    const seller = chooseSeller(t);
    const publishing = await learnPublishing(t, seller);
    for (const grade of grades.slice(1)) {
      const reply = await seller.post('/me/inventory', buildSubmission(publishing, { grade, list: false }));
      if (reply.is_success) return [...grades.slice(0, 1), grade];
    }
    return grades.slice(0, 1);
  });
}
