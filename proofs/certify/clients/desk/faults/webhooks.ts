import type { Bid, Trade } from '../desk.ts';
import { HANDLERS, countEffect, eventParts, isSame, parseSignature, sign, textOf } from '../events.ts';
import { EVENTS_ONLY } from '../follow.ts';
import { variations } from '../variation.ts';

export const WEBHOOK_MISTAKES = variations({
  'no-tolerance: Verifies the signature, and not how old it is.': {
    verify: ({ settings }, header, raw) => {
      const valuesOf = parseSignature(header);
      const t = valuesOf('t')[0] ?? '';
      return settings.webhook_secrets.some((secret) => valuesOf('v1').some((one) => isSame(sign(secret, t, raw), one)));
    },
  },
  'one-signature: Looks at the first secret and the first v1 only.': {
    verify: (desk, header, raw) => {
      const t = parseSignature(header)('t')[0] ?? '';
      const v1 = parseSignature(header)('v1')[0] ?? '';
      const webhook_secrets = desk.settings.webhook_secrets.slice(0, 1);
      return eventParts.verify({ ...desk, settings: { ...desk.settings, webhook_secrets } }, `t=${t},v1=${v1}`, raw);
    },
  },
  'acknowledges-first: Returns 200 before it processes the event, and only logs a failure.': {
    take: (desk, envelope) => {
      if (Object.hasOwn(HANDLERS, envelope.type) && envelope.livemode && desk.store.state.seen[envelope.id] === undefined) {
        countEffect(desk, envelope.id);
        desk.parts.work(desk, envelope).catch((error: unknown) => process.stderr.write(`desk: ${String(error)}\n`));
      }
      return Promise.resolve(200);
    },
    ...EVENTS_ONLY,
  },
  'no-dedupe: Processes every delivery, even of an event that it has already processed.': {
    take: async (desk, envelope) => {
      if (!Object.hasOwn(HANDLERS, envelope.type) || !envelope.livemode) return 200;
      await desk.parts.work(desk, envelope);
      countEffect(desk, envelope.id);
      return 200;
    },
  },
  'forgets-events: Recognizes an event only until it is restarted.': {
    identify: ({ id }) => `${process.pid} ${id}`,
    effects: ({ store }) =>
      Object.fromEntries(
        Object.entries(store.state.seen).flatMap(([key, count]) => {
          const [pid, id = ''] = key.split(' ');
          return pid === String(process.pid) ? [[id, count]] : [];
        }),
      ),
  },
  'unknown-event-acted-on: Takes an event of a type that it does not know for one that it does.': {
    take: async (desk, envelope) => {
      const is_new = !Object.hasOwn(HANDLERS, envelope.type) && desk.store.state.seen[envelope.id] === undefined;
      if (is_new && envelope.livemode) countEffect(desk, envelope.id);
      return eventParts.take(desk, envelope);
    },
  },
  'trusts-event-status: Takes the status from the event, in the order of arrival, and never reads the bid.': {
    onBidEvent: (desk, envelope) => {
      const id = textOf(envelope, 'bid_id');
      const known = desk.bids.get(id);
      // The mistake: an event is taken for the bid.
      desk.bids.set(id, { ...known, id, status: textOf(envelope, 'status') } as Bid);
      return Promise.resolve();
    },
    onTradeEvent: (desk, envelope) => {
      const id = textOf(envelope, 'trade_id');
      // The same mistake again.
      desk.trades.set(id, { reference: id, ...desk.trades.get(id), ...envelope.data, id } as unknown as Trade);
      return Promise.resolve();
    },
    ...EVENTS_ONLY,
  },
  'unknown-event-refused: Returns 400 for an event type that it does not know.': {
    take: async (desk, envelope) => (Object.hasOwn(HANDLERS, envelope.type) ? eventParts.take(desk, envelope) : 400),
  },
  'deprecated-alias: Reads the event type from `event`, the deprecated alias of `type`.': { typeOf: ({ event }) => event ?? '' },
  'ignores-livemode: Treats sandbox events as live events.': { accepts: () => true },
});
