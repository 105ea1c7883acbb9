import type { Check } from '../check/check.ts';
import { FIRST_ATTEMPT_CHECKS } from './deliveries/first-attempt.ts';
import { OTHER_CODES_CHECKS } from './deliveries/other-codes.ts';
import { RETRIED_CHECKS } from './deliveries/retried.ts';
import { ROW_CHECKS } from './deliveries/rows.ts';
import { SCHEDULE_CHECKS } from './deliveries/schedule.ts';
import { TIMEOUT_CHECKS } from './deliveries/timeout.ts';

export const DELIVERIES_CHECKS: readonly Check[] = [
  ...FIRST_ATTEMPT_CHECKS,
  ...OTHER_CODES_CHECKS,
  ...ROW_CHECKS,
  ...TIMEOUT_CHECKS,
  ...SCHEDULE_CHECKS,
  ...RETRIED_CHECKS,
];
