import type { JSX } from 'preact';
import { Button, CopyButton } from '../parts/button.tsx';
import { JsonText } from '../parts/json-text.tsx';
import { Badge, ClauseRef, Detail, Empty, Facts, Id, StatusCode, Time } from '../parts/text.tsx';
import { saveFile } from '../state/control.ts';
import { requests } from '../state/journal.ts';
import { addressWithQuery } from '../state/route.ts';
import { useControl } from '../state/use-control.ts';
import type { Explanation, Headers, RequestEntry } from '../state/wire.ts';
import { callers, nameOfCaller, overview } from '../state/world.ts';

type Explained = RequestEntry & { why?: Explanation | null };

/** Shows one request. The mock explains why it was refused. If the mock no longer has the request, the page shows its own copy. */
export function RequestDetail({ seq }: { seq: number }): JSX.Element {
  const { body, status } = useControl<Explained>(`/requests/${seq}`);
  const entry = body ?? requests.peek().find((one) => one.seq === seq);
  return (
    <Detail label={`Request ${seq}`} title={`Request ${seq}`} close={addressWithQuery('requests')}>
      {entry === undefined ? <Empty>{status}</Empty> : <Exchange entry={entry} />}
    </Detail>
  );
}

function Exchange({ entry }: { entry: Explained }): JSX.Element {
  return (
    <>
      <p class="summary">
        <StatusCode status={entry.status} /> <strong>{entry.method}</strong> <code class="url">{entry.path}</code>
      </p>
      <p class="buttons">
        <CopyButton text={writeCurl(entry)} label="Copy as curl" />
        <CopyButton text={location.href} label="Copy link" />
        <Button look="quiet" act={() => saveFile(`/requests.har?since=${entry.seq - 1}&limit=1`, `request-${entry.seq}.har`)}>
          Save as HAR
        </Button>
      </p>
      {entry.why !== undefined && entry.why !== null && <Why why={entry.why} />}
      <Facts
        rows={[
          ['Operation', <code key="operation">{entry.operation_id}</code>],
          ['Caller', nameOfCaller(entry.actor)],
          ['Time in the world', <Time key="at" at={entry.at} full />],
          [
            'Duration',
            `${entry.duration_ms.toFixed(1)} ms${entry.is_client_gone ? '; the client disconnected' : entry.is_cut ? '; the response was cut off' : ''}`,
          ],
          ...(entry.is_replay ? ([['Replay', 'the response to the first request with this Idempotency-Key']] as const) : []),
          ...(entry.oauth_error === null ? [] : ([['Refused', entry.oauth_error]] as const)),
          ...(entry.fault === null
            ? []
            : ([
                [
                  'Fault',
                  <Badge key="fault" tone="warn">
                    {entry.fault}
                  </Badge>,
                ],
              ] as const)),
        ]}
      />
      <h3>Request body</h3>
      <JsonText text={entry.request_body} label="Request body" cut_from={entry.request_chars} />
      <h3>Response body</h3>
      <JsonText text={entry.response_body} label="Response body" cut_from={entry.response_chars} />
      <HeaderTable title="Request headers" headers={entry.request_headers} />
      <HeaderTable title="Response headers" headers={entry.response_headers} />
    </>
  );
}

function Why({ why }: { why: Explanation }): JSX.Element {
  return (
    <section class="why-box" aria-label="Why it was refused">
      <h3>Why it was refused</h3>
      <p>
        <code>{why.code}</code> <ClauseRef id={why.clause} />
      </p>
      <p>{why.message}</p>
      {why.message !== why.rule && <p class="muted">Rule: {why.rule}</p>}
      {why.fields.length > 0 && (
        <ul>
          {why.fields.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              <code>{field}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {why.near_misses.length > 0 && (
        <>
          <h4>Near misses</h4>
          <ul>
            {why.near_misses.map(({ text, seq, id }) => (
              <li key={text}>
                {text} {seq !== undefined && <a href={`#/requests/${seq}`}>Request {seq}</a>}
                {id !== undefined && <Id id={id} />}
              </li>
            ))}
          </ul>
        </>
      )}
      {why.operation_clauses.length > 0 && (
        <details>
          <summary>Clauses of this operation</summary>
          <p class="clauses">
            {why.operation_clauses.map((id) => (
              <ClauseRef key={id} id={id} />
            ))}
          </p>
        </details>
      )}
    </section>
  );
}

function HeaderTable({ title, headers }: { title: string; headers: Headers }): JSX.Element {
  const rows = Object.entries(headers);
  return (
    <details>
      <summary>
        {title} ({rows.length})
      </summary>
      <table class="headers">
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{typeof value === 'string' ? value : value.join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

const CURL_HEADERS = /^(?:content-type|idempotency-key)$/i;

/** Quotes for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The journal redacts tokens, so the command uses the developer token of the caller. */
function writeCurl(entry: RequestEntry): string {
  const { method, path, actor, request_headers, request_body } = entry;
  const base = overview.value?.addresses.base_url ?? '';
  const persona = callers.value.find((one) => one.user_id === actor?.user_id && one.team_id === actor.team_id);
  const token = persona === undefined ? '$TOKEN' : actor?.livemode === false ? `${persona.token}_sandbox` : persona.token;
  const headers = Object.entries(request_headers).filter(([name]) => CURL_HEADERS.test(name));
  return [
    `curl -s ${method === 'GET' ? '' : `-X ${method} `}${quote(new URL(path, base).href)}`,
    `-H "Authorization: Bearer ${token}"`,
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${[value].flat().join(', ')}`)}`),
    ...(request_body === '' ? [] : [`--data-binary ${quote(request_body)}`]),
  ].join(' ');
}
