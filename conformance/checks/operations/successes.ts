import type { Check } from '../../check/check.ts';
import { check } from '../../check/check.ts';
import type { Reply } from '#client';
import { expectStatus, expectSuccess } from '#client';
import type { CoveragePass } from '../../coverage-pass/coverage-pass.ts';
import type { CheckContext } from '../../check/check-context.ts';

type OperationId = Parameters<CoveragePass['successes']['get']>[0];
/** An operation, its row, the status that it succeeds with (undefined: any 2xx), and what would let it be seen. */
type Row = [operation: OperationId, name: string, status: number | undefined, config_key: string];

const ROWS: readonly Row[] = [
  ['listInventory', 'GET /inventory', 200, 'actors.buyer'],
  ['getInventoryFilters', 'GET /inventory/filters', 200, 'actors.buyer'],
  ['getInventory', 'GET /inventory/{id}', 200, 'actors.buyer'],
  ['placeBid', 'POST /inventory/{id}/bids', 201, 'actors.seller'],
  ['listBids', 'GET /bids', 200, 'actors.buyer'],
  ['getBid', 'GET /bids/{id}', 200, 'actors.buyer'],
  ['acceptBid', 'POST /bids/{id}/accept', 200, 'actors.seller'],
  ['rejectBid', 'POST /bids/{id}/reject', 200, 'actors.seller'],
  ['counterBid', 'POST /bids/{id}/counter', 201, 'actors.seller'],
  ['listDeliveryLocations', 'GET /delivery-locations', 200, 'actors.elevator'],
  ['listMarketCommodities', 'GET /market/commodities', 200, 'actors.buyer'],
  ['listMarketPrices', 'GET /market/prices', 200, 'actors.buyer'],
  ['getPriceHistory', 'GET /market/prices/{commodity}/history', 200, 'actors.buyer'],
  ['listTrades', 'GET /trades', 200, 'actors.buyer'],
  ['getTrade', 'GET /trades/{id}', 200, 'actors.seller'],
  ['listTeams', 'GET /teams', 200, 'actors.buyer'],
  ['getTeam', 'GET /teams/{id}', 200, 'actors.buyer'],
  ['listCashBids', 'GET /cash-bids', 200, 'actors.elevator'],
  ['createCashBid', 'POST /cash-bids', 201, 'fixtures.cash_bid_body'],
  ['updateCashBid', 'PATCH /cash-bids/{id}', 200, 'fixtures.cash_bid_body'],
  ['listOffers', 'GET /cash-bids/{id}/offers', 200, 'fixtures.cash_bid_body'],
  ['acceptOffer', 'POST /cash-bid-offers/{id}/accept', 200, 'hooks.make_offer'],
  ['rejectOffer', 'POST /cash-bid-offers/{id}/reject', 200, 'hooks.make_offer'],
  ['listWebhooks', 'GET /webhooks', 200, 'actors.buyer'],
  ['createWebhook', 'POST /webhooks', 201, 'actors.buyer'],
  ['deleteWebhook', 'DELETE /webhooks/{id}', 200, 'actors.buyer'],
  ['listDeliveries', 'GET /webhooks/{id}/deliveries', 200, 'actors.buyer'],
  ['redeliver', 'POST /webhooks/{id}/deliveries/{delivery_id}/redeliver', 200, 'target.receiver_url'],
  ['simulateEvent', 'POST /sandbox/simulate-event', undefined, 'actors.seller_sandbox'],
  ['createSandboxUser', 'POST /sandbox/users', undefined, 'fixtures.sandbox_user_body'],
  ['listGrades', 'GET /grades', undefined, 'actors.buyer'],
  ['listFarms', 'GET /me/farms', 200, 'actors.seller'],
  ['createFarm', 'POST /me/farms', 201, 'actors.seller'],
  ['getFarm', 'GET /me/farms/{id}', 200, 'actors.seller'],
  ['updateFarm', 'PATCH /me/farms/{id}', 200, 'actors.seller'],
  ['listListings', 'GET /me/inventory', 200, 'actors.seller'],
  ['createListing', 'POST /me/inventory', 201, 'actors.seller'],
  ['getListing', 'GET /me/inventory/{id}', 200, 'actors.seller'],
  ['updateListing', 'PATCH /me/inventory/{id}', 200, 'actors.seller'],
  ['archiveListing', 'DELETE /me/inventory/{id}', 200, 'actors.seller'],
  ['listReceivedBids', 'GET /me/inventory/{id}/bids', 200, 'actors.seller'],
  ['listBidsReceived', 'GET /me/bids-received', 200, 'actors.seller'],
];

export const SUCCESSES: readonly Check[] = ROWS.map(([operation, name, status, config_key]) =>
  check(
    `OP-1/${name
      .replaceAll(/[^A-Za-z-]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .toLowerCase()}`,
    titleOf(name, status),
    [],
    async (t) => {
      judgeVisits(t, await t.coveragePass(), operation, status, config_key);
    },
  ),
);

function titleOf(name: string, status: number | undefined): string {
  return `${name} succeeds with ${status ?? 'any 2xx'}`;
}

function judgeVisits(
  t: CheckContext,
  tour: CoveragePass,
  operation: OperationId,
  status: number | undefined,
  config_key: string,
): void {
  const visits = (tour.successes.get(operation) ?? []).filter((reply) => !isOfToken(reply));
  // Where it succeeds at all, what it refuses is the matter of whatever was asked for: a filter, or somebody's id.
  const succeeds = visits.some(({ is_success }) => is_success);
  const judged = succeeds ? visits.filter(({ is_success, status: seen }) => is_success || seen >= 500) : visits;
  for (const reply of judged) judgeStatus(reply, status);
  if (visits.length > 0) return;
  // A set-up may have been refused for a guess of ours; that it crashed, or is not there, is no guess.
  const crash = (tour.blocked.get(operation) ?? []).find((reply) => isCrash(reply) || reply.is_success);
  if (crash !== undefined) judgeStatus(crash, status);
  t.unverifiable(`it was not seen to succeed: ${tour.gaps.join('; ').slice(0, 400) || 'nobody could ask for it'}`, config_key);
}

function judgeStatus(reply: Reply, status: number | undefined): void {
  if (status === undefined) expectSuccess(reply);
  else expectStatus(reply, status);
}

/** A token that lacks a scope, or a limit that was reached, says nothing of the operation. */
function isOfToken({ status }: Reply): boolean {
  return status === 401 || status === 403 || status === 429;
}

function isCrash({ status }: Reply): boolean {
  return status >= 500 || status === 404 || status === 405;
}
