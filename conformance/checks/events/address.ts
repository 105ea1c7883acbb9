/** The URL that deliveries are sent to. */
import { check, type Check } from '../../check/check.ts';
import {
  Blocked,
  Breach,
  Reply,
  containsId,
  expectThat,
  listSubscriptions,
  placeRejectableBid,
  readUrl,
  toExchange,
  warnUnless,
  type Arrival,
  type Inbox,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { TO_BUYERS } from './needs.ts';

/** Receivers use such a query to tell environments apart. Its capitals show whether a target lowercases the whole URL. */
const QUERY = [
  ['Shop', 'North'],
  ['v', '2'],
] as const;

const AFTER = 'a bid was rejected';

export const ADDRESS_CHECKS: readonly Check[] = [
  check('EVT-1/at-the-url', "A delivery is sent to the subscription's URL, with its path and query", TO_BUYERS, async (t) => {
    const { inbox, has_query } = await subscribeWithQuery(t);
    const { bid, reject } = await placeRejectableBid(t);
    await reject();
    const sought = { where: (arrival: Arrival) => containsId(arrival, bid.id), after: AFTER };
    const arrival = await inbox.findNeeded(sought);
    const [stray] = t.run.receiver.strays;
    if (arrival === undefined && stray !== undefined) throw describeStray(inbox, stray);
    expectAddress(inbox, inbox.orBlocked(arrival, sought), has_query);
  }),
  check('WHK-12/query', "GET /webhooks shows the query of a subscription's URL", TO_BUYERS, async (t) => {
    const { inbox, has_query } = await subscribeWithQuery(t);
    if (!has_query) t.unverifiable('the target rejects a URL with a query');
    const { items } = await listSubscriptions(t, t.buyer, (ids) => ids.includes(inbox.subscription.id));
    const item = items.find((one) => one.get('id').value === inbox.subscription.id);
    expectThat(item !== undefined, { message: 'A new subscription is not in GET /webhooks.', expected: inbox.subscription.id });
    const shown = item.get('url');
    const url = readUrl(shown.text());
    const lost = findLost(url?.searchParams ?? new URLSearchParams());
    const message = 'A subscription is listed without the last slash of its URL.';
    warnUnless(url?.pathname.endsWith('/') === true, { message, expected: inbox.url, observed: shown.value });
    if (lost.length > 0) shown.breach("The query of the subscription's URL is missing.", `the parameters ${lost.join(' and ')}`);
  }),
];

/** Subscribes with a last slash and a query in the URL, or without them if the target rejects it (WHK-3 leaves open which URLs it accepts). */
async function subscribeWithQuery(t: CheckContext): Promise<{ inbox: Inbox; has_query: boolean }> {
  const events = ['bid.rejected'];
  try {
    const query = new URLSearchParams(QUERY.map(([...pair]) => pair)).toString();
    return { inbox: await t.subscribe(t.buyer, events, undefined, `/?${query}`), has_query: true };
  } catch (error) {
    if (!(error instanceof Blocked) || error.exchange?.status !== 422) throw error;
    t.observe('a URL with a query is rejected');
    return { inbox: await t.subscribe(t.buyer, events), has_query: false };
  }
}

/** Compares the path and the parameters. A sender can encode the parameters differently, and add others. */
function expectAddress(inbox: Inbox, arrival: Arrival, has_query: boolean): void {
  const given = new URL(inbox.url);
  const got = new URL(`${given.origin}${arrival.target}`);
  // A tunnel can remove the beginning of the path.
  expectThat(withoutSlash(given.pathname).endsWith(withoutSlash(got.pathname)), {
    message: "The path of a delivery is not that of the subscription's URL.",
    reply: new Reply(toExchange(arrival)),
    expected: `POST ${given.pathname}`,
    observed: `POST ${got.pathname}`,
    likely_cause: 'The URL is changed when it is stored or sent, for example to lower case. Only the host is case-insensitive.',
  });
  if (!has_query) return;
  // A proxy of the receiver can remove it, too.
  warnUnless(got.pathname.endsWith('/'), {
    message: "The URL of a delivery lacks the last slash of the subscription's URL.",
    reply: new Reply(toExchange(arrival)),
    expected: `POST ${given.pathname}`,
    observed: `POST ${got.pathname}`,
    likely_cause:
      'The slash is trimmed when the URL is stored or sent. Some receivers redirect such a request instead of taking it.',
  });
  expectThat(findLost(got.searchParams).length === 0, {
    message: "The query of a delivery is not that of the subscription's URL.",
    reply: new Reply(toExchange(arrival)),
    expected: `POST ${given.pathname}${given.search}`,
    observed: `POST ${arrival.target}`,
    likely_cause: 'The sender builds the request from the path of the URL only, or changes the case of the whole URL.',
  });
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '');
}

/** The parameters of QUERY that another query does not have. */
function findLost(query: URLSearchParams): readonly string[] {
  return QUERY.filter(([name, value]) => !query.getAll(name).includes(value)).map((pair) => pair.join('='));
}

function describeStray(inbox: Inbox, stray: string): Breach {
  return new Breach({
    message: "Deliveries are not sent to the subscription's URL.",
    expected: `POST ${new URL(inbox.url).pathname}`,
    observed: `${stray}, which no subscription has`,
    likely_cause: 'The sender drops or changes a part of the URL, such as the path. Use the URL as it was given.',
  });
}
