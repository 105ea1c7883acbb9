import type { JSX } from 'preact';
import { Choice } from '../../parts/form.tsx';
import { JsonText } from '../../parts/json-text.tsx';
import { Badge, ClauseRef, Detail, Empty, Id, StatusCode } from '../../parts/text.tsx';
import { events, resets } from '../../state/journal.ts';
import { addressWithQuery, bindQuery } from '../../state/route.ts';
import { useControl, useLoaded } from '../../state/use-control.ts';
import type { Truth } from '../../state/wire.ts';
import { callers, optionsOf, personas } from '../../state/world.ts';
import type { RecordKind } from './market-kinds.ts';
import { describeTransitions } from './market-kinds.ts';
import { RecordActions } from './record-actions.tsx';
import type { Fact } from './record-view.ts';
import { compareFacts, readAsSeen } from './record-view.ts';

/** One record: the possible actions, and a comparison of the stored values with what a caller sees. */
export function RecordDetail({ kind, id }: { kind: RecordKind; id: string }): JSX.Element {
  const { body: truth, status, load } = useControl<Truth>(`/truth/${id}`, events.value, resets.value);
  return (
    <Detail label={id} title={<code>{id}</code>} close={addressWithQuery(`market/${kind.path}`, 'as')}>
      {truth === undefined ? (
        <Empty>{status}</Empty>
      ) : (
        <>
          {'status' in truth.record && <StateView kind={kind} status={String(truth.record['status'])} />}
          <RecordActions truth={truth} onDone={load} />
          <Comparison truth={truth} />
          <Relations truth={truth} />
        </>
      )}
    </Detail>
  );
}

/** The status of a record, and the possible transitions. */
function StateView({ kind, status }: { kind: RecordKind; status: string }): JSX.Element {
  const transitions = describeTransitions(kind, status);
  return (
    <p>
      <Badge>{status}</Badge>{' '}
      <span class="muted">{transitions === '' ? 'This state is final.' : `Possible: ${transitions}`}</span>
    </p>
  );
}

function Comparison({ truth }: { truth: Truth }): JSX.Element {
  const caller = bindQuery('as', 'buyer');
  const persona = caller.value;
  const { value: seen } = useLoaded(() => readAsSeen(truth, persona), [truth, persona]);
  const viewer = personas.value.find(({ name }) => name === persona);
  return (
    <section aria-label="Stored and seen">
      <h3>As stored, and as a caller sees it</h3>
      <Choice label="As seen by" options={optionsOf(callers.value)} {...caller} />
      {seen !== undefined && (
        <>
          <p class="muted">
            <StatusCode status={seen.status} /> <code class="url">GET {seen.path}</code>
          </p>
          <table class="compare">
            <thead>
              <tr>
                <th scope="col">Fact</th>
                <th scope="col">Stored</th>
                <th scope="col">As seen by {persona}</th>
              </tr>
            </thead>
            <tbody>
              {compareFacts(truth, seen, viewer).map((fact) => (
                <FactRow key={fact.name} fact={fact} />
              ))}
            </tbody>
          </table>
          <details>
            <summary>Response</summary>
            <JsonText text={JSON.stringify(seen.body)} label="Response" />
          </details>
        </>
      )}
    </section>
  );
}

function FactRow({ fact }: { fact: Fact }): JSX.Element {
  const { name, truth, seen, clause } = fact;
  const state = clause !== undefined ? 'withheld' : seen === undefined ? 'absent' : 'shown';
  return (
    <tr data-state={state} data-fact={name}>
      <th scope="row">{name.replaceAll('_', ' ').replace('.', ': ')}</th>
      <td>{truth}</td>
      <td>
        {clause !== undefined ? (
          <>
            withheld <ClauseRef id={clause} />
          </>
        ) : (
          (seen ?? 'not in this view')
        )}
      </td>
    </tr>
  );
}

/** Related records by name. */
function Relations({ truth }: { truth: Truth }): JSX.Element | null {
  const linked = Object.entries(truth.relations).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => {
      const is_record = typeof one === 'object' && one !== null && 'id' in one && typeof one.id === 'string';
      return is_record ? [{ name, id: String(one.id), status: 'status' in one ? String(one.status) : undefined }] : [];
    }),
  );
  const shown = linked.filter(({ id }) => /^(?:inv|bid|trd|cb|cbo)_/.test(id));
  if (shown.length === 0) return null;
  return (
    <section aria-label="Related records">
      <h3>Related records</h3>
      <ul class="agenda">
        {shown.map(({ name, id, status }) => (
          <li key={`${name} ${id}`}>
            <span class="when">{name.replaceAll('_', ' ')}</span>
            <Id id={id} />
            {status !== undefined && <Badge>{status}</Badge>}
          </li>
        ))}
      </ul>
    </section>
  );
}
