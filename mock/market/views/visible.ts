declare const visible: unique symbol;

/** A value that a view returned. Responses and deliveries contain only such values. */
export type Visible<Value> = Value & { readonly [visible]: true };

/** Marks the result of a view. A proof checks that only files of this folder call it. */
export function show<Value>(value: Value): Visible<Value> {
  // The brand exists in the type only.
  return value as Visible<Value>;
}
