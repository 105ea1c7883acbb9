/** PRIV-4: both sides of a settled trade see each other's name. */
import { expectThat, explainFailure, isObject, itemsOf, warnUnless, type JsonNode } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { hasContent, namingOf } from '../../privacy/keys.ts';
import { membersOf } from '../../privacy/views.ts';
import type { View } from './deal.ts';

/** PRIV-4: after settlement, the counterparty is `{ name }`. Further keys are legal, but contact details and places are worth a warning. */
function expectOnlyName(counterparty: JsonNode | undefined): void {
  if (counterparty === undefined) return;
  const member = membersOf(counterparty.value).find(({ key, value }) => namingOf(key) !== undefined && hasContent(value));
  warnUnless(member === undefined, {
    message: `The counterparty of a settled trade has the key "${member?.key ?? ''}", which reveals more about the party than its name.`,
    reply: counterparty.reply,
    pointer: `${counterparty.pointer}${member?.below ?? ''}/${member?.key ?? ''}`,
    expected: '{ name }',
    observed: member?.value,
  });
}

/** Asserts that each side of a settled deal sees the other's name in every view. */
export async function expectUnmasked(t: CheckContext, views: readonly View[]): Promise<void> {
  for (const { by, name, of: what, record, reply, missed } of views) {
    if (what === 'listing' || by === 'third') continue;
    if (record === undefined) {
      const is_refused = reply.status >= 400 && reply.status < 500;
      if (is_refused && what === 'trade' && by === 'seller') continue;
      expectThat(!is_refused, { message: `${name} does not return a settled trade to its ${by}.`, reply });
      t.misses(missed ?? explainFailure(reply));
      continue;
    }
    const counterparty = record.find('counterparty');
    if (counterparty === undefined && what === 'bid') {
      t.observe(`${name} of the ${by} has no counterparty`);
      continue;
    }
    record.get('counterparty').get('name').text();
  }
  const namesFor = (side: View['by']): readonly JsonNode[] =>
    views
      .filter(({ by, record }) => by === side && isObject(record?.find('counterparty')?.value))
      .flatMap(({ record }) => record?.get('counterparty').get('name') ?? []);
  const shown_to_buyer = namesFor('buyer')[0];
  const same = namesFor('seller').find((name) => name.value === shown_to_buyer?.value);
  same?.breach('Both sides of a settled trade see the same name.', "each the other's name");
  const teams = await t.buyer.get('/teams');
  if (!teams.is_success) t.observe("the buyer's own teams cannot be read, so their names were not compared");
  const own = new Set(teams.is_success ? itemsOf(teams).map((team) => team.find('name')?.value) : []);
  if (own.has(shown_to_buyer?.value))
    shown_to_buyer?.breach("A settled trade shows the buyer its own team's name.", "the seller's name");
  for (const side of ['buyer', 'seller'] as const) {
    const [first, ...others] = namesFor(side);
    const other = others.find(({ value }) => value !== first?.value);
    // One view can show a longer form of the name.
    warnUnless(other === undefined, {
      message: `Two views of a settled trade name its counterparty differently to the ${side}.`,
      ...(other === undefined ? {} : { reply: other.reply, pointer: other.pointer, observed: other.value }),
      expected: String(first?.value),
    });
  }
  for (const { record } of views.filter(({ of: what }) => what !== 'listing')) expectOnlyName(record?.find('counterparty'));
}
