/**
 * What is left of a body when the parts that have the wrong shape are taken out: any field, element or nested field may be missing.
 * Rules that judge such a rest can name what else is wrong with it (ERR-5), and stay silent about what they cannot see.
 */
export type DeepPartial<Value> = Value extends readonly (infer Element)[]
  ? readonly (DeepPartial<Element> | undefined)[]
  : Value extends object
    ? { readonly [Key in keyof Value]?: DeepPartial<Value[Key]> | undefined }
    : Value;
