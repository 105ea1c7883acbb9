import type { OperationId } from '#spec';
import { objectNodesIn } from '../../expectations/walk.ts';
import { ENDPOINTS, ID_PREFIX, isObject, type JsonNode } from '#client';
import { checkIfThere, onReceipt, onSuccess, sum } from '../check-each.ts';
import { oracle, type Oracle } from '../oracle.ts';

/** The prefix of an id, by the key of a nested object that has it. */
const PREFIX_OF_HOLDER: ReadonlyMap<string, string> = new Map([
  ['listing', 'inv_'],
  ['inventory', 'inv_'],
  ['bid', 'bid_'],
  ['bids', 'bid_'],
  ['trade', 'trd_'],
  ['team', 'tm_'],
  ['cash_bid', 'cb_'],
  ['offer', 'cbo_'],
  ['farm', 'farm_'],
]);

/** Members such as `bid_id`, which hold an id of something else. Delivery locations are CONV-3. */
const PREFIX_OF_KEY: ReadonlyMap<string, string> = new Map([
  ...[...PREFIX_OF_HOLDER].map(([holder, prefix]) => [`${holder}_id`, prefix] as const),
  ['event_id', 'evt_'],
  ['webhook_id', 'whk_'],
]);

type CheckId = (id: JsonNode, prefix: string) => void;

function checkReferences(at: JsonNode, check: CheckId): number {
  let looked_at = 0;
  for (const key of Object.keys(at.object())) {
    const prefix = PREFIX_OF_KEY.get(key);
    if (prefix !== undefined) looked_at += checkIfThere(at, key, (id) => id.orNull((one) => check(one, prefix)));
  }
  return looked_at;
}

function checkIds(body: JsonNode, operation: OperationId, check: CheckId): number {
  let looked_at = 0;
  for (const { at, holder } of objectNodesIn(body)) {
    looked_at += checkReferences(at, check);
    const prefix = holder === undefined ? ID_PREFIX[ENDPOINTS[operation].returns] : PREFIX_OF_HOLDER.get(holder);
    if (prefix !== undefined) looked_at += checkIfThere(at, 'id', (id) => check(id, prefix));
    // A line of a multi-grade bid has a string id without a prefix.
    if (holder === 'grades' && ID_PREFIX[ENDPOINTS[operation].returns] !== undefined) {
      looked_at += checkIfThere(at, 'id', (id) => check(id, ''));
    }
  }
  return looked_at;
}

function checkEnvelopeIds(envelope: JsonNode, check: CheckId): number {
  const own = checkIfThere(envelope, 'id', (id) => check(id, 'evt_'));
  const data = envelope.find('data');
  return data === undefined || !isObject(data.value) ? own : own + checkReferences(data, check);
}

const isString: CheckId = (id) => {
  id.text();
};

const hasPrefix: CheckId = (id, prefix) => {
  if (typeof id.value === 'string' && !id.value.startsWith(prefix)) {
    id.breach(`An id does not begin with ${prefix}.`, `${prefix}…`);
  }
};

function checkReferenceTexts(body: JsonNode): number {
  return sum(
    objectNodesIn(body).flatMap(({ at }) =>
      ['reference', 'bid_reference'].map((key) => checkIfThere(at, key, (text) => text.orNull((one) => one.text()))),
    ),
  );
}

export const ID_ORACLES: readonly Oracle[] = [
  oracle('CONV-2/every-id', 'Every id is a string', {
    check: onSuccess(({ body, operation }) => checkIds(body, operation, isString)),
    checkReceipt: onReceipt((envelope) => checkEnvelopeIds(envelope, isString)),
  }),
  oracle('CONV-3/every-location-id', 'Every id of a delivery location is an integer', {
    check: onSuccess(({ body, operation }) =>
      sum(
        objectNodesIn(body).map(({ at, holder }) => {
          const own = operation === 'listDeliveryLocations' && holder === undefined;
          return (
            (own || holder === 'delivery_location' ? checkIfThere(at, 'id', (id) => id.integer()) : 0) +
            checkIfThere(at, 'delivery_location_id', (id) => id.orNull((one) => one.integer()))
          );
        }),
      ),
    ),
  }),
  oracle('CONV-4/every-reference', 'Every reference is a string', {
    check: onSuccess(({ body }) => checkReferenceTexts(body)),
    checkReceipt: onReceipt((envelope) => checkReferenceTexts(envelope)),
  }),
  oracle('CONV-10/every-prefix', "Every id begins with the prefix of its resource, and the simulator's id is a string", {
    check: onSuccess(({ body, operation }) => {
      const ids = checkIds(body, operation, hasPrefix);
      if (operation !== 'simulateEvent') return ids;
      const buyers = objectNodesIn(body).filter(({ holder }) => holder === 'buyer');
      return ids + sum(buyers.map(({ at }) => checkIfThere(at, 'id', (id) => id.text())));
    }),
    checkReceipt: onReceipt((envelope) => checkEnvelopeIds(envelope, hasPrefix)),
  }),
];
