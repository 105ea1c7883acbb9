/** The coach of `gristmill mock`: names what a client does that fails in production. Exported as `gristmill/coach`. */
export { RULES, coach } from './coach.ts';
export type { Rule, Sighting } from './rule.ts';
export type { Coach, Delivery, Exchange, Finding, Traffic } from '#mock/server/journal/traffic';
