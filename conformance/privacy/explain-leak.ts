import { isSuccess, type Exchange } from '#client';

const IN_A_LINK = /\/(?:next|href)$/;
/** Documented fields of a listing, a bid, or a trade that hold text. */
const IN_A_PUBLIC_FIELD = /\/(?:variety|grade|province|nearest_city|reference)$/;

/**
 * The likely cause of a secret in a response.
 * @param place a JSON Pointer, or words such as `the header etag`
 */
export function explainLeak(exchange: Pick<Exchange, 'status'>, place: string): string {
  if (place.startsWith('the header ')) return 'The header is built from values of the record.';
  if (!isSuccess(exchange)) return 'The error is built from values of the record.';
  if (IN_A_LINK.test(place)) return 'The link contains values of a record, for example as a cursor.';
  if (IN_A_PUBLIC_FIELD.test(place))
    return 'This field is filled with a value of the seller or the farm, for example if it has none of its own.';
  return 'The full record is serialized, or it includes a joined column of the seller or the farm.';
}
