import type { Check } from '../check/check.ts';
import { AUDIENCE_CHECKS } from './webhooks/audiences.ts';
import { CREATION_CHECKS } from './webhooks/creation.ts';
import { DELETION_CHECKS } from './webhooks/deletion.ts';
import { DELIVERY_LIST_CHECKS } from './webhooks/delivery-list.ts';
import { MODE_CHECKS } from './webhooks/mode.ts';
import { SIBLINGS_CHECKS } from './webhooks/siblings.ts';
import { REDELIVERY_CHECKS } from './webhooks/redelivery.ts';
import { SCOPE_CHECKS } from './webhooks/scopes.ts';

export const WEBHOOKS_CHECKS: readonly Check[] = [
  ...CREATION_CHECKS,
  ...AUDIENCE_CHECKS,
  ...DELETION_CHECKS,
  ...SCOPE_CHECKS,
  ...MODE_CHECKS,
  ...DELIVERY_LIST_CHECKS,
  ...REDELIVERY_CHECKS,
  ...SIBLINGS_CHECKS,
];
