import { onBody, onField, violation, withHeaders } from './kit/index.ts';
import type { Violation } from './violation.ts';

export const CONVENTIONS: readonly Violation[] = [
  violation(
    'CONV-1/bare-resource',
    'A bid, a listing or a trade is answered without `data` around it.',
    onBody(['getBid', 'getInventory', 'getTrade'], ({ data }) => data),
  ),
  violation(
    'CONV-4/numeric-references',
    'References are numbers.',
    onField('everywhere', 'reference', () => 4_711),
  ),
  violation(
    'CONV-5/plain-text',
    'Answers say that they are plain text.',
    withHeaders('everywhere', { 'Content-Type': 'text/plain; charset=utf-8' }),
  ),
];
