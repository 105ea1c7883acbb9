import { isRefusal, refuse } from '../domain/refusal.ts';
import { isJsonObject, onAnswer, onError, onFind, ownersOf, readJson, violation } from './kit/index.ts';
import type { Violation } from './violation.ts';

export const ERRORS_VIOLATED: readonly Violation[] = [
  violation(
    'ERR-1/no-error-around-it',
    'An error is not wrapped in `error`.',
    onAnswer('everywhere', (answer, { refusal }) => {
      if (refusal === undefined) return answer;
      const body = readJson(answer.text);
      return isJsonObject(body) ? { ...answer, text: JSON.stringify(body['error']) } : answer;
    }),
  ),
  violation(
    'ERR-2/fields-untold',
    'What is invalid is not named.',
    onError('everywhere', 'validation_failed', (error) => ({ ...error, errors: undefined })),
  ),
  violation(
    'ERR-3/forbidden-for-anothers',
    "Another's bid is forbidden instead of missing.",
    onFind('getBid', async (found, { db, path }) => {
      const is_there = isRefusal(found) && (await ownersOf(db, path['id'] ?? '')).length > 0;
      return is_there ? refuse('insufficient_scope') : found;
    }),
  ),
  violation(
    'ERR-6/status-500-in-body',
    '`error.status` is 500 whatever the status.',
    onError('everywhere', 'any', (error) => ({ ...error, status: 500 })),
  ),
];
