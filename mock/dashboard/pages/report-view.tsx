import type { JSX } from 'preact';
import { Badge, Card, ClauseRef, Empty, Facts, describeDuration, Prose } from '../parts/text.tsx';
import { outcomeOf, type ExplorerReport, type ReportCheck, type ReportFile, type RunReport } from './report-file.ts';

export function ReportView({ report }: { report: ReportFile }): JSX.Element {
  return report.kind === 'run' ? <RunResults report={report} /> : <Explored report={report} />;
}

function Counts({ counts }: { counts: Readonly<Record<string, number>> }): JSX.Element {
  return (
    <>
      {Object.entries(counts)
        .filter(([, count]) => count > 0)
        .map(([name, count]) => (
          <span key={name} class="pair">
            {count} <Badge>{name}</Badge>{' '}
          </span>
        ))}
    </>
  );
}

const FINDING_VERDICTS = new Set(['fail', 'warn', 'blocked', 'inconclusive']);

function RunResults({ report }: { report: RunReport }): JSX.Element {
  const { file_name, verdict, target, counts, duration_ms, reasons, gristmill } = report;
  const findings = report.checks.filter((check) => FINDING_VERDICTS.has(check.verdict));
  return (
    <Card title={file_name} aside={<Badge tone={verdict === 'conformant' ? 'good' : 'bad'}>{verdict}</Badge>}>
      <Facts
        rows={[
          ['Target', <code key="target">{target.base_url}</code>],
          ['Clauses', <Counts key="clauses" counts={counts.clauses} />],
          ['Checks', <Counts key="checks" counts={counts.checks} />],
          ['Duration', `${describeDuration(duration_ms)}, ${counts.requests} requests, version ${gristmill}`],
          ...(reasons.length === 0 ? [] : ([['Why', reasons.join(' ')]] as const)),
        ]}
      />
      <h3>Findings</h3>
      {findings.length === 0 && <Empty>No check failed, warned, or was blocked.</Empty>}
      {findings.map((check) => (
        <Finding key={check.id} check={check} />
      ))}
      <details>
        <summary>All {report.clauses.length} clauses</summary>
        <ul class="toggles">
          {report.clauses.map(({ id, verdict: state, statement }) => (
            <li key={id}>
              <code>{id}</code> <Badge>{state}</Badge>{' '}
              <small>
                <Prose>{statement}</Prose>
              </small>
            </li>
          ))}
        </ul>
      </details>
    </Card>
  );
}

function Finding({ check }: { check: ReportCheck }): JSX.Element {
  return (
    <details open={check.verdict === 'fail'}>
      <summary>
        <Badge>{check.verdict}</Badge> <code>{check.id}</code> <Prose>{check.title}</Prose>
      </summary>
      {check.reason !== undefined && check.reason !== check.evidence?.[0]?.message && <p>{check.reason}</p>}
      {(check.evidence ?? []).map(({ message, expected, observed, likely_cause, rerun }) => (
        <div key={message} class="why-box">
          <p>{message}</p>
          {expected !== undefined && <p class="muted">Expected: {expected}</p>}
          {observed !== undefined && <p class="muted">Observed: {observed}</p>}
          {likely_cause !== undefined && <p>Likely cause: {likely_cause}</p>}
          {rerun !== undefined && <code class="wrap">{rerun}</code>}
        </div>
      ))}
      <p class="clauses">
        {check.clauses.map((id) => (
          <ClauseRef key={id} id={id} />
        ))}
      </p>
    </details>
  );
}

function Explored({ report }: { report: ExplorerReport }): JSX.Element {
  const { file_name, target, commands_played, tally, story, script } = report;
  const { text, tone } = outcomeOf(report);
  return (
    <Card title={file_name} aside={<Badge tone={tone}>{text}</Badge>}>
      <Facts
        rows={[
          ['Target', <code key="target">{target}</code>],
          ['Commands', `${commands_played} run, of ${Object.keys(tally.commands).length} kinds`],
          ['Invariants', `${Object.keys(tally.invariants).length} checked`],
        ]}
      />
      {story !== undefined && (
        <>
          <h3>What happened</h3>
          <pre class="story" role="group" tabIndex={0} aria-label="What happened">
            {story}
          </pre>
        </>
      )}
      {script !== undefined && (
        <details>
          <summary>As a script</summary>
          <pre class="story" role="group" tabIndex={0} aria-label="Script">
            {script}
          </pre>
        </details>
      )}
    </Card>
  );
}
