import { violation, withoutBodyField, withoutEffect } from './kit/index.ts';
import type { Violation } from './violation.ts';

export const LISTINGS: readonly Violation[] = [
  violation('LST-3/drafts-are-listed', 'What was to be a draft is published.', withoutBodyField('createListing', 'list')),
  violation('LST-7/delete-without-effect', 'A listing that was deleted is not archived.', withoutEffect('archiveListing')),
];
