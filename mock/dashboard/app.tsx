import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { ClockBar } from './parts/clock-bar.tsx';
import { Field } from './parts/form.tsx';
import { Button } from './parts/button.tsx';
import { Empty } from './parts/text.tsx';
import { CoachPage } from './pages/coach-page.tsx';
import { FaultsPage } from './pages/faults-page.tsx';
import { MarketPage } from './pages/market/market-page.tsx';
import { OverviewPage } from './pages/overview-page.tsx';
import { ReferencePage } from './pages/reference-page.tsx';
import { ReportsPage } from './pages/reports-page.tsx';
import { RequestsPage } from './pages/requests-page.tsx';
import { WebhooksPage } from './pages/webhooks/webhooks-page.tsx';
import { WorldsPage } from './pages/worlds-page.tsx';
import { connection, needs_admin_token, rootAddress, setAdminToken } from './state/control.ts';
import { resets, stream_problem } from './state/journal.ts';
import { attempt, notice } from './state/notices.ts';
import { go, page } from './state/route.ts';
import { forgetTokens, loadOverview, overview } from './state/world.ts';
import { signal } from '@preact/signals';

/** In the order of their shortcuts, 1 to 9. */
const PAGES: readonly { path: string; title: string; Page: () => JSX.Element }[] = [
  { path: 'overview', title: 'Overview', Page: OverviewPage },
  { path: 'requests', title: 'Requests', Page: RequestsPage },
  { path: 'webhooks', title: 'Webhooks', Page: WebhooksPage },
  { path: 'market', title: 'Market', Page: MarketPage },
  { path: 'faults', title: 'Faults', Page: FaultsPage },
  { path: 'worlds', title: 'Worlds', Page: WorldsPage },
  { path: 'reports', title: 'Reports', Page: ReportsPage },
  { path: 'reference', title: 'API reference', Page: ReferencePage },
  { path: 'coach', title: 'Coach', Page: CoachPage },
];

/** Opens pages by number, and goes to the search field. */
export function onKey(event: KeyboardEvent): void {
  const is_typing = event.target instanceof HTMLElement && event.target.matches('input, select, textarea');
  if (is_typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const wanted = PAGES[Number(event.key) - 1];
  if (wanted !== undefined) go(wanted.path);
  if (event.key === '/') {
    event.preventDefault();
    document.querySelector<HTMLElement>('[data-shortcut="/"]')?.focus();
  }
}

export function App(): JSX.Element {
  // Reads the world again after a reset, a restored snapshot, or a new admin token.
  const version = `${resets.value} ${String(needs_admin_token.value)} ${String(connection.value === 'lost')}`;
  useEffect(() => {
    forgetTokens();
    if (connection.value !== 'lost' && !needs_admin_token.value) void attempt(loadOverview);
  }, [version]);

  const { title, Page } = PAGES.find(({ path }) => path === page.value) ?? { title: 'Not found', Page: NotFound };
  useEffect(() => {
    document.title = `${title} · Gristmill`;
  }, [title]);
  return (
    <>
      <button
        type="button"
        class="skip"
        onClick={() => {
          document.querySelector<HTMLElement>('#main')?.focus();
        }}
      >
        Skip to content
      </button>
      <Sidebar />
      <div class="column">
        <header class="top">
          <h1>{title}</h1>
          <ClockBar />
        </header>
        <Banner />
        <main id="main" tabIndex={-1}>
          {needs_admin_token.value ? (
            <AdminTokenForm />
          ) : overview.value === undefined ? (
            <Empty>Reading the world…</Empty>
          ) : (
            <Page />
          )}
        </main>
      </div>
      <div class="notice" role="status">
        {notice.value !== undefined && <p class={notice.value.is_error ? 'error' : 'done'}>{notice.value.text}</p>}
      </div>
    </>
  );
}

function Sidebar(): JSX.Element {
  const world = overview.value?.world;
  return (
    <nav class="side" aria-label="Pages">
      <a class="brand" href="#/overview">
        <strong>Gristmill</strong>
        <small>{world === undefined ? ' ' : `world ${world.id}`}</small>
      </a>
      <div class="pages">
        {PAGES.map(({ path, title }, index) => (
          <a
            key={path}
            href={`#/${path}`}
            aria-current={path === page.value ? 'page' : undefined}
            title={`Shortcut: ${index + 1}`}
          >
            <span>{title}</span>
            <kbd aria-hidden="true">{index + 1}</kbd>
          </a>
        ))}
      </div>
      <p class="connection" data-state={connection.value}>
        {{ open: 'Live', connecting: 'Connecting', lost: 'Disconnected' }[connection.value]}
      </p>
    </nav>
  );
}

function Banner(): JSX.Element | null {
  const world = overview.value?.world;
  const lost = connection.value === 'lost';
  const deviations = [...(world?.violations ?? []), ...(world?.variants ?? [])];
  return (
    <div class="banners" role="alert">
      {lost && (
        <p class="banner bad">
          The mock at {rootAddress().host} does not respond. This page reconnects when it runs again. Until then, it shows the
          last known state.
        </p>
      )}
      {stream_problem.value !== '' && <p class="banner bad">{stream_problem.value} The page shows the last known state.</p>}
      {deviations.length > 0 && (
        <p class="banner warn">
          This world deviates on purpose: {deviations.join(', ')}. <a href="#/faults/violations">Change</a>
        </p>
      )}
    </div>
  );
}

const typed = signal('');

function AdminTokenForm(): JSX.Element {
  return (
    <form
      class="card narrow"
      onSubmit={(event) => {
        event.preventDefault();
        setAdminToken(typed.value);
      }}
    >
      <h2>Admin token</h2>
      <p>This mock has an admin token. The page keeps it until you close the tab.</p>
      <Field label="Admin token" type="password" signal={typed} hint="The value of --admin-token or GRISTMILL_ADMIN_TOKEN" />
      <button type="submit" class="button main">
        Open
      </button>
    </form>
  );
}

function NotFound(): JSX.Element {
  return (
    <Empty>
      The dashboard has no such page.{' '}
      <Button
        act={() => {
          go('overview');
        }}
      >
        Go to the overview
      </Button>
    </Empty>
  );
}
