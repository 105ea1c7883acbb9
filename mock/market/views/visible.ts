declare const visible: unique symbol;

/** A value that a view has made: the only kind that a response or a delivery may carry. */
export type Visible<Value> = Value & { readonly [visible]: true };

/** Marks what a view returns. Only files of this folder call it; the proofs see to that. */
export function show<Value>(value: Value): Visible<Value> {
  // The mark exists for the compiler alone.
  return value as Visible<Value>;
}
