/** Judges any deployment of the Grain Marketplace Enterprise API, known by its URL alone. */
export { conform } from './conform.ts';
export type { ConformOptions } from './conform.ts';
