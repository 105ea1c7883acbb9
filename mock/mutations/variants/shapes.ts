import { all, isJsonObject, onField, onResource, withBodyFields } from '../violations/kit/index.ts';
import { translateIds } from './kit/translate-ids.ts';
import { variants } from './kit/variant.ts';

const IDS = /\b((?:inv|bid|trd|tm|cb|cbo|whk|whd|evt|farm|usr|line)_)([0-9a-f]{16}|[GHJKMNPQRSTVWXYZ]{16})\b/g;
const INSIDE = '0123456789abcdef';
const OUTSIDE = 'GHJKMNPQRSTVWXYZ';

/** Translates ids digit by digit, so that the translation is reversible. */
function translate(text: string, from: string, to: string): string {
  return text.replaceAll(IDS, (id, prefix: string, digits: string) =>
    from.includes(digits.charAt(0)) ? prefix + digits.replaceAll(/./g, (digit) => to.charAt(from.indexOf(digit))) : id,
  );
}

function outward(text: string): string {
  return translate(text, INSIDE, OUTSIDE);
}

/** Translates ids of a request. Ids in the internal form become invalid, so that only the external form works. */
function inward(text: string): string {
  return translate(
    text.replaceAll(IDS, (id, prefix: string, digits: string) =>
      INSIDE.includes(digits.charAt(0)) ? `${prefix}-${digits}` : id,
    ),
    OUTSIDE,
    INSIDE,
  );
}

/** All characters that end a path segment, a path, or a URL unless they are percent-encoded, and an escape that a second decoding would change. */
const RESERVED = '~a/b?c#d%2Fe f~';
const PLAIN_IDS = /(?<=(\/?)\b(?:inv|bid|trd|tm|cb|cbo|whk|whd|evt|farm|usr|line)_)(?=[0-9a-f]{16}\b)/g;

/** Inserts the reserved characters after the prefix. After a slash, an id is part of a link. */
function reserve(text: string): string {
  return text.replaceAll(PLAIN_IDS, (_, slash: string) => (slash === '' ? RESERVED : encodeURIComponent(RESERVED)));
}

/** Ids without the characters become invalid. The query of a request is encoded. */
function unreserve(text: string): string {
  return [RESERVED, encodeURIComponent(RESERVED), new URLSearchParams({ id: RESERVED }).toString().slice('id='.length)].reduce(
    (plain, form) => plain.replaceAll(form, ''),
    text.replaceAll(PLAIN_IDS, '-'),
  );
}

export const SHAPES = variants({
  'ids-of-another-shape (CONV-2, CONV-10): Ids have letters after the prefix in every request, response, and delivery.':
    translateIds(inward, outward),
  'ids-with-reserved-characters (CONV-2, CONV-10): Ids have characters that must be percent-encoded in a path.': translateIds(
    unreserve,
    reserve,
  ),
  'quantity-with-other-names (FMT-7): Quantities are `{ value, unit_code }`.': onField('everywhere', 'quantity', (quantity) =>
    isJsonObject(quantity) ? { value: quantity['amount'], unit_code: quantity['unit'] } : quantity,
  ),
  'trade-id (TRD-4, TRD-14): Trades have `trade_id` instead of `id`.': onResource(
    ['getTrade', 'listTrades', 'acceptBid', 'acceptOffer'],
    ({ id, ...trade }) => ({ trade_id: id, ...trade }),
  ),
  'more-fields (PAGE-1, INV-2, BID-13): Resources and pages have additional fields.': all(
    onResource('everywhere', (resource: unknown) => (isJsonObject(resource) ? { ...resource, x_schema: 'v1.7' } : resource)),
    withBodyFields('everywhere', { x_served_by: 'node-3' }),
  ),
  'archived-as-deleted (LST-7, LST-10): DELETE /me/inventory/{id} returns a Deleted object.': onResource(
    'archiveListing',
    ({ id }) => ({ deleted: true, id }),
  ),
});
