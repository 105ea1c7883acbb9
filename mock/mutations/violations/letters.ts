/** Letters beyond ASCII. */
import { all, onRequestField, violations, withFields, withPayload } from './kit/index.ts';

/** Reads UTF-8 as Latin-1. */
function encodeTwice(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

function misread(value: unknown): unknown {
  return typeof value === 'string' ? encodeTwice(value) : value;
}

export const LETTERS_VIOLATED = violations({
  'INV-19/variety-encoded-twice: POST /me/inventory reads `variety` as Latin-1.': onRequestField(
    'createListing',
    'variety',
    misread,
  ),
  'INV-19/encoded-twice-for-buyers: GET /inventory/{id} shows `variety` encoded twice.': withFields(
    'getInventory',
    ({ variety }) => ({ variety: variety === null ? null : encodeTwice(variety) }),
  ),
  'INV-19/question-marks: POST /me/inventory stores emoji in `variety` as question marks.': onRequestField(
    'createListing',
    'variety',
    (variety) => (typeof variety === 'string' ? variety.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?') : variety),
  ),
  'FARM-3/name-encoded-twice: PATCH /me/farms/{id} reads `name` as Latin-1.': onRequestField('updateFarm', 'name', misread),
  'FARM-3/name-escaped: PATCH /me/farms/{id} escapes `name` for HTML.': onRequestField('updateFarm', 'name', (name) =>
    typeof name === 'string' ? name.replaceAll('&', '&amp;').replaceAll('"', '&quot;') : name,
  ),
  'EVT-12/encoded-twice: `name` in queue events is encoded twice.': all(
    withFields('listDeliveryLocations', ({ name }) => ({ name: `${name} Été` })),
    withPayload(['queue.congestion_started', 'queue.congestion_cleared'], ({ name }) => ({
      name: encodeTwice(`${String(name)} Été`),
    })),
  ),
});
