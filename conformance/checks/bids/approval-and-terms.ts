/** `subject_to_sample_approval` and `additional_terms` of a bid. */
import { check, type Check } from '../../check/check.ts';
import {
  describeRefusal,
  encodePath,
  ensureSuccess,
  expectPlaced,
  expectStatus,
  expectThat,
  isObject,
  readBid,
  warnUnless,
} from '#client';
import { postBid } from './post-bid.ts';

const NEEDS = ['buyer', 'writes'] as const;

const HARMLESS_TERMS = 'Pick-up on weekdays only, please.';

export const APPROVAL_AND_TERMS_CHECKS: readonly Check[] = [
  check('BID-37/taken', 'A bid can have subject_to_sample_approval and harmless additional_terms', NEEDS, async (t) => {
    const rows = [
      { subject_to_sample_approval: true },
      { subject_to_sample_approval: false },
      { additional_terms: 'Protein premium as usual.' },
      { subject_to_sample_approval: true, additional_terms: HARMLESS_TERMS },
    ];
    for (const row of rows) await expectPlaced(t, t.buyer, await postBid(t, await t.arrange.lotToBidOn(), row));
  }),
  check('BID-37/lines', 'A multi-grade bid that is subject to sample approval says so in its lines', NEEDS, async (t) => {
    const { body } = await t.arrange.multiGradeBid();
    const lot = await t.arrange.lot({ grade: undefined });
    const approval = { subject_to_sample_approval: true };
    const lines: readonly unknown[] = Array.isArray(body['bids']) ? body['bids'] : [];
    const bids = lines.map((line) => (isObject(line) ? { ...line, ...approval } : line));
    const placed = await t.buyer.post(encodePath`/inventory/${lot.id}/bids`, { ...body, ...approval, bids });
    // The document shows the field for the bid only, so a line can be rejected for it.
    if (placed.status === 422) t.unverifiable('the target rejects subject_to_sample_approval in the lines of a bid');
    await expectPlaced(t, t.buyer, placed);
    const shown = (await readBid(t.buyer, placed.data.get('id').text())).find('grades')?.array() ?? [];
    if (shown.length === 0) t.unverifiable('a multi-grade bid does not show its lines');
    const lost = shown.filter((line) => line.find('subject_to_sample_approval')?.value === false);
    warnUnless(lost.length === 0, {
      message: 'Both a bid and its lines were sent as subject to sample approval, but a line says that it is not.',
      reply: placed,
      expected: 'subject_to_sample_approval true',
      observed: shown.map(({ value }) => value),
    });
  }),
  check('BID-37/accents', 'POST /inventory/{id}/bids accepts letters beyond ASCII in additional_terms', NEEDS, async (t) => {
    const lot = await t.arrange.lotToBidOn();
    const additional_terms = 'Livraison à la ferme, près du silo n° 2 – s’il vous plaît.';
    expectStatus(await postBid(t, lot, { additional_terms }), 201);
  }),
  check('BID-37/emoji', 'An emoji in additional_terms causes no server error', NEEDS, async (t) => {
    const lot = await t.arrange.lotToBidOn();
    const reply = await postBid(t, lot, { additional_terms: `${HARMLESS_TERMS} \u{1F33E}` });
    // Moderation can reject an emoji.
    t.observe(`an emoji in additional_terms: ${describeRefusal(reply)}`);
    const placed = reply.is_success ? reply : await postBid(t, lot, { additional_terms: HARMLESS_TERMS });
    ensureSuccess(placed);
    expectThat(reply.status < 500, {
      message: `A bid with an emoji in additional_terms returned ${reply.status}; the same bid without the emoji returned ${placed.status}.`,
      reply,
      expected: '201, or 422 from moderation',
      likely_cause:
        'The database column stores only characters of up to three bytes, like the utf8 character set of MySQL. Use utf8mb4.',
    });
  }),
  check('BID-37/long', 'A bid can have additional_terms of 340 characters', NEEDS, async (t) => {
    const lot = await t.arrange.lotToBidOn();
    // The long text repeats the short one, so that moderation has no other reason to reject it.
    const reply = await postBid(t, lot, { additional_terms: Array.from({ length: 10 }, () => HARMLESS_TERMS).join('\n') });
    if (!reply.is_success) ensureSuccess(await postBid(t, lot, { additional_terms: HARMLESS_TERMS }));
    expectThat(reply.status < 500, {
      message: `Long additional_terms caused a ${reply.status}.`,
      reply,
      expected: '201, or a 4xx',
    });
    // The document lists its limits, and states none for this field.
    warnUnless(reply.is_success, {
      message:
        'A bid that repeats a harmless sentence ten times in additional_terms was rejected; a bid that has it once was accepted.',
      reply,
      expected: '201, because the document states no maximum length',
    });
  }),
];
