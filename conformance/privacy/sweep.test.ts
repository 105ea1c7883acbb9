import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { Secrets, geohash, type Settings } from '#client';
import { sweep } from './sweep.ts';

// The constructor reads only these two.
const NOTHING = { fixtures: { secrets: ['Rose Valley Acres', 'Ada Byron'] }, actors: new Map() } as unknown as Settings;

const NAME = 'Quzivoxake Bimolutave Farm';
const [LATITUDE, LONGITUDE] = [50.482917, -104.613371];

function plant(): Secrets {
  const secrets = new Secrets(NOTHING);
  for (const text of ['Quzivoxake', 'Bimolutave']) secrets.add({ kind: 'farm name', text, owner: 'seller' });
  secrets.add({ kind: 'farm id', text: 'farm_8d2f0c71', owner: 'seller' });
  secrets.addPoint({ latitude: LATITUDE, longitude: LONGITUDE, owner: 'seller' });
  return secrets;
}

function find(json: unknown, headers: Record<string, string> = {}, sent = ''): readonly string[] {
  const findings = sweep(plant(), { headers, text: JSON.stringify(json), json, sent });
  return findings.map(({ secret }) => secret.kind);
}

const base64 = (text: string): string => Buffer.from(text).toString('base64url');
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

test.each<[string, unknown]>([
  ['unchanged', { a: { b: [NAME] } }],
  ['one word of it', { slug: 'bimolutave-12' }],
  ['in capitals', { code: 'QUZIVOXAKE' }],
  ['URL-encoded', { href: `/x?q=${encodeURIComponent(NAME)}` }],
  ['letter by letter', { href: '/x?q=%51uzivoxake' }],
  ['in base64, at each alignment', { t: base64(`a${NAME}`) }],
  ['in base64, inside JSON', { t: base64(JSON.stringify({ f: NAME })) }],
  ['in base64 of small letters', { t: base64(`xy${NAME.toLowerCase()}`) }],
  ['in hexadecimal', { t: Buffer.from(NAME).toString('hex') }],
  ['hashed', { t: hash('Quzivoxake').slice(0, 12) }],
  ['backwards', { t: 'ekaxovizuQ' }],
  ['in a key', { [NAME]: 1 }],
  ['a coordinate', { x: LATITUDE }],
  ['a coordinate to five decimals', { x: 104.61337 }],
  ['both to two decimals', { p: [-104.61, 50.48] }],
  ['both cut to three decimals', { p: { y: '50.482', x: '-104.613' } }],
  ['both in a text', { p: 'at 50.483, -104.613' }],
  ['both in base64', { t: base64('50.48,-104.61 ') }],
  ['in millionths', { p: 50_482_917 }],
  ['a geohash of seven', { p: geohash(LATITUDE, LONGITUDE, 7) }],
  ['the id of the farm', { source: 'farm_8d2f0c71' }],
  ['a configured name', { note: 'from ROSE VALLEY ACRES, SK' }],
  ['an escaped name', { note: 'Ada Byron' }],
])('found: %s', (_, json) => {
  expect(find(json)).not.toEqual([]);
});

test('found in headers, with their names', () => {
  const findings = sweep(plant(), { headers: { etag: `"${base64(NAME)}"` }, text: '{}', json: {}, sent: '' });
  expect(findings.map(({ place }) => place)).toEqual(['the header etag', 'the header etag']);
});

test('a secret is found behind JSON escapes', () => {
  const text = String.raw`{"a":"\u0051uzivoxake"}`;
  expect(sweep(plant(), { headers: {}, text, json: JSON.parse(text), sent: '' })).toHaveLength(1);
});

test.each<[string, unknown, string?]>([
  ['a price and a quantity', { amount: 50.48, quantity_mt: 104.61 }],
  ['a price alone', { amount: 50.4829 }],
  ['one decimal', { p: [50.5, -104.6] }],
  ['the seconds of a time', { listed_at: `2026-11-26T10:43:${LATITUDE}-06:00` }],
  ['another place of the city', { p: [50.49, -104.63] }],
  ['what was sent', { href: '/inventory?near=50.482917,-104.613371,5' }, '/inventory?near=50.482917,-104.613371,5'],
  ['an id that was asked for', { message: 'farm_8d2f0c71 is not there' }, 'GET /me/farms/farm_8d2f0c71'],
  ['a longer id', { id: 'farm_8d2f0c71ab' }],
  ['a part of a configured name', { nearest_city: 'Rose Valley' }],
  ['a configured name that the seller typed', { variety: 'Rose Valley Acres' }],
  ['the counterparty of what is settled', { status: 'Completed', counterparty: { name: 'Ada Byron' } }],
  ['an id that holds a geohash', { id: `x${geohash(LATITUDE, LONGITUDE, 6)}77` }],
])('left alone: %s', (_, json, sent) => {
  expect(find(json, {}, sent)).toEqual([]);
});

test('CB-7 the offering party of an offer with an undocumented status is legal, and that of an open offer is found', () => {
  const offer = { cash_bid_id: 'cb_1', offered_by: { name: 'Ada Byron' } };
  expect(find({ ...offer, status: 'taken' })).toEqual([]);
  for (const status of ['pending', 'Declined']) expect(find({ ...offer, status })).toEqual(['configured secret']);
});

test('the counterparty of an unsettled record is found', () => {
  expect(find({ status: 'Pending', counterparty: { name: 'Ada Byron' } })).toEqual(['configured secret']);
});

test('no farm looks like a leak of another, even of one that was planted within 0.001 degrees', () => {
  const secrets = new Secrets(NOTHING);
  const near = { latitude: 50.5, longitude: -104.6 };
  const farms = Array.from({ length: 12 }, () =>
    ['seller', 'partner'].map((owner) => ({ owner, ...secrets.makeCanaryFarm(owner, near, 0.001) })),
  ).flat();
  for (const { owner, latitude, longitude } of farms) {
    expect(Math.abs(latitude - near.latitude)).toBeLessThan(0.001);
    expect(Math.abs(longitude - near.longitude)).toBeLessThan(0.001);
    for (const json of [latitude, longitude]) {
      const found = sweep(secrets, { headers: {}, text: JSON.stringify(json), json, sent: '' });
      expect(new Set(found.map(({ secret }) => secret.owner)), `of ${owner}: ${json}`).toEqual(new Set([owner]));
    }
  }
});

test('the coordinates of a planted farm are found in any rounding, and as numbers that JSON shortened', () => {
  const secrets = plant();
  for (let i = 0; i < 40; i += 1) {
    const { latitude, longitude } = secrets.makeCanaryFarm('seller');
    for (const decimals of [2, 3, 4, 5]) {
      const rounded = [latitude, longitude].map((degrees) => Number(degrees.toFixed(decimals)));
      const cut = [latitude, longitude].map((degrees) => Math.trunc(degrees * 10 ** decimals) / 10 ** decimals);
      for (const json of [{ pin: rounded }, { pin: cut }]) {
        const kinds = sweep(secrets, { headers: {}, text: JSON.stringify(json), json, sent: '' }).map(
          ({ secret }) => secret.kind,
        );
        expect(kinds, JSON.stringify(json)).toContain('coordinates');
      }
    }
  }
});

test('the seconds of a time with microseconds are not a coordinate', () => {
  expect(find({ created_at: '2026-11-26T11:13:50.482917-06:00', next: '?from=2026-11-26T11%3A13%3A50.482917Z' })).toEqual([]);
  expect(find({ note: 'at:50.482917' })).toEqual(['coordinate']);
});
