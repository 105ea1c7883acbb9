/** MKT-2 on prices of any shape: the document does not show the body, so a slug counts wherever the body has it. */
import { check, type Check } from '../../check/check.ts';
import type { Actor, Reply } from '#client';
import { chooseReader, expectSuccess, isObject, readItems, resourceIn, warnUnless } from '#client';

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
];
