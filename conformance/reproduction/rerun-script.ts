/** Writes a script that runs a check again, for findings that single requests cannot show. */
import { findClause, type ClauseId } from '#spec/clauses/index';
import { comment, quote } from './shell.ts';

/** A check of a deployment, or a drill of a receiver. */
export interface CheckRef {
  readonly id: string;
  readonly title: string;
  readonly clause: ClauseId;
}

interface Rerun {
  readonly check: CheckRef;
  readonly message: string;
  /** Why single requests do not show the finding. */
  readonly why: string;
  readonly base_url: string;
  /** Flags of the run, such as its configuration. */
  readonly flags: readonly string[];
  /** The checks to run, because a check of all traffic needs the traffic of others. */
  readonly checks: readonly string[];
}

/** The report says whether the check failed: the exit code of a run does not, because warnings do not change it. */
const VERDICT = String.raw`node -e '
  const [file, id] = process.argv.slice(1);
  const { verdict, reason } = JSON.parse(require("fs").readFileSync(file, "utf8")).checks.find((check) => check.id === id) ?? {};
  if (reason !== undefined) console.error(reason);
  console.log(verdict ?? "not run");
' "$REPORT" ${'$'}CHECK`;

/** @returns a script that exits with 1 if the check fails or warns, 0 if it passes, and 2 otherwise */
export function writeRerunScript({ check: { id, title, clause }, message, why, base_url, flags, checks }: Rerun): string {
  const run = ['conform', '"$TARGET"', ...flags, '--only "$1"', '--report "json=$REPORT"', '--quiet'].join(' ');
  return `${[
    '#!/bin/sh',
    comment(`${id}: ${title}`),
    comment(`Found: ${message}`),
    comment(`${clause}: ${findClause(clause).statement}`),
    '#',
    comment(`This script runs the whole check again, because ${why}.`),
    '# Exits with 1 if it reproduces the finding, 0 if not, and 2 if it cannot tell. Needs sh, node, and gristmill.',
    '# To use another target, pass its base URL as the first argument.',
    'set -u',
    `TARGET=\${1:-${base_url}}`,
    `CHECK=${quote(id)}`,
    'WORK=$(mktemp -d) || exit 2',
    `trap 'rm -rf "$WORK"' EXIT`,
    'REPORT=$WORK/report.json',
    '# run CHECKS: sets $VERDICT.',
    'run() {',
    `  \${GRISTMILL:-npx gristmill} ${run}`,
    `  VERDICT=$(${VERDICT}) || { echo 'Cannot tell: the run wrote no report.' >&2; exit 2; }`,
    '}',
    `run ${quote(checks.join(','))}`,
    '# Some findings need the data of other checks of the clause.',
    `case $VERDICT in pass | skip) run ${quote(clause)} ;; esac`,
    'case $VERDICT in',
    '  fail | warn | flaky) echo "reproduced: $CHECK: $VERDICT"; exit 1 ;;',
    '  pass) echo "not reproduced: $CHECK passes"; exit 0 ;;',
    'esac',
    'echo "Cannot tell: the verdict of $CHECK is $VERDICT." >&2',
    'exit 2',
  ].join('\n')}\n`;
}
