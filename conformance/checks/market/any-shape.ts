/** MKT-2 and MKT-3 on bodies of any shape: the document does not show them, so a slug or a number counts wherever the body has it. */
import { check, type Check } from '../../check/check.ts';
import type { Actor, Reply } from '#client';
import { readSlug } from '../../coverage-pass/visit-as-readers.ts';
import { chooseReader, encodePath, expectSuccess, isObject, isSameJson, readItems, resourceIn, warnUnless } from '#client';

/** How many commodities to try. */
const SLUGS_MAX = 8;

/** Whether a value contains a string as a key or a value, at any depth. */
function has(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value === text;
  if (Array.isArray(value)) return value.some((inner) => has(inner, text));
  return isObject(value) && Object.entries(value).some(([key, inner]) => key === text || has(inner, text));
}

/** The prices in a response, without links and echoes of the query next to them. */
function pricesIn({ json }: Reply): unknown {
  return isObject(json) ? (json['items'] ?? json['data'] ?? json['prices'] ?? json) : json;
}

/** Slugs of commodities with listings. */
async function listSlugs(reader: Actor): Promise<readonly string[]> {
  const { commodities } = resourceIn((await reader.get('/inventory/filters')).json);
  return readItems({ json: commodities })
    .map(({ slug }) => slug)
    .filter((slug) => typeof slug === 'string')
    .slice(0, SLUGS_MAX);
}

/** Slugs of commodities in the market. */
async function listMarketSlugs(reader: Actor): Promise<readonly string[]> {
  const commodities = readItems(await reader.get('/market/commodities'));
  return commodities
    .map(readSlug)
    .filter((slug) => slug !== undefined)
    .slice(0, SLUGS_MAX);
}

/** All numbers in a value, at any depth. */
function numbersIn(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value];
  return Array.isArray(value) || isObject(value) ? Object.values(value).flatMap(numbersIn) : [];
}

/** How many histories to compare, and how many different numbers one needs, so that two are not the same by chance. */
const HISTORIES = 3;
const NUMBERS_MIN = 5;

export const ANY_SHAPE_CHECKS: readonly Check[] = [
  check(
    'MKT-2/every-slug',
    'GET /market/prices?commodity= with two slugs returns each commodity that one slug returns',
    [],
    async (t) => {
      const reader = chooseReader(t);
      const priced: string[] = [];
      for (const slug of await listSlugs(reader)) {
        const alone = await reader.get('/market/prices', { commodity: slug });
        if (alone.is_success && has(pricesIn(alone), slug)) priced.push(slug);
        if (priced.length === 2) break;
      }
      if (priced.length < 2) t.unverifiable('fewer than two commodities have prices that name them');
      for (const slugs of [priced, priced.toReversed()]) {
        const reply = await reader.get('/market/prices', { commodity: slugs.join(',') });
        expectSuccess(reply);
        const missing = slugs.find((slug) => !has(pricesIn(reply), slug));
        warnUnless(missing === undefined, {
          message: `GET /market/prices?commodity=${slugs.join(',')} returns no price of ${missing ?? ''}.`,
          reply,
          expected: slugs.join(' and '),
          likely_cause: 'Only the first slug is used.',
        });
      }
    },
  ),
  check('MKT-3/each-its-own', 'The price histories of two commodities differ', [], async (t) => {
    const reader = chooseReader(t);
    const histories: { slug: string; reply: Reply; numbers: readonly number[] }[] = [];
    for (const slug of new Set([...(await listMarketSlugs(reader)), ...(await listSlugs(reader))])) {
      const reply = await reader.get(encodePath`/market/prices/${slug}/history`);
      const numbers = reply.is_success ? numbersIn(pricesIn(reply)) : [];
      if (new Set(numbers).size >= NUMBERS_MIN) histories.push({ slug, reply, numbers });
      if (histories.length === HISTORIES) break;
    }
    const [first = t.unverifiable('no commodity has a history with several numbers'), ...others] = histories;
    if (others.length === 0) t.unverifiable('only one commodity has a history with several numbers');
    for (const { slug, reply, numbers } of others) {
      warnUnless(!isSameJson(numbers, first.numbers), {
        message: `The histories of ${first.slug} and ${slug} have the same numbers.`,
        reply,
        expected: `the history of ${slug}`,
        likely_cause: 'The commodity in the path is ignored, or the history is cached without it.',
      });
    }
  }),
];
