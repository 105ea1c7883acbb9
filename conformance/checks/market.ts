/** The document does not show the bodies of market data, so the checks use only what any body must satisfy. */
import { check, type Check } from '../check/check.ts';
import type { Query, Reply, JsonObject } from '#client';
import { encodePath, ensureSuccess, expectRefusal, expectStatus, expectThat, fillPath } from '#client';
import { isObject, isSameJson, readItems, warnUnless } from '#client';
import { findSlug, readSlug } from '../coverage-pass/visit-as-readers.ts';
import type { CheckContext } from '../check/check-context.ts';

/** Asserts that the body is a JSON array or object. */
function expectJson(reply: Reply): void {
  expectStatus(reply, 200);
  expectThat(typeof reply.json === 'object' && reply.json !== null, {
    message: `${reply.name} does not return JSON.`,
    reply,
    expected: 'a list',
  });
}

/** The date of an entry; undefined if it has none. */
function dateOf({ date, as_of }: JsonObject): string | undefined {
  const found = date ?? as_of;
  return typeof found === 'string' && /^\d{4}-\d{2}-\d{2}/.test(found) ? found.slice(0, 10) : undefined;
}

function latestDateOf(items: readonly JsonObject[]): string | undefined {
  const dates = items.map(dateOf).filter((date) => date !== undefined);
  return dates.toSorted().at(-1);
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

interface Read {
  reply: Reply;
  items: readonly JsonObject[];
}

async function read(t: CheckContext, path: string, query: Query = {}): Promise<Read> {
  const reply = await readerOf(t).get(path, query);
  expectJson(reply);
  return { reply, items: readItems(reply) };
}

async function readPrices(t: CheckContext, query?: Query): Promise<Read> {
  return read(t, '/market/prices', query);
}

async function readHistory(t: CheckContext, slug: string, query?: Query): Promise<Read> {
  return read(t, encodePath`/market/prices/${slug}/history`, query);
}

/** The document does not say how far back market data go. A day without data may count as a bad date. */
const NO_DATA: readonly number[] = [400, 404, 422];
/** How many days to look back. The first one with data counts. */
const LOOK_BACK_DAYS = [45, 12] as const;

/**
 * Reads the data of a day in the past. The last day must have data.
 * @param queryAt the query for this many days before the last day
 * @throws Unverifiable if no earlier day has data
 */
async function lookBack(t: CheckContext, path: string, queryAt: (days: number) => Query): Promise<Read & { days: number }> {
  await read(t, path, queryAt(0));
  for (const days of LOOK_BACK_DAYS) {
    const reply = await readerOf(t).get(path, queryAt(days));
    if (NO_DATA.includes(reply.status)) continue;
    expectJson(reply);
    return { days, reply, items: readItems(reply) };
  }
  return t.unverifiable(`GET ${path} has no data for an earlier day`);
}

/** Checks that no price as of a day in the past is from a later day, with one day of tolerance for time zones. */
async function checkPastPrices(t: CheckContext, last_day: string, query: Query, likely_cause: string): Promise<void> {
  const dayAt = (days: number): string => addDays(last_day, -days);
  const { days, reply, items } = await lookBack(t, '/market/prices', (back) => ({ ...query, date: dayAt(back) }));
  const asked = dayAt(days);
  t.observe(`as of ${asked}: ${items.length} prices`);
  const late = items.find((item) => (dateOf(item) ?? asked) > addDays(asked, 1));
  warnUnless(late === undefined, {
    message: `GET /market/prices?date=${asked} returns a price from ${late === undefined ? '' : String(dateOf(late))}.`,
    reply,
    expected: `no price after ${asked}`,
    observed: late,
    likely_cause,
  });
}

function readerOf(t: CheckContext): CheckContext['buyer'] {
  return t.has('reader') ? t.reader : t.buyer;
}

/** Two commodities with prices. */
async function findSlugs(t: CheckContext): Promise<readonly [string, string]> {
  const { items } = await readPrices(t);
  const [first, second] = [...new Set(items.map(readSlug).filter((slug) => slug !== undefined))];
  if (first === undefined || second === undefined)
    t.unverifiable('the prices do not name their commodities, or all have the same one');
  return [first, second];
}

async function findOneSlug(t: CheckContext): Promise<string> {
  const slug = findSlug(await readerOf(t).get('/market/prices')) ?? findSlug(await readerOf(t).get('/market/commodities'));
  return slug ?? t.unverifiable('neither prices nor commodities of the market have a slug');
}

const ENDPOINTS = [
  ['MKT-1', 'commodities', 'GET /market/commodities'],
  ['MKT-2', 'prices', 'GET /market/prices'],
  ['MKT-3', 'history', 'GET /market/prices/{commodity}/history'],
] as const;

/** The path of an endpoint, with the slug of a commodity. */
async function pathOf(t: CheckContext, name: string): Promise<string> {
  const path = name.replace('GET ', '');
  return path.includes('{') ? fillPath(path, { commodity: await findOneSlug(t) }) : path;
}

const EVERY_ENDPOINT: readonly Check[] = ENDPOINTS.flatMap(([clause, word, name]) => [
  check(`${clause}/${word}`, `${name} returns 200 and JSON`, ['reader'], async (t) => {
    expectJson(await t.reader.get(await pathOf(t, name)));
  }),
  check(`${clause}/${word}-to-a-buyer`, `${name} works for a buyer`, ['buyer'], async (t) => {
    const reply = await t.buyer.get(await pathOf(t, name));
    if (reply.status === 403) t.unverifiable('the token of the buyer lacks market.read', 'actors.buyer');
    expectJson(reply);
  }),
  check(`MKT-6/scope-${word}`, `${name} requires market.read and no other scope`, ['buyer', 'hook:mint_token'], async (t) => {
    const path = await pathOf(t, name);
    const without = await t.mint('buyer', ['inventory.read', 'bids.read', 'trades.read']);
    expectRefusal(await without.get(path), 403, { code: 'insufficient_scope' });
    const granted = await t.mint('buyer', ['market.read']);
    expectJson(await granted.get(path));
  }),
  check(`MKT-6/units-${word}`, `${name} accepts units`, [], async (t) => {
    const path = await pathOf(t, name);
    ensureSuccess(await readerOf(t).get(path));
    const { unit: units = 'MT' } = t.run.settings.fixtures;
    const queries = [{ units: 'MT' }, { units }, ...(word === 'history' ? [{ units, interval: 'week' }] : [])];
    for (const query of queries) expectJson(await readerOf(t).get(path, query));
  }),
]);

/** The document does not show the bodies, so an entry with another commodity or day than requested is only a warning. */
const PRICES: readonly Check[] = [
  check('MKT-2/one-commodity', 'GET /market/prices?commodity= returns only prices of that commodity', [], async (t) => {
    for (const slug of await findSlugs(t)) {
      const { reply, items } = await readPrices(t, { commodity: slug });
      const other = items.find((item) => (readSlug(item) ?? slug) !== slug);
      warnUnless(other === undefined, {
        message: `GET /market/prices?commodity=${slug} returns a price of another commodity.`,
        reply,
        expected: `only prices of ${slug}`,
        observed: other,
        likely_cause: 'The filter commodity is ignored.',
      });
      warnUnless(items.length > 0, {
        message: `A price for ${slug} exists, but commodity=${slug} returns none.`,
        reply,
        expected: `the price of ${slug}`,
      });
    }
  }),
  check(
    'MKT-2/several-commodities',
    'GET /market/prices?commodity= accepts several slugs, separated by commas',
    [],
    async (t) => {
      const slugs = await findSlugs(t);
      const { reply, items } = await readPrices(t, { commodity: slugs.join(',') });
      const found = items.map(readSlug);
      for (const slug of slugs) {
        warnUnless(found.includes(slug), {
          message: `GET /market/prices?commodity=${slugs.join(',')} returns no price of ${slug}.`,
          reply,
          expected: slugs.join(' and '),
          observed: found,
          likely_cause: 'Only one slug is used.',
        });
      }
      const other = found.find((slug) => slug !== undefined && !slugs.includes(slug));
      warnUnless(other === undefined, {
        message: `GET /market/prices?commodity=${slugs.join(',')} returns a price of ${other ?? ''}.`,
        reply,
        expected: slugs.join(' and '),
      });
    },
  ),
  check('MKT-2/as-of', 'GET /market/prices?date= returns the prices as of that date', [], async (t) => {
    const today = await readPrices(t);
    const latest = latestDateOf(today.items);
    const sent_on = new Date(today.reply.exchange.sent_at_ms).toISOString().slice(0, 10);
    // In the target's time zone, it may still be the day before.
    await checkPastPrices(t, latest ?? addDays(sent_on, -1), {}, 'The parameter date is ignored.');
    if (latest === undefined) t.observe('prices have no date');
  }),
];

/** How many days before its last one a history can be read. The last day must be readable. @throws Unverifiable if there is no earlier day */
async function countReadableDays(t: CheckContext, slug: string, end: string): Promise<number> {
  const past = await lookBack(t, encodePath`/market/prices/${slug}/history`, (days) => ({ from: addDays(end, -days), to: end }));
  return past.days;
}

/** The last day in a history: a deployment may not have yesterday's price. */
async function lastDay(t: CheckContext, slug: string): Promise<string> {
  const { items } = await readPrices(t, { commodity: slug });
  return latestDateOf(items) ?? t.unverifiable('prices have no date, so histories cannot be compared');
}

const HISTORY: readonly Check[] = [
  check('MKT-2/as-of-of-one', 'GET /market/prices accepts date together with commodity', [], async (t) => {
    const commodity = await findOneSlug(t);
    const likely_cause = 'The parameter date is ignored, at least when combined with commodity.';
    await checkPastPrices(t, await lastDay(t, commodity), { commodity, units: 'MT' }, likely_cause);
  }),
  check('MKT-2/as-of-of-several', 'GET /market/prices accepts date together with several commodities', [], async (t) => {
    const slugs = await findSlugs(t);
    const likely_cause = 'The parameter date is ignored, at least when combined with several commodities.';
    await checkPastPrices(t, await lastDay(t, slugs[0]), { commodity: slugs.join(',') }, likely_cause);
  }),
  check('MKT-3/from-to', 'A price history contains only dates between from and to', [], async (t) => {
    const slug = await findOneSlug(t);
    const end = await lastDay(t, slug);
    const days = await countReadableDays(t, slug, end);
    const [from, to] = [addDays(end, -days), addDays(end, -Math.floor(days / 2))];
    for (const interval of ['day', 'week'] as const) {
      const { reply, items } = await readHistory(t, slug, { from, to, interval });
      // A week can have the date of any of its days, and time zones allow one day of tolerance.
      const slack = interval === 'week' ? 7 : 1;
      const outside = items.find((item) => {
        const date = dateOf(item);
        return date !== undefined && (date < addDays(from, -slack) || date > addDays(to, slack));
      });
      warnUnless(outside === undefined, {
        message: `The history with from=${from}, to=${to}, and interval=${interval} includes ${outside === undefined ? '' : String(dateOf(outside))}.`,
        reply,
        expected: `days from ${from} to ${to}`,
        observed: outside,
        likely_cause: 'The parameter from or to is ignored.',
      });
    }
  }),
  check('MKT-3/interval', 'interval can be day or week, and weeks have fewer points than days', [], async (t) => {
    const slug = await findOneSlug(t);
    const end = await lastDay(t, slug);
    const range = { from: addDays(end, -Math.min(17, await countReadableDays(t, slug, end))), to: end };
    const days = await readHistory(t, slug, { ...range, interval: 'day' });
    const weeks = await readHistory(t, slug, { ...range, interval: 'week' });
    // A commodity may have several series, so this counts dates instead of points.
    const countDates = ({ items }: Read): number => new Set(items.map(dateOf)).size;
    const [in_days, in_weeks] = [countDates(days), countDates(weeks)];
    t.observe(`${in_days} days, ${in_weeks} weeks`);
    const is_earlier = weeks.items.some((item) => (dateOf(item) ?? range.to) < addDays(range.from, -7));
    warnUnless(in_days < 8 || in_weeks <= 4, {
      message: `From ${range.from} to ${range.to}, the history has ${in_days} dates with interval=day and ${in_weeks} with interval=week.`,
      reply: weeks.reply,
      expected: 'at most 4 dates with interval=week',
      likely_cause: is_earlier ? 'The parameter from is ignored, at least by week.' : 'The parameter interval is ignored.',
    });
  }),
  check('MKT-7/default-interval', 'The history without interval is the same as with interval=day', [], async (t) => {
    const slug = await findOneSlug(t);
    const plain = await readHistory(t, slug);
    const days = await readHistory(t, slug, { interval: 'day' });
    const again = await readHistory(t, slug);
    if (!isSameJson(readPoints(plain.reply), readPoints(again.reply))) t.unverifiable('the history differs between requests');
    expectThat(isSameJson(readPoints(plain.reply), readPoints(days.reply)), {
      message: 'The history without interval differs from the history with interval=day.',
      reply: plain.reply,
      expected: 'the history by day',
      likely_cause: 'The default is week.',
    });
  }),
  check('MKT-4/shapes', 'Reports the shapes of market data', [], async (t) => {
    for (const path of ['/market/commodities', '/market/prices']) {
      const [item] = readItems(await readerOf(t).get(path));
      t.observe(`GET ${path}: ${JSON.stringify(item ?? null).slice(0, 120)}`);
    }
  }),
  check('MKT-5/bad-values', 'Reports the statuses for unknown slugs and invalid dates of market data', [], async (t) => {
    const reader = readerOf(t);
    t.observe(`the history of an unknown slug: ${(await reader.get('/market/prices/no-such-commodity/history')).status}`);
    t.observe(`prices of an unknown slug: ${(await reader.get('/market/prices', { commodity: 'no-such-commodity' })).status}`);
    t.observe(`prices as of an invalid date: ${(await reader.get('/market/prices', { date: 'yesterday' })).status}`);
  }),
];

/** The points of a history, or the whole body if it has none. Links and request parameters do not count. */
function readPoints(reply: Reply): unknown {
  const items = readItems(reply);
  if (items.length > 0 || !isObject(reply.json)) return items;
  return Object.fromEntries(
    Object.entries(reply.json).filter(([key]) => !/^(?:href|next|previous|_?links|self|interval|generated_at)$/.test(key)),
  );
}

export const MARKET_CHECKS: readonly Check[] = [...EVERY_ENDPOINT, ...PRICES, ...HISTORY];
