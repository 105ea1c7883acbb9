export interface TextFile {
  /** From the root of the project, with forward slashes: `mock/http/errors.ts`. */
  readonly path: string;
  readonly text: string;
}
