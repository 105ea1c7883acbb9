/** Commands of sellers on their lots. */
import * as fc from 'fast-check';
import { param, pick, type Params } from '../model/command-data.ts';
import { isOnly } from '../model/bids.ts';
import { archiveLot, setQuantity, setPrice, publishLot, unlistLot } from '../model/lots.ts';
import { isSandbox, type Lot, type Model, type Seller } from '../model/model.ts';
import type { Session } from '../session/session.ts';
import { newest, onItem, oneOf, type Command } from './command.ts';
import { submitListing } from './submit-listing.ts';
import { encodePath } from '#client';

const SELLING: readonly [Seller, Seller] = ['seller', 'partner'];

const live = (model: Model): readonly Lot[] => model.lots.filter(({ seller }) => !isSandbox(seller));
const listed = (model: Model): readonly Lot[] => live(model).filter(({ status }) => isOnly(status, 'listed'));
/** The document does not say whether a sold-out lot can be published. */
const unlisted = (model: Model): readonly Lot[] =>
  live(model).filter(({ status, remaining_mt }) => !status.includes('listed') && Math.min(...remaining_mt) > 0);

async function submit(session: Session, params: Params, is_draft: boolean): Promise<void> {
  const wanted = pick(SELLING, param(params, 'seller'));
  const seller = session.has(wanted) ? wanted : 'seller';
  const { crop, grades } = session.knowledge;
  const is_by_grades = param(params, 'ungraded') === 1 && grades.length > 0;
  const quantity_mt = 10 + param(params, 'quantity');
  const price = 290 + param(params, 'price');
  const what = is_by_grades ? 'an ungraded lot' : 'a lot';
  session.describe(`${seller} ${is_draft ? 'drafts' : 'lists'} ${what} of ${quantity_mt} t at ${price}`);
  await submitListing(session, { seller, grade: is_by_grades ? null : (crop.grade ?? null), quantity_mt, price, is_draft });
}

const SUBMISSION = { seller: oneOf(2), ungraded: oneOf(2), quantity: fc.nat(90), price: fc.nat(40) };

async function patch(session: Session, lot: Lot, body: object): Promise<void> {
  session.touched.lots.add(lot.id);
  const reply = await session.actor(lot.seller).patch(encodePath`/me/inventory/${lot.id}`, body);
  session.expect('LST-6', reply, 200);
}

/** Puts lots with bids last, where `newest` is most likely to pick them: changing a lot matters most if it has bids. */
function byInterest({ bids }: Model, lots: readonly Lot[]): readonly Lot[] {
  const hasBid = ({ id }: Lot): boolean => bids.some(({ lot_id }) => lot_id === id);
  return [...lots.filter((lot) => !hasBid(lot)), ...lots.filter(hasBid)];
}

/** Declares a command on one of the lots that `lots` selects. */
function onLot(
  kind: string,
  title: string,
  weight: number,
  lots: (model: Model) => readonly Lot[],
  run: (session: Session, lot: Lot, params: Params) => Promise<void>,
  params: Command['params'] = {},
): Command {
  const items = (model: Model): readonly Lot[] => byInterest(model, lots(model));
  return onItem({ kind, title, weight, params: { lot: newest, ...params }, items, pick: 'lot', run });
}

/** Marks the bids that a change of the lot can affect. */
function touchBids({ model, touched }: Session, lot: Lot): void {
  for (const { id, lot_id } of model.bids) if (lot_id === lot.id) touched.bids.add(id);
}

export const LISTING_COMMANDS: readonly Command[] = [
  {
    kind: 'list',
    title: 'a seller lists a new lot',
    weight: 3,
    params: SUBMISSION,
    isPossible: (model) => model.lots.length < 8,
    run: async (session, params) => submit(session, params, false),
  },
  {
    kind: 'draft',
    title: 'a seller creates a draft',
    weight: 1,
    params: SUBMISSION,
    isPossible: (model) => model.lots.length < 8,
    run: async (session, params) => submit(session, params, true),
  },
  onLot('publish', 'a seller publishes an unlisted lot', 3, unlisted, async (session, lot) => {
    session.describe(`${lot.seller} publishes ${session.name(lot.id)}`);
    touchBids(session, lot);
    await patch(session, lot, { listed: true });
    session.model = publishLot(session.model, lot.id);
  }),
  onLot('unlist', 'a seller takes a lot off the market', 2, listed, async (session, lot) => {
    session.describe(`${lot.seller} takes ${session.name(lot.id)} off the market`);
    touchBids(session, lot);
    await patch(session, lot, { listed: false });
    session.model = unlistLot(session.model, lot.id);
  }),
  onLot('archive', 'a seller archives a lot', 1, live, async (session, lot) => {
    session.describe(`${lot.seller} archives ${session.name(lot.id)}`);
    touchBids(session, lot);
    session.touched.lots.add(lot.id);
    const reply = await session.actor(lot.seller).delete(encodePath`/me/inventory/${lot.id}`);
    session.expect('LST-7', reply, 200, ...(lot.status.includes('archived') ? [404] : []));
    session.model = archiveLot(session.model, lot.id);
  }),
  {
    ...onLot(
      'measure',
      'a seller changes the quantity of a lot',
      1,
      listed,
      async (session, lot, params) => {
        const quantity_mt = 10 + param(params, 'quantity');
        session.describe(`${lot.seller} sets the quantity of ${session.name(lot.id)} to ${quantity_mt} t`);
        await patch(session, lot, { [session.run.settings.fixtures.quantity_field ?? 'quantity_mt']: quantity_mt });
        session.model = setQuantity(session.model, lot.id, quantity_mt);
      },
      { quantity: fc.nat(90) },
    ),
    needs: ['quantity_field'],
  },
  onLot(
    'reprice',
    'a seller changes the target price of a lot',
    2,
    listed,
    async (session, lot, params) => {
      const price = 290 + param(params, 'price');
      session.describe(`${lot.seller} sets the price of ${session.name(lot.id)} to ${price}`);
      await patch(session, lot, { target_price: { amount: price } });
      session.model = setPrice(session.model, lot.id, price);
    },
    { price: fc.nat(40) },
  ),
];
