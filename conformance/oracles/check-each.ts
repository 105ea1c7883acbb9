/** Helpers for oracles that check the shape of response bodies, and some of delivery bodies. */
import type { OperationId } from '#spec';
import { Breach, Reply, isSuccess, readEnvelope, readUrl, type Exchange, type JsonNode, type Receipt } from '#client';
import { opinionOf, type OracleOpinion } from './oracle.ts';

/** A successful operation with a JSON body. */
export interface Success {
  operation: OperationId;
  reply: Reply;
  body: JsonNode;
  query: URLSearchParams;
}

/**
 * Checks every successful response with a JSON body.
 * @param check returns how many things it checked. With 0, the oracle has no opinion
 */
export function onSuccess(check: (success: Success) => number): (exchange: Exchange) => OracleOpinion {
  return (exchange) => {
    const { operation, json } = exchange;
    if (operation === undefined || !isSuccess(exchange) || json === undefined) return undefined;
    const reply = new Reply(exchange);
    return counted(
      check({
        operation,
        reply,
        body: reply.body,
        get query(): URLSearchParams {
          return readUrl(exchange.url)?.searchParams ?? new URLSearchParams();
        },
      }),
    );
  };
}

/** Checks the envelope of every delivery. @param check returns how many things it checked */
export function onReceipt(check: (envelope: JsonNode) => number): (receipt: Receipt) => OracleOpinion {
  return (receipt) => {
    if (receipt.arrival.json === undefined) return undefined;
    const opinion = opinionOf(() => counted(check(readEnvelope(receipt.arrival))));
    if (!(opinion instanceof Breach)) return opinion;
    // The target sent the delivery, so there is no request to repeat.
    const { exchange: _exchange, message, ...details } = opinion.details;
    return new Breach({ ...details, message: `In a delivery to ${receipt.actor}: ${message}` });
  };
}

/** The opinion of a check that found nothing wrong. @param looked_at how many things it checked. With 0, there is no opinion */
export function counted(looked_at: number): OracleOpinion {
  return looked_at === 0 ? undefined : 'fine';
}

/** A gateway can return such statuses on its own, without following the document. */
export function mayBeOfGateway({ status }: Exchange): boolean {
  return status >= 500 || status === 429;
}

/** Checks a member if it exists. @returns whether it exists */
export function checkIfThere(holder: JsonNode, key: string, check: (member: JsonNode) => void): number {
  const member = holder.find(key);
  if (member === undefined) return 0;
  check(member);
  return 1;
}

export function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
