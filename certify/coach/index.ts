/** The coach of `gristmill mock`: finds mistakes in clients that cause failures in production. Exported as `gristmill/coach`. */
export { RULES, coach } from './coach.ts';
export type { Rule, Sighting } from './rule.ts';
export type { Coach, Delivery, Exchange, Finding, Traffic } from '#mock/server/journal/traffic';
