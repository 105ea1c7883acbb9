/** Requests that take effect although the response is an error. */
import {
  all,
  violationTable,
  fieldsOf,
  findOwner,
  isAt,
  isJsonObject,
  isRefusal,
  nameOf,
  onResponse,
  onCaller,
  refuse,
  refuseFields,
  violations,
  type AnyCall,
  type CallOf,
  type Seams,
  type SubjectOf,
} from '../kit/index.ts';
import type { OperationId } from '#spec';
import type { Incoming } from '../../../server/http/incoming.ts';
import { makeRefusalResponse } from '../../../server/http/respond.ts';

/** Performs the action of any caller on the record in the path, and returns 404 unless the caller owns it. */
function applyingTo404(where: OperationId): Partial<Seams> {
  const foreign = new WeakSet<Incoming>();
  return all(
    onCaller(where, async (caller, context) => {
      const owner = await findOwner(caller, context);
      if (owner === undefined) return caller;
      foreign.add(context.incoming);
      return owner;
    }),
    onResponse(where, (response, { incoming, refusal }) =>
      refusal === undefined && foreign.has(incoming) ? makeRefusalResponse(refuse('not_found')) : response,
    ),
  );
}

/** A field of a body, with the rule that it must follow. */
interface Part {
  field: string;
  isValid: (value: unknown) => boolean;
  /** The value to store instead of an invalid or missing one. Undefined drops an invalid one. */
  repaired?: unknown;
}

/** Performs the action as if an invalid field had been valid or left out, and returns 422. */
function applyingTo422(where: OperationId, { field, isValid, repaired }: Part): Partial<Seams> {
  const invalid = new WeakSet<Incoming>();
  return all(
    {
      request: (incoming, { operation_id }) => {
        const fields = fieldsOf(incoming);
        const is_affected = isAt(where, operation_id) && (field in fields || repaired !== undefined);
        if (!is_affected || isValid(fields[field])) return incoming;
        const changed = { ...incoming, bytes: Buffer.from(JSON.stringify({ ...fields, [field]: repaired })) };
        invalid.add(changed);
        return changed;
      },
    },
    onResponse(where, (response, { incoming, refusal }) =>
      refusal === undefined && invalid.has(incoming)
        ? makeRefusalResponse(refuseFields({ field, message: 'is invalid' }))
        : response,
    ),
  );
}

const isNumber = (value: unknown): boolean => typeof value === 'number';
const isPrice = (value: unknown): boolean => isJsonObject(value) && isNumber(value['amount']);

const INVALID = violationTable(
  applyingTo422,
  (where: OperationId, { field }: Part) => `${nameOf(where)} with an invalid \`${field}\` takes effect and returns 422.`,
  {
    'ERR-2/bid-placed-all-the-same': ['placeBid', { field: 'quantity_mt', isValid: isNumber, repaired: 10 }],
    'ERR-2/farm-created-all-the-same': ['createFarm', { field: 'latitude', isValid: isNumber, repaired: 50.5 }],
    'ERR-2/listing-created-all-the-same': ['createListing', { field: 'quantity_mt', isValid: isNumber, repaired: 20 }],
    'ERR-2/subscribed-all-the-same': ['createWebhook', { field: 'events', isValid: Array.isArray, repaired: ['trade.created'] }],
    'ERR-2/farm-changed-all-the-same': ['updateFarm', { field: 'latitude', isValid: isNumber }],
    'ERR-2/listing-changed-all-the-same': ['updateListing', { field: 'target_price', isValid: isPrice }],
    'ERR-2/cash-bid-changed-all-the-same': ['updateCashBid', { field: 'price', isValid: isPrice }],
    'BID-50/countered-all-the-same': ['counterBid', { field: 'quantity_mt', isValid: isNumber, repaired: 10 }],
  },
);

/** Accepts the known lines of `bid_items`, and returns the refusal for the unknown ones. */
const LINES = violations({
  'BID-21/known-lines-taken-all-the-same: Accepting a bid with an unknown line returns 422 and accepts the other lines.': {
    act: async (call, subject, act, { operation_id }) => {
      const response = await act(call, subject);
      if (operation_id !== 'acceptBid' || !isRefusal(response) || response.refused !== 'validation_failed') return response;
      // The operation types the call.
      const { body } = call as CallOf<'acceptBid'>;
      // The operation also types its subject.
      const { stored } = subject as SubjectOf<'acceptBid'>;
      const known = body?.bid_items?.filter((item) => stored.lines.some(({ grade }) => grade === item));
      if (known === undefined || known.length === 0) return response;
      const other_body: unknown = { bid_items: known.slice(0, 1) };
      // The operation types its response.
      await act({ ...call, body: other_body } as AnyCall, subject);
      return response;
    },
  },
});

const STRANGERS = violationTable(
  applyingTo404,
  (where: OperationId) => `${nameOf(where)} takes effect for another caller's record and returns 404.`,
  {
    'BID-19/accepted-all-the-same': ['acceptBid'],
    'BID-19/rejected-all-the-same': ['rejectBid'],
    'BID-19/countered-all-the-same': ['counterBid'],
    'CB-5/accepted-all-the-same': ['acceptOffer'],
    'CB-5/rejected-all-the-same': ['rejectOffer'],
    'ERR-3/cash-bid-changed-all-the-same': ['updateCashBid'],
    'ERR-3/farm-changed-all-the-same': ['updateFarm'],
    'ERR-3/listing-changed-all-the-same': ['updateListing'],
    'LST-7/archived-all-the-same': ['archiveListing'],
    'WHK-5/deleted-all-the-same': ['deleteWebhook'],
    'WHK-8/queued-for-others-all-the-same': ['redeliver'],
  },
);

export const EFFECTS_OF_REJECTED_REQUESTS = [...STRANGERS, ...INVALID, ...LINES];
