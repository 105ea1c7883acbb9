import {
  afterAct,
  fieldsOf,
  findRows,
  idIn,
  isJsonObject,
  isRefusal,
  onField,
  onLines,
  onFind,
  onRequestField,
  onRequestFields,
  RECEIVED_BIDS,
  refuse,
  refusing,
  refusingField,
  setRows,
  violations,
  withoutBodyField,
  type AnyCall,
  type Refusal,
  type Seams,
  type SubjectOf,
} from '../kit/index.ts';
import { later } from '../../../ports/clock.ts';
import { findLot } from '../../../market/store/lots.ts';
import type { Entry } from '../../../server/http/call.ts';
import type { Awaitable } from '../../seams.ts';
import type { OperationId } from '#spec';
import { ALL_VIEWS, fillInByGrades, isByGrades, onValidatedBody } from './deviations.ts';

const LOCATION = violations({
  'BID-9/location-optional: A bid that is not FOB farm is accepted without a delivery location.': onRequestFields(
    'placeBid',
    (fields) =>
      fields['fob_farm'] === false && fields['delivery_location_id'] === undefined ? { ...fields, fob_farm: true } : fields,
  ),
  'BID-9/null-location: A bid that is not FOB farm is accepted with a null `delivery_location_id`.': onRequestFields(
    'placeBid',
    ({ delivery_location_id, ...fields }) =>
      delivery_location_id === null ? { ...fields, fob_farm: true } : { ...fields, delivery_location_id },
  ),
  'BID-9/by-grades-location-optional: A multi-grade bid that is not FOB farm is accepted without a delivery location.':
    fillInByGrades((fields) => (fields['delivery_location_id'] === undefined ? { ...fields, fob_farm: true } : fields)),
  "BID-9/own-location-refused: A bid with the team's own delivery location is rejected.": refusingField(
    'placeBid',
    'delivery_location_id',
    'is not one of your delivery locations',
    (id) => id !== undefined,
  ),
  'BID-43/not-fob-by-default: A bid without `fob_farm` is not FOB farm.': afterAct('placeBid', async ({ db, body }, response) => {
    if (body.fob_farm !== undefined) return undefined;
    await setRows(db, 'bids', { id: response.data.id }, { fob_farm: 0 });
    return { data: { ...response.data, fob_farm: false } };
  }),
  'BID-43/counters-not-fob: A counter is not FOB farm.': afterAct('counterBid', async ({ db }, { data }) => {
    await setRows(db, 'bids', { id: data.id }, { fob_farm: 0 });
    return { data: { ...data, fob_farm: false } };
  }),
  'BID-43/seen-by-the-seller-alone: Received bids show `fob_farm` as false.': onField(RECEIVED_BIDS, 'fob_farm', () => false),
  'BID-43/always-fob: Every bid shows `fob_farm` as true.': onField(ALL_VIEWS, 'fob_farm', () => true),
  "BID-44/any-location: A bid with another team's delivery location is accepted.": onValidatedBody(
    'placeBid',
    async (body, { db, caller }) => {
      const { delivery_location_id, ...rest } = body;
      const own = await findRows(db, 'delivery_locations', { team_id: caller.team_id ?? '' });
      const is_own = delivery_location_id === undefined || own.some(({ id }) => id === delivery_location_id);
      return is_own ? body : { ...rest, fob_farm: true };
    },
  ),
});

/** Changes the default expiry. @param seconds from now */
export function expiringAfter(seconds: number): Partial<Seams> {
  return onRequestFields('placeBid', (fields, { world }) => ({ expires_at: later(world.clock.now(), seconds), ...fields }));
}

const EXPIRY = violations({
  'BID-11/eight-days: A bid without `expires_at` expires after eight days.': expiringAfter(8 * 86_400),
  'BID-11/seven-hours: A bid without `expires_at` expires after seven hours.': expiringAfter(7 * 3_600),
  'BID-11/a-week-less-two-hours: A bid without `expires_at` expires two hours before the week is over.': expiringAfter(
    7 * 86_400 - 7_200,
  ),
  'BID-11/by-grades-thirty-days: A multi-grade bid expires after thirty days.': onRequestFields('placeBid', (fields, { world }) =>
    isByGrades(fields) ? { expires_at: later(world.clock.now(), 30 * 86_400), ...fields } : fields,
  ),
  'BID-11/two-days-if-delivered: A bid with `fob_farm` false and without `expires_at` expires after two days.': onRequestFields(
    'placeBid',
    (fields, { world }) =>
      fields['fob_farm'] === false ? { expires_at: later(world.clock.now(), 2 * 86_400), ...fields } : fields,
  ),
  'BID-11/never: Bids show a null `expires_at`.': onField(ALL_VIEWS, 'expires_at', () => null),
  'BID-45/ignored: POST /inventory/{id}/bids ignores `expires_at`.': withoutBodyField('placeBid', 'expires_at'),
  'BID-45/ignored-by-counters: POST /bids/{id}/counter ignores `expires_at`.': withoutBodyField('counterBid', 'expires_at'),
  'BID-45/offset-ignored: The UTC offset of `expires_at` is ignored.': onRequestField('placeBid', 'expires_at', (expiry) =>
    typeof expiry === 'string' ? expiry.replace(/[+-]\d\d:\d\d$/, 'Z') : expiry,
  ),
  'BID-45/end-of-the-day: `expires_at` is moved to the end of the day.': onField(ALL_VIEWS, 'expires_at', (expiry) =>
    typeof expiry === 'string' ? `${expiry.slice(0, 10)}T23:59:59Z` : expiry,
  ),
});

/** Hides `additional_terms` from moderation, and stores it as it was sent. */
function unmoderated(where: OperationId): Partial<Seams> {
  return {
    act: async (call, subject, act, context) => {
      const body: unknown = call.body;
      if (context.operation_id !== where || !isJsonObject(body)) return act(call, subject);
      const { additional_terms, ...rest } = body;
      if (typeof additional_terms !== 'string') return act(call, subject);
      const silent: unknown = { ...call, body: rest };
      // Cast: the body stays valid for the operation.
      const response = await act(silent as AnyCall, subject);
      if (isRefusal(response) || !('data' in response) || !isJsonObject(response.data)) return response;
      await setRows(call.db, 'bids', { id: String(response.data['id']) }, { additional_terms });
      return { data: { ...response.data, additional_terms } };
    },
  };
}

/** Changes the response to a bid from a team without good credit. */
export function onPoorCredit(
  find: (refusal: Refusal, entry: Entry) => Awaitable<SubjectOf<'placeBid'> | Refusal>,
): Partial<Seams> {
  return onFind('placeBid', (found, entry) =>
    isRefusal(found) && found.message?.includes('credit') === true ? find(found, entry) : found,
  );
}

const TERMS = violations({
  'BID-37/no-terms: A bid with `additional_terms` is rejected.': refusingField(
    'placeBid',
    'additional_terms',
    'is unknown',
    (terms) => terms !== undefined,
  ),
  'BID-37/lines-lose-approval: The lines of a multi-grade bid are never subject to sample approval.': onLines(
    'everywhere',
    (line) => ({ ...line, subject_to_sample_approval: false }),
  ),
  'BID-37/emoji-fails: A bid with an emoji in `additional_terms` returns 500.': refusing('placeBid', ({ incoming }) =>
    /[\u{10000}-\u{10FFFF}]/u.test(String(fieldsOf(incoming)['additional_terms'])) ? 'internal_error' : undefined,
  ),
  'BID-37/long-refused: A bid with more than 100 characters in `additional_terms` is rejected.': refusingField(
    'placeBid',
    'additional_terms',
    'is too long',
    (terms) => String(terms).length > 100,
  ),
  'BID-37/no-approval: A bid with `subject_to_sample_approval` is rejected.': refusingField(
    'placeBid',
    'subject_to_sample_approval',
    'must not be set',
    (approval) => approval === true,
  ),
  'BID-38/not-moderated: POST /inventory/{id}/bids does not moderate `additional_terms`.': unmoderated('placeBid'),
  'BID-38/counters-not-moderated: POST /bids/{id}/counter does not moderate `additional_terms`.': unmoderated('counterBid'),
  'BID-39/credit-not-looked-at: A team without good credit can place bids.': onPoorCredit(
    async (found, { db, caller, path }) => (await findLot(db, idIn(path), caller.livemode)) ?? found,
  ),
  'BID-39/other-code: A team without good credit gets the code payment_method_required.': onPoorCredit(() =>
    refuse('payment_method_required'),
  ),
  'BID-39/not-found: A team without good credit gets 404.': onPoorCredit(() => refuse('not_found')),
});

export const TERMS_OF_BIDS = [...LOCATION, ...EXPIRY, ...TERMS];
