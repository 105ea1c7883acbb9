/** LST-6, INV-19: a change of the quantity. The document does not show the name of the field, so it is configured. */
import { expectThat, type JsonNode } from '#client';
import type { CheckContext } from '../../check/check-context.ts';

/** The body of PATCH /me/inventory/{id} with a quantity, for checks that need `fixture:quantity_field`. */
export function quantityBody({ run }: CheckContext, quantity_mt: number): Readonly<Record<string, number>> {
  return { [run.settings.fixtures.quantity_field ?? '']: quantity_mt };
}

/** Expects the new quantity. @param shown its member `quantity_mt` */
export function expectNewQuantity({ run }: CheckContext, shown: JsonNode, quantity_mt: number): void {
  const field = run.settings.fixtures.quantity_field ?? '';
  const { value } = shown;
  const is_near = typeof value === 'number' && Math.abs(value - quantity_mt) < 0.1;
  const is_rounded = is_near || value === Math.trunc(quantity_mt) || value === Math.round(quantity_mt);
  expectThat(shown.value === quantity_mt, {
    message: `PATCH /me/inventory/{id} with ${field} does not set the quantity.`,
    reply: shown.reply,
    pointer: shown.pointer,
    expected: `${quantity_mt}`,
    observed: shown.value,
    likely_cause: is_rounded
      ? 'The quantity is rounded, for example because it is stored as an integer.'
      : `The handler ignores ${field}, or this response shows an older quantity. If it expects another name, set fixtures.quantity_field.`,
  });
}
