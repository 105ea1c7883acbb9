/**
 * The valid part of a body that has fields of the wrong shape. Any field, element, or nested field can be missing.
 * Rules find further errors in it (ERR-5) and ignore missing fields.
 */
export type DeepPartial<Value> = Value extends readonly (infer Element)[]
  ? readonly (DeepPartial<Element> | undefined)[]
  : Value extends object
    ? { readonly [Key in keyof Value]?: DeepPartial<Value[Key]> | undefined }
    : Value;
