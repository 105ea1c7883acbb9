/** JUnit XML: one suite per area, one case per stage. */
import { escapeText, writeAttributes } from '#conformance/reports/text/xml';
import type { CertifyReport, StageResult } from '../verdict/verdict.ts';
import { describeExchange } from './terminal.ts';
import { RUN_WORDS } from './wording.ts';

/**
 * The outcome of a stage in JUnit. Undefined if it passes. A failed stage of level `should`, and the verdicts `not_shown` and
 * `not_applicable`, are `skipped`, so that they do not fail a build.
 */
function outcomeOf({ verdict, level }: StageResult): 'failure' | 'error' | 'skipped' | undefined {
  if (verdict === 'ready') return undefined;
  if (verdict === 'error') return 'error';
  return verdict === 'not_ready' && level === 'must' ? 'failure' : 'skipped';
}

function renderCase(stage: StageResult): string {
  const outcome = outcomeOf(stage);
  const attributes = writeAttributes({
    classname: `certify.${stage.level}`,
    name: `${stage.id}: ${stage.title}`,
    time: stage.duration_ms / 1_000,
  });
  if (outcome === undefined) return `    <testcase${attributes}/>`;
  const message = [...stage.findings, ...(stage.reason === null ? [] : [stage.reason])].join('; ');
  const text = [
    message,
    // An error is Gristmill's own, so there is nothing to fix in the client.
    ...(outcome === 'failure' ? [`Fix: ${stage.advice}`] : []),
    ...(stage.cites.length === 0 ? [] : [`See: ${stage.cites.join('; ')}`]),
    ...stage.exchanges.map(describeExchange),
  ].join('\n');
  return [
    `    <testcase${attributes}>`,
    `      <${outcome}${writeAttributes({ message })}>${outcome === 'skipped' ? '' : escapeText(text)}</${outcome}>`,
    '    </testcase>',
  ].join('\n');
}

export function renderJunit(report: CertifyReport): string {
  const areas = Map.groupBy(report.stages, ({ id }) => id.split('.')[0] ?? id);
  const count = (stages: readonly StageResult[], outcome: string): number =>
    stages.filter((one) => outcomeOf(one) === outcome).length;
  const suites = [...areas].map(([area, stages]) => {
    const attributes = writeAttributes({
      name: area,
      tests: stages.length,
      failures: count(stages, 'failure'),
      errors: count(stages, 'error'),
      skipped: count(stages, 'skipped'),
      time: stages.reduce((sum, { duration_ms }) => sum + duration_ms, 0) / 1_000,
    });
    return [`  <testsuite${attributes}>`, ...stages.map(renderCase), '  </testsuite>'].join('\n');
  });
  const name = writeAttributes({ name: `gristmill certify: ${RUN_WORDS[report.verdict]}` });
  return ['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites${name}>`, ...suites, '</testsuites>', ''].join('\n');
}
