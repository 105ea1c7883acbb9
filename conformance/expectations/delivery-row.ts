import { warnUnless, type JsonNode } from '#client';

/** RTY-7: `delivered_at` is a string or null. That it is present even if it has no value is derived, as for the fields of a listing (INV-20). */
export function expectDeliveredAt(row: JsonNode): void {
  row.find('delivered_at')?.orNull((at) => at.text());
  warnUnless(row.has('delivered_at'), {
    message: 'A delivery row has no delivered_at.',
    reply: row.reply,
    pointer: row.pointer,
    expected: 'a string, or null',
    observed: row.value,
  });
}
