/** The actions on a record. They use the API with the token of a party, or the control plane if the API has no such operation. */
import type { JSX } from 'preact';
import { useSignal } from '@preact/signals';
import { Button } from '../../parts/button.tsx';
import { Choice, Field } from '../../parts/form.tsx';
import { ClauseRef } from '../../parts/text.tsx';
import { actOnApi, control } from '../../state/control.ts';
import { notify } from '../../state/notices.ts';
import { go } from '../../state/route.ts';
import type { Truth } from '../../state/wire.ts';
import { isSandbox, textOf } from '../../state/wire.ts';
import { callers, personas, tokenOf, tokenOfSide, worldNow } from '../../state/world.ts';

interface ActionsProps {
  truth: Truth;
  onDone: () => Promise<void>;
}

const ACTIONS: Readonly<Record<string, (props: ActionsProps) => JSX.Element | null>> = {
  lot: LotActions,
  bid: BidActions,
  trade: TradeActions,
  cash_bid: CashBidActions,
  offer: OfferActions,
  delivery_location: LocationActions,
};

export function RecordActions(props: ActionsProps): JSX.Element | null {
  const Actions = ACTIONS[props.truth.kind];
  return Actions === undefined ? null : <Actions {...props} />;
}

const DAY_MS = 86_400_000;

function dayAfter(days: number): string {
  return new Date(worldNow() + days * DAY_MS).toISOString().slice(0, 10);
}

interface ActionResponse {
  data: { id: string };
}

const BUYERS = [
  ['buyer', 'buyer'],
  ['rival', 'rival'],
  ['elevator', 'elevator'],
] as const;

const ANALYSES = [
  ['requested', 'Analysis requested'],
  ['sample_received', 'Sample received'],
  ['graded', 'Sample graded'],
  ['photo_added', 'Photo added'],
] as const;

function LotActions({ truth }: ActionsProps): JSX.Element {
  const buyer = useSignal('buyer');
  const price = useSignal(textOf(truth, 'price_amount') === '' ? '300' : textOf(truth, 'price_amount'));
  const tonnes = useSignal(String(Math.min(25, Math.floor(Number(textOf(truth, 'quantity_mt'))))));
  const is_ungraded = truth.record['grade'] === null;
  const bid = async (): Promise<void> => {
    const delivery = { from: dayAfter(14), to: dayAfter(44) };
    const body = { price: { amount: Number(price.value), unit: 'MT' }, quantity_mt: Number(tonnes.value), delivery };
    const { data } = await actOnApi<ActionResponse>(
      await tokenOf(buyer.value, isSandbox(truth)),
      'POST',
      `/inventory/${truth.id}/bids`,
      body,
    );
    notify(`${buyer.value} placed ${data.id}.`);
    go(`market/bids/${data.id}`);
  };
  return (
    <section class="actions" aria-label="Actions">
      <div class="toolbar">
        <Choice label="Bid as" signal={buyer} options={BUYERS} />
        <Field label="CAD per tonne" type="number" signal={price} />
        <Field label="Tonnes" type="number" signal={tonnes} />
        <Button look="main" act={bid} disabled={is_ungraded}>
          Place bid
        </Button>
        {is_ungraded && (
          <small>
            The lot has no grade yet, so it accepts multi-grade bids only. <ClauseRef id="BID-7" />
          </small>
        )}
      </div>
      <AnalysisAction truth={truth} />
    </section>
  );
}

function AnalysisAction({ truth }: Pick<ActionsProps, 'truth'>): JSX.Element {
  const step = useSignal('requested');
  const analyze = async (): Promise<void> => {
    const team_id = personas.value.find(({ name }) => name === 'partner')?.team_id;
    await control('POST', '/analyses', { type: step.value, inventory_id: truth.id, team_id });
  };
  return (
    <div class="toolbar">
      <Choice label="Sample analysis" signal={step} options={ANALYSES} />
      <Button act={analyze} done="The developer partner gets the event.">
        Send event
      </Button>
      <ClauseRef id="EVT-10" />
    </div>
  );
}

/** LST-13: the side that did not make the bid decides about it. */
function BidActions({ truth, onDone }: ActionsProps): JSX.Element | null {
  if (truth.record['status'] !== 'pending') return null;
  const decider = truth.record['author'] === 'buyer' ? 'seller' : 'buyer';
  const decide = async (action: 'accept' | 'reject'): Promise<void> => {
    const token = await tokenOfSide(truth, decider);
    const { data } = await actOnApi<ActionResponse>(
      token,
      'POST',
      `/bids/${truth.id}/${action}`,
      action === 'accept' ? {} : undefined,
    );
    notify(action === 'accept' ? `Accepted: trade ${data.id}.` : 'Rejected.');
    if (action === 'accept') go(`market/trades/${data.id}`);
    else await onDone();
  };
  return (
    <p class="buttons">
      <Button look="main" act={() => decide('accept')}>
        {`Accept as the ${decider}`}
      </Button>
      <Button act={() => decide('reject')}>{`Reject as the ${decider}`}</Button>
    </p>
  );
}

function TradeActions({ truth, onDone }: ActionsProps): JSX.Element {
  const pay = async (invoice: 'buyer' | 'seller'): Promise<void> => {
    await control('POST', `/trades/${truth.id}/invoices/${invoice}/pay`);
    await onDone();
  };
  return (
    <section aria-label="Invoices">
      <p class="buttons">
        {(['buyer', 'seller'] as const).map((invoice) => {
          const paid_at = truth.record[`${invoice}_invoice_paid_at`];
          const is_paid = typeof paid_at === 'string';
          return (
            <Button key={invoice} look={is_paid ? 'plain' : 'main'} disabled={is_paid} act={() => pay(invoice)}>
              {is_paid ? `The ${invoice}'s invoice is paid` : `Pay the ${invoice}'s invoice`}
            </Button>
          );
        })}
      </p>
      <p class="muted">
        Once both are paid, the trade settles, and each side sees the name of the other. <ClauseRef id="PRIV-4" />
      </p>
    </section>
  );
}

function CashBidActions({ truth, onDone }: ActionsProps): JSX.Element {
  const price = useSignal(textOf(truth, 'price_amount'));
  const tonnes = useSignal(textOf(truth, 'quantity_mt'));
  const offer = async (): Promise<void> => {
    await control('POST', `/cash-bids/${truth.id}/offers`, { price: Number(price.value), quantity_mt: Number(tonnes.value) });
    await onDone();
  };
  return (
    <div class="toolbar">
      <Field label="Price" type="number" signal={price} />
      <Field label="Tonnes" type="number" signal={tonnes} />
      <Button look="main" act={offer} done="The developer seller made an offer.">
        Offer as the seller
      </Button>
      <ClauseRef id="CB-9" />
    </div>
  );
}

function OfferActions({ truth, onDone }: ActionsProps): JSX.Element | null {
  if (truth.record['status'] !== 'pending') return null;
  const team = truth.relations['buyer_team'];
  const team_id = typeof team === 'object' && team !== null && 'id' in team ? String(team.id) : '';
  const persona = callers.value.find((one) => one.team_id === team_id);
  if (persona === undefined) return <p class="muted">The cash bid belongs to a team without a developer token.</p>;
  const decide = async (action: 'accept' | 'reject'): Promise<void> => {
    await actOnApi(await tokenOf(persona.name, isSandbox(truth)), 'POST', `/cash-bid-offers/${truth.id}/${action}`);
    await onDone();
  };
  return (
    <p class="buttons">
      <Button look="main" act={() => decide('accept')}>{`Accept as ${persona.name}`}</Button>
      <Button act={() => decide('reject')}>{`Reject as ${persona.name}`}</Button>
    </p>
  );
}

function LocationActions({ truth, onDone }: ActionsProps): JSX.Element {
  const trucks = useSignal(textOf(truth, 'trucks_waiting'));
  const set = async (): Promise<void> => {
    await control('POST', `/locations/${truth.id}/queue`, { trucks_waiting: Number(trucks.value) });
    await onDone();
  };
  return (
    <div class="toolbar">
      <Field label="Trucks waiting" type="number" signal={trucks} />
      <Button look="main" act={set} done="Set.">
        Set the queue
      </Button>
      <ClauseRef id="EVT-15" />
    </div>
  );
}
