import { CHANGES_VIOLATED } from './listings/changes.ts';
import { RECEIVED_VIOLATED } from './listings/received.ts';
import { SUBMISSIONS_VIOLATED } from './listings/submissions.ts';
import { VIEWS_VIOLATED } from './listings/views.ts';

export const LISTINGS = [...VIEWS_VIOLATED, ...SUBMISSIONS_VIOLATED, ...CHANGES_VIOLATED, ...RECEIVED_VIOLATED];
