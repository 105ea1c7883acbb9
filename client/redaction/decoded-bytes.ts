/** Decodes base64 and hexadecimal runs in a text, at every offset. */
import { OTHER, SKIPPED, ViewBuffer, fold, type DecodedView } from './decoded-view.ts';

const NO_DIGIT = 255;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `offsets`: the number of distinct alignments of a byte. */
const ENCODINGS = [
  { bits: 6, offsets: 4, values: valuesOf(`${LETTERS}0123456789+/`, `${LETTERS}0123456789-_`) },
  { bits: 4, offsets: 2, values: valuesOf('0123456789abcdef', '0123456789ABCDEF') },
] as const;

function valuesOf(...alphabets: readonly string[]): Uint8Array {
  const values = new Uint8Array(128).fill(NO_DIGIT);
  for (const alphabet of alphabets)
    for (const [value, sign] of Array.from(alphabet).entries()) values[sign.charCodeAt(0)] = value;
  return values;
}

type Run = readonly [from: number, until: number];

const buffer = new ViewBuffer();

type Bytes = Omit<DecodedView, 'characters'>;

/** Each result is valid until the next one. @param bytes_min the minimum length of a run */
export function* decodeBytes(view: DecodedView, bytes_min: number): Iterable<Bytes> {
  for (const { values, bits, offsets } of ENCODINGS) {
    const runs = findRuns(view.characters, values, Math.floor((bytes_min * 8) / bits));
    if (runs.length === 0) continue;
    for (let offset = 0; offset < offsets; offset += 1) yield decodeRuns(view, runs, { values, bits, offset });
  }
}

function findRuns(characters: Uint16Array, values: Uint8Array, length_min: number): readonly Run[] {
  const runs: Run[] = [];
  let from = 0;
  for (let i = 0; i <= characters.length; i += 1) {
    if ((values[characters[i] ?? NO_DIGIT] ?? NO_DIGIT) !== NO_DIGIT) continue;
    if (i - from >= length_min) runs.push([from, i]);
    from = i + 1;
  }
  return runs;
}

interface Reading {
  values: Uint8Array;
  bits: number;
  offset: number;
}

function decodeRuns(view: DecodedView, runs: readonly Run[], { values, bits, offset }: Reading): Bytes {
  // A run has fewer bytes than digits, plus a separator.
  const size = runs.reduce((sum, [from, until]) => sum + until - from + 1, 0);
  buffer.reserve(size);
  const { codes, starts, ends } = buffer;
  let length = 0;
  const emit = (code: number, first: number, last: number): void => {
    codes[length] = code;
    starts[length] = view.starts[first] ?? 0;
    ends[length] = view.ends[last] ?? 0;
    length += 1;
  };
  for (const [from, until] of runs) {
    let [held, held_bits, first] = [0, 0, from + offset];
    for (let i = from + offset; i < until; i += 1) {
      held = (held << bits) | (values[view.characters[i] ?? 0] ?? 0);
      held_bits += bits;
      if (held_bits < 8) continue;
      held_bits -= 8;
      const folded = fold((held >> held_bits) & 0xff);
      if (folded !== SKIPPED) emit(folded, first, i);
      held &= (1 << held_bits) - 1;
      first = held_bits === 0 ? i + 1 : i;
    }
    emit(OTHER, until - 1, until - 1);
  }
  return buffer.view(length);
}
