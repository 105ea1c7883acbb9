import type { JSX } from 'preact';
import { Button, CopyButton } from '../parts/button.tsx';
import { advance } from '../parts/clock-bar.tsx';
import { Card, Empty, Id, Time, describeDuration } from '../parts/text.tsx';
import { events, requests } from '../state/journal.ts';
import type { AgendaItem, Overview } from '../state/wire.ts';
import { agenda, overview, worldNow } from '../state/world.ts';

export function OverviewPage(): JSX.Element {
  const shown = overview.value;
  if (shown === undefined) return <Empty>Reading the world…</Empty>;
  const { seed, lots, is_lenient } = shown.world;
  return (
    <div class="stack">
      <p class="lead">
        A Grain Marketplace with {lots} lots (seed <code>{seed}</code>, {is_lenient ? 'lenient' : 'strict'}), version{' '}
        {shown.version}. Send a request with one of the tokens below. It appears under <a href="#/requests">Requests</a>.
      </p>
      <div class="columns">
        <Addresses {...shown} />
        <Agenda />
      </div>
      <Commands {...shown} />
      <Personas {...shown} />
      <Activity />
    </div>
  );
}

function Addresses({ addresses }: Overview): JSX.Element {
  const rows = [
    ['API', addresses.base_url],
    ['Sign-in (OAuth)', addresses.auth_url],
    ['Control plane', addresses.control_url],
    ['OpenAPI document', `${addresses.control_url}/openapi-marketplace.json`],
  ] as const;
  return (
    <Card title="Addresses">
      <ul class="pairs">
        {rows.map(([name, url]) => (
          <li key={name}>
            <span>{name}</span>
            <code class="url">{url}</code>
            <CopyButton text={url} what={name} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

const MEANINGS: Readonly<Record<AgendaItem['kind'], string>> = {
  bid_expires: 'bid expires',
  lot_expires: 'lot expires',
  congestion_clears: 'congestion clears at location',
  delivery: 'webhook is sent to',
};
const DUE_SHOWN = 6;

function Agenda(): JSX.Element {
  const next = agenda.value.slice(0, DUE_SHOWN);
  return (
    <Card title="Due next">
      {next.length === 0 && <Empty>Nothing is due.</Empty>}
      <ul class="agenda due">
        {next.map((due) => (
          <li key={`${due.kind} ${due.id} ${due.event_id ?? ''}`}>
            <span class="when">in {describeDuration(Date.parse(due.at) - worldNow())}</span>
            <span>
              {due.kind === 'delivery' ? `${due.event ?? ''}, attempt ${due.attempt ?? 1}, ` : ''}
              {MEANINGS[due.kind]} <Id id={due.id} />
            </span>
            <Button look="quiet" title={`Set the clock to ${due.at}`} act={() => advance('set', { now: due.at })}>
              Go there
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Commands({ examples }: Overview): JSX.Element {
  return (
    <Card title={`Try it: ${examples.about.toLowerCase()}`}>
      <ol class="commands">
        {examples.commands.map((command, index) => (
          <li key={command}>
            <pre role="group" tabIndex={0} aria-label={`Command ${index + 1}`}>
              {command}
            </pre>
            <CopyButton text={command} what={`command ${index + 1}`} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Personas({ personas, addresses }: Overview): JSX.Element {
  const has_tokens = Object.keys(addresses.tokens).length > 0;
  if (!has_tokens)
    return (
      <Card title="Callers">
        <Empty>The developer tokens are off, because others can reach this mock. The first command gets a token.</Empty>
      </Card>
    );
  return (
    <Card title="Callers">
      <p class="muted">The second token of a caller is for the sandbox.</p>
      <div class="scroll" tabIndex={0} role="region" aria-label="Callers">
        <table>
          <thead>
            <tr>
              <th scope="col">Caller</th>
              <th scope="col">Who it is</th>
              <th scope="col">Token</th>
            </tr>
          </thead>
          <tbody>
            {personas.map(({ name, about, token }) => {
              const sandbox = addresses.tokens[`${name}_sandbox`];
              return (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{about}</td>
                  <td>
                    <code>{token}</code> <CopyButton text={token} what={token} />
                    {sandbox !== undefined && <small class="sandbox">{sandbox}</small>}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

const EVENTS_SHOWN = 5;

function Activity(): JSX.Element {
  const newest = events.value.slice(0, EVENTS_SHOWN);
  return (
    <Card title="Activity" aside={<a href="#/requests">{requests.value.length} requests</a>}>
      {newest.length === 0 && <Empty>No events yet. Place a bid to create one.</Empty>}
      <ul class="agenda">
        {newest.map((event) => (
          <li key={event.id}>
            <span class="when">
              <Time at={event.created_at} />
            </span>
            <strong>{event.type}</strong>
            {event.subject_id !== null && <Id id={event.subject_id} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}
