/** Which stage of the exam names the mistake of each faulty client. */

interface Found {
  /** The stage that is about the mistake. Others can fail, too. */
  readonly by: string;
  /** Whether the stages found it as they stood before anyone who wrote them had read the list of mistakes. */
  readonly is_first_try: boolean;
}

const first = (by: string): Found => ({ by, is_first_try: true });
const later = (by: string): Found => ({ by, is_first_try: false });

export const FOUND: Readonly<Record<string, Found>> = {
  'no-key': first('placing.has-key'),
  'retry-without-key': first('placing.response-lost'),
  'key-per-attempt': first('placing.response-lost'),
  'key-reused': first('placing.key-per-bid'),
  'body-changes': first('placing.response-lost'),
  'lost-is-failed': later('placing.one-lot'),
  'retries-422': first('placing.invalid'),
  'hot-loop': first('failures.outage'),
  'ignores-retry-after': first('failures.retry-after-503'),
  'page-arithmetic': first('pages.short'),
  'limit-too-large': later('requests.accepted'),
  polling: later('requests.rest'),
  'no-reconcile': first('events.lost'),
  'calls-without-scope': later('requests.accepted'),
  'never-refreshes': first('auth.expired-token'),
  'refresh-in-parallel': first('auth.parallel-refresh'),
  'keeps-old-refresh-token': first('auth.rotation'),
  'refresh-per-request': first('auth.few-refreshes'),
  'refresh-until-it-works': first('auth.revoked-grant'),
  // At first, the exam failed it for another reason: it never renewed the token that it browses with.
  'asks-for-unused-scopes': later('requests.scopes-used'),
  'sandbox-token-left': first('pages.all'),
  'closed-status-list': first('bids.countered'),
  'strict-schema': first('tolerance.unknown-fields'),
  'null-throws': first('tolerance.nulls'),
  'counterparty-early': later('requests.pending-trade'),
  'counter-as-own': first('events.delivered'),
  'no-tolerance': first('receiver.attack'),
  'one-signature': later('events.two-signatures'),
  // At first, the exam failed it for another reason: it does not read its bids by itself, either.
  'acknowledges-first': later('events.work-fails'),
  'no-dedupe': first('events.doubled'),
  'trusts-event-status': first('trades.settles-late'),
  'unknown-event-refused': first('events.unknown-type'),
  'deprecated-alias': later('events.without-alias'),
  'ignores-livemode': later('events.sandbox'),
  'py-ascii-escaped': first('receiver.attack'),
  'py-no-timeout': later('failures.silence'),
  'py-swallows-errors': first('auth.revoked-grant'),
  'py-float-money': first('placing.decimals'),
  'py-first-page': first('pages.all'),
  'py-unknown-status': later('tolerance.unknown-status'),
};
