/**
 * Writes the names in `fixtures/people/` with faker. Run it with `npm run generate:people`.
 *
 * The names are generated once, because loading faker takes longer than generating a world. Names that occur in public text (towns,
 * commodities, grades, varieties, companies) are left out, so a seller's name in public text is always a leak (PRIV-1).
 */
import { writeFileSync } from 'node:fs';
import { companies } from '#fixtures/people/companies';
import { commodities, towns } from '#spec/reference/index';
import { faker } from '@faker-js/faker/locale/en_CA';

const first_name_count = 160;
const last_name_count = 300;
const draws_max = 20_000;

/** Names from faker that are unsuitable. */
const unfit = ['Alberta', 'Christ', 'Manitoba', 'Saskatchewan', 'Canada'];

const publicText = [
  ...unfit,
  ...towns.map(({ name }) => name),
  ...commodities.flatMap(({ slug, name, grades, varieties }) => [slug, name, ...grades, ...varieties]),
  ...companies.map(({ name }) => name),
]
  .join('\n')
  .toLowerCase();

function drawNames(count: number, taken: ReadonlySet<string>, draw: () => string): string[] {
  const names = new Set<string>();
  for (let draws = 0; names.size < count; draws += 1) {
    if (draws > draws_max)
      throw new Error(
        `found only ${names.size} of ${count} names in ${draws_max} draws; lower the count in tools/write-people.ts`,
      );
    const name = draw();
    // At least six plain letters. A shorter name could occur in a reference by chance.
    if (!/^[A-Z][a-z]{5,}$/.test(name)) continue;
    if (taken.has(name)) continue;
    if (publicText.includes(name.toLowerCase())) continue;
    names.add(name);
  }
  return [...names].toSorted((one, other) => one.localeCompare(other, 'en'));
}

function writeTable(file: string, constant: string, what: string, names: readonly string[]): void {
  const rows = names.map((name) => `  '${name}',`).join('\n');
  writeFileSync(
    new URL(`../fixtures/people/${file}`, import.meta.url),
    `/** ${what} Written by tools/write-people.ts. */\nexport const ${constant}: readonly string[] = [\n${rows}\n];\n`,
  );
}

faker.seed(20_260_601);
const lastNames = drawNames(last_name_count, new Set(), () => faker.person.lastName());
const firstNames = drawNames(first_name_count, new Set(lastNames), () => faker.person.firstName());

writeTable('first-names.ts', 'first_names', 'Given names.', firstNames);
writeTable('last-names.ts', 'last_names', 'Family names, none of them a given name.', lastNames);
