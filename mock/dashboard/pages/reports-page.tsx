import type { JSX } from 'preact';
import { signal } from '@preact/signals';
import { Button } from '../parts/button.tsx';
import { Badge, Card, ClauseRef, Empty } from '../parts/text.tsx';
import { RefusedError, openControl } from '../state/control.ts';
import { attempt } from '../state/notices.ts';
import type { ReportFile } from './report-file.ts';
import { compareReports, readReport } from './report-file.ts';
import { ReportView } from './report-view.tsx';

/** The open reports: one, or an earlier and a later one to compare. They stay open until the tab is closed. */
const opened = signal<readonly ReportFile[]>([]);
/** How many reports were opened before the current ones. Part of a report's key, because two reports can have the same name. */
const replaced = signal(0);

function open(fresh: readonly ReportFile[]): void {
  const all = [...opened.value, ...fresh];
  opened.value = all.slice(-2);
  replaced.value += all.length - opened.value.length;
}

async function openFiles(files: readonly File[]): Promise<void> {
  open(await Promise.all(files.map(async (file) => readReport(file.name, await file.text()))));
}

async function openLastRun(): Promise<void> {
  const response = await openControl('GET', '/last-report');
  const text = await response.text();
  if (!response.ok) throw new RefusedError(response.status, JSON.parse(text));
  open([readReport('The last run', text)]);
}

export function ReportsPage(): JSX.Element {
  return (
    <div class="stack">
      <Card title="Open a report">
        <p class="muted">
          The JSON report of <code>gristmill conform</code>, <code>gristmill receiver</code>, or <code>gristmill explore</code>.
          The file stays in this browser. Open two to compare them. The last run is the newest one in the folder of the mock.
        </p>
        <p class="buttons">
          <input
            type="file"
            aria-label="Report files"
            accept=".json,application/json"
            multiple
            onChange={(event) => {
              const input = event.currentTarget;
              void attempt(() => openFiles([...(input.files ?? [])]));
              input.value = '';
            }}
          />
          <Button act={openLastRun}>Open the last run</Button>
          {opened.value.length > 0 && (
            <Button
              act={() => {
                opened.value = [];
              }}
            >
              Close all
            </Button>
          )}
        </p>
      </Card>
      <Comparison />
      {opened.value.length === 0 && <Empty>No report is open.</Empty>}
      {opened.value.map((report, i) => <ReportView key={replaced.value + i} report={report} />).toReversed()}
    </div>
  );
}

function Comparison(): JSX.Element | null {
  const [before, after] = opened.value;
  if (before?.kind !== 'run' || after?.kind !== 'run') return null;
  const changes = compareReports(before, after);
  return (
    <Card title={`From ${before.file_name} to ${after.file_name}`}>
      {changes.length === 0 ? (
        <Empty>Every clause has the same verdict in both.</Empty>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">Clause</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <tr key={change.id}>
                <td>
                  <ClauseRef id={change.id} />
                </td>
                <td>
                  <Badge>{change.before}</Badge>
                </td>
                <td>
                  <Badge>{change.after}</Badge>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
