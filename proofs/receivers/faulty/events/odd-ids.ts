/** EVT-3, CONV-2: it handles ids as something other than opaque strings. */
import { isEventType } from '#spec/events';
import type { Parts } from '../../clean.ts';
import type { Once } from '../../once.ts';
import { refuseUnless } from '../events.ts';
import { explained, faults, type FaultyRow } from '../row.ts';

/** Looks an id up as `isKnown` says, and then notes it. */
function remembers(isKnown: (id: string) => boolean, note: (id: string) => void): Once {
  return async (id, work) => {
    if (isKnown(id)) return 'duplicate';
    await work();
    note(id);
    return 'done';
  };
}

function seenInObject(): Partial<Parts> {
  const seen: Record<string, boolean> = {};
  return {
    once: remembers(
      (id) => Boolean(seen[id]),
      (id) => {
        seen[id] = true;
      },
    ),
  };
}

function seenAsOwnMember(): Partial<Parts> {
  const seen: Record<string, boolean> = {};
  return {
    once: remembers(
      (id) => Object.hasOwn(seen, id),
      (id) => {
        seen[id] = true;
      },
    ),
  };
}

function attemptsInObject(): Partial<Parts> {
  const attempts: Record<string, string[]> = {};
  return {
    acts: (type) => isEventType(type),
    validate: ({ id, type }) => {
      (attempts[id] ??= []).push(type);
      return undefined;
    },
  };
}

/** Keeps all ids in one string. */
function seenInText(separator: string, includes: (text: string, id: string) => boolean): () => Partial<Parts> {
  return () => {
    let text = separator;
    return {
      once: remembers(
        (id) => includes(text, id),
        (id) => {
          text += `${id}${separator}`;
        },
      ),
    };
  };
}

/** As PHP compares two strings with ==. */
function looselyEqual(id: string): string {
  return /^\s*[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(id) ? String(Number(id)) : id;
}

export const ODD_ID_FAULTS: readonly FaultyRow[] = faults('warned', {
  'EVT-3/seen-in-an-object: It looks up seen[id] in a plain object, so the id constructor counts as seen.': explained(
    'EVT-3/odd-ids',
    /Map|object/,
    seenInObject,
  ),
  'EVT-3/seen-as-an-own-member: It notes ids as members of a plain object, where __proto__ leaves no trace.': explained(
    'EVT-3/odd-ids',
    /Map|object/,
    seenAsOwnMember,
  ),
  'EVT-3/attempts-in-an-object: It keeps a list of attempts[id] in a plain object, and crashes on the id constructor.': explained(
    'EVT-3/odd-ids',
    /Map|object/,
    attemptsInObject,
  ),
  'EVT-3/file-per-event: It writes an event to a file named by its id, and fails if the id has a slash.': explained(
    'EVT-3/odd-ids',
    /opaque|file/,
    refuseUnless(({ id }) => !id.includes('/'), 500),
  ),
  'EVT-3/seen-in-a-log: It searches its log for the id, and finds it in a longer one.': explained(
    'EVT-3/similar-ids',
    /part|contain|inside a longer/,
    seenInText('\n', (text, id) => text.includes(id)),
  ),
  'EVT-3/seen-at-the-beginning: It searches for ids that begin with the id, as LIKE does.': explained(
    'EVT-3/similar-ids',
    /part|contain|inside a longer/,
    seenInText('\n', (text, id) => text.includes(`\n${id}`)),
  ),
  'EVT-3/seen-in-a-list-with-commas: It keeps ids in a text, separated by commas, and does not recognize an id with a comma.':
    explained(
      'EVT-3/odd-ids',
      /opaque/,
      seenInText(',', (text, id) => text.split(',').includes(id)),
    ),
  'EVT-3/loose-comparison: It compares ids with the == of PHP, for which 1e3 is 1000.': explained('EVT-3/similar-ids', /number/, {
    identify: ({ id }) => looselyEqual(id),
  }),
  'EVT-3/padded-column: Its id column ignores spaces at the end.': explained('EVT-3/similar-ids', /opaque/, {
    identify: ({ id }) => id.trimEnd(),
  }),
  'EVT-3/column-of-64: It keeps 64 characters of an id.': explained('EVT-3/similar-ids', /short/, {
    identify: ({ id }) => id.slice(0, 64),
  }),
  'EVT-3/blind-to-accents: Its id column ignores accents.': explained('EVT-3/similar-ids', /accents/, {
    identify: ({ id }) => id.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, ''),
  }),
  'EVT-3/id-in-a-path: It puts the id into a path without encoding it, so it ends at ? or #.': explained(
    'EVT-3/similar-ids',
    /opaque|encod/,
    { identify: ({ id }) => id.split(/[?#]/)[0] ?? '' },
  ),
});
