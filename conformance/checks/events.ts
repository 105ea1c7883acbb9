import type { Check } from '../check/check.ts';
import { ADDRESS_CHECKS } from './events/address.ts';
import { ANSWER_CHECKS } from './events/answers.ts';
import { EVENT_AUDIENCE_CHECKS } from './events/audiences.ts';
import { BYSTANDER_CHECKS } from './events/bystanders.ts';
import { CHAIN_CHECKS } from './events/chains.ts';
import { COUNTER_CHECKS } from './events/counters.ts';
import { ENVELOPE_CHECKS } from './events/envelopes.ts';
import { FIELD_CHECKS } from './events/fields.ts';
import { HOOK_TRIGGERED_CHECKS } from './events/hook-triggered.ts';
import { QUEUE_CHECKS } from './events/queues.ts';
import { SELLER_CHECKS } from './events/seller-side.ts';
import { TRADE_CHECKS } from './events/trades.ts';

export const EVENTS_CHECKS: readonly Check[] = [
  ...ENVELOPE_CHECKS,
  ...ADDRESS_CHECKS,
  ...ANSWER_CHECKS,
  ...CHAIN_CHECKS,
  ...COUNTER_CHECKS,
  ...SELLER_CHECKS,
  ...TRADE_CHECKS,
  ...EVENT_AUDIENCE_CHECKS,
  ...BYSTANDER_CHECKS,
  ...FIELD_CHECKS,
  ...HOOK_TRIGGERED_CHECKS,
  ...QUEUE_CHECKS,
];
