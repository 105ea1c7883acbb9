/** The forms in which a learned name or id is searched for. */
import { base64Forms, hashForms, type Form } from '#client';

/** A shorter name, written without spaces, could be part of other words by coincidence. */
const JOINED_MIN = 8;
/** A shorter last name could be any word. */
const LAST_NAME_MIN = 5;
/** Words that are common in names of farms and companies. A name that consists only of these words identifies no one, and a name that contains one has no last name. */
const COMMON_WORDS = new Set(
  (
    'farm farms acres ranch ranches land lands cattle seed seeds grain grains family place colony holdings company co inc ltd limited ' +
    'corp corporation enterprises brothers bros sons agri agro agriculture produce producer producers seller sellers grower growers ' +
    'harvest valley prairie river field fields hill hills lake creek north south east west northern southern eastern western central ' +
    'home main new old big little my our the and of test demo sample example sandbox default first second third one two three a b c'
  ).split(' '),
);
/** The part of an id after its prefix, if it is at least this long. */
const ID_PART_MIN = 10;

/** What to search for: in the text itself, and in its letters and digits alone. */
interface Forms {
  in_text: readonly Form[];
  squeezed: readonly Form[];
  /** The last name of a person, which can occur by coincidence. */
  last_name: string | undefined;
}

export function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Whether a word is too common to identify the owner of a name. */
export function isCommonWord(word: string): boolean {
  return COMMON_WORDS.has(word) || /^\d+$/.test(word);
}

/** Only the letters and digits, in lower case. */
export function squeeze(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** The forms of a name: with any separators, in any word order, reversed, encoded, and hashed. */
export function formsOfName(name: string): Forms {
  const words = wordsOf(name);
  const joined = words.join('');
  const turned = [...words.slice(-1), ...words.slice(0, -1)].join('');
  const is_long = joined.length >= JOINED_MIN && words.length > 1;
  const spellings = [...new Set([name, name.toLowerCase(), name.toUpperCase()])];
  return {
    in_text: [
      { text: name.toLowerCase(), how: 'in full', is_whole: true },
      ...(is_long ? spellings.flatMap(encoded) : []),
      ...(is_long ? [words.join('-'), words.join('_'), joined].flatMap((one) => hashForms(one)) : []),
    ],
    squeezed: is_long
      ? [
          { text: joined, how: 'with other separators', is_whole: false },
          { text: turned, how: 'with its words in a different order', is_whole: false },
          { text: Array.from(joined).toReversed().join(''), how: 'backwards', is_whole: false },
        ]
      : [],
    last_name: lastNameOf(name),
  };
}

function lastNameOf(name: string): string | undefined {
  const words = name.split(/\s+/);
  const is_person = words.length >= 2 && words.length <= 3 && words.every((word) => /^\p{Lu}[\p{L}'’-]*\.?$/u.test(word));
  const last = words.at(-1)?.toLowerCase() ?? '';
  if (!is_person || last.length < LAST_NAME_MIN || wordsOf(name).some(isCommonWord)) return undefined;
  return last;
}

/** The forms of an id or an email address. */
export function formsOfId(id: string): Forms {
  const part = id.slice(id.indexOf('_') + 1).toLowerCase();
  const parts: Form[] = part.length >= ID_PART_MIN ? [{ text: part, how: 'in part', is_whole: false }] : [];
  return {
    in_text: [{ text: id.toLowerCase(), how: 'in full', is_whole: true }, ...parts, ...encoded(id)],
    squeezed: [],
    last_name: undefined,
  };
}

function encoded(text: string): readonly Form[] {
  return [
    ...base64Forms(text),
    { text: Buffer.from(text).toString('hex'), how: 'in hexadecimal', is_whole: false },
    ...hashForms(text),
  ];
}
