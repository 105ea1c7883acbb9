import type { KeyObject } from 'node:crypto';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { CertifyConfig, CertifyReport, ReportFormat, Stage, StageResult } from '#certify';
import {
  CONFIG_FILE,
  EXIT_CODES,
  FORMATS,
  STAGES,
  describePlan,
  describeStage,
  loadConfigText,
  readConfig,
  runExam,
  signStatement,
  summarize,
} from '#certify';
import { makePaint } from '#conformance/reports/text/layout';
import { wantsColor } from '#conformance/reports/index';
import type { Command } from 'commander';
import { ExitCode, UsageError, messageOf } from '../errors.ts';
import { checkOutput } from '../flags/check-output.ts';
import { addExamples, addOptions, collect } from '../flags/options.ts';
import { asUsageError, asUsageErrorAsync } from '../flags/values.ts';
import { catchFaults, stopOnInterrupt } from '../runs.ts';
import { PRIVATE_KEY_FILE, PUBLIC_KEY_FILE, readPrivateKey, verifyFile, writeConfig, writeKeys } from './files.ts';
import { selectStages, readFailed } from './select-stages.ts';

interface Flags {
  config?: string;
  init?: boolean;
  only?: readonly string[];
  rerunFailed?: string;
  list?: boolean;
  seed?: string;
  report?: readonly string[];
  statement?: string;
  key?: string;
  keygen?: boolean;
  verify?: string;
  verbose?: boolean;
  quiet?: boolean;
}

/** Written to the folder of a statement, unless --report json names another file. */
const REPORT_FILE = 'certify-report.json';

export function configure(command: Command): void {
  command
    .argument('[command...]', 'command that starts your client, after --')
    .action(async (client_command: readonly string[], flags: Flags) => {
      throw new ExitCode(await certify(client_command, flags));
    });
  addOptions(command, [
    ['--config <file>', `configuration of your client (default: ${CONFIG_FILE}, if it exists)`],
    ['--init', `write a commented ${CONFIG_FILE}`],
    ['--only <patterns>', 'run only these stages or areas, such as auth,placing.response-lost', collect],
    ['--rerun-failed <report>', 'run only what was not ready in this JSON report, with its seed'],
    ['--list', 'list the stages and start nothing'],
    ['--seed <text>', 'seed of the worlds (default: random); the same seed gives the same data'],
    ['--report <format=path>', `write one of ${Object.keys(FORMATS).join(', ')}; repeatable`, collect],
    ['--statement <file>', 'write a statement about the run, signed with --key'],
    ['--key <file>', `key file (default: ${PRIVATE_KEY_FILE}; with --verify, ${PUBLIC_KEY_FILE})`],
    ['--keygen', `write a new key pair, ${PRIVATE_KEY_FILE} and ${PUBLIC_KEY_FILE}`],
    ['--verify <statement>', 'verify a signed statement'],
    ['--verbose', 'also print the requests and events of each finding'],
    'quiet',
  ]);
  addExamples(
    command,
    [
      'gristmill certify --init',
      'gristmill certify -- node client.js',
      'gristmill certify --statement statement.json --report html=report.html',
      'gristmill certify --verify statement.json --key certify-key.pub.pem',
    ],
    '0 ready, 1 not ready, 2 wrong usage, 3 inconclusive or rejected, 130 interrupted',
  );
}

async function certify(client_command: readonly string[], flags: Flags): Promise<number> {
  if (flags.init === true) return writeConfig();
  if (flags.keygen === true) return writeKeys(flags.key);
  if (flags.verify !== undefined) return verifyFile(flags.verify, flags.key);
  const earlier = flags.rerunFailed === undefined ? undefined : readFailed(flags.rerunFailed);
  const stages = selectStages(flags.only ?? [], earlier?.ids);
  const text = await asUsageErrorAsync(async () => loadConfigText(flags.config));
  if (flags.list === true) return listStages(stages);
  const config = asUsageError(() => readConfig(text, flags.config ?? CONFIG_FILE, client_command));
  checkNotApplicable(config);
  const is_whole_exam = stages.length === STAGES.length;
  if (flags.statement !== undefined && !is_whole_exam)
    throw new UsageError('--statement', 'a statement is about the whole exam; leave out --only and --rerun-failed');
  const outputs = readOutputs(flags);
  // Before the run, because a wrong key would lose its reports.
  const private_key = flags.statement === undefined ? undefined : readPrivateKey(flags.key);
  // For the report, in the words of the command line.
  const selection = is_whole_exam
    ? []
    : [
        ...(flags.only ?? []).map((one) => `--only ${one}`),
        ...(flags.rerunFailed === undefined ? [] : [`--rerun-failed ${flags.rerunFailed}`]),
      ];
  const report = await runAndPrint(
    config,
    stages,
    { seed: flags.seed ?? earlier?.seed ?? randomBytes(4).toString('hex'), selection },
    flags,
  );
  const are_written = writeOutputs(report, outputs, flags, private_key);
  return are_written ? EXIT_CODES[report.verdict] : 3;
}

async function runAndPrint(
  config: CertifyConfig,
  stages: readonly Stage[],
  about: { seed: string; selection: readonly string[] },
  { quiet, verbose }: Flags,
): Promise<CertifyReport> {
  const paint = makePaint(wantsColor(process.stdout.isTTY, process.env));
  const print = (line: string): void => {
    if (quiet !== true) process.stdout.write(`${line}\n`);
  };
  const explained = new Map<string, string>();
  const onResult = (result: StageResult): void => {
    print(describeStage(result, { paint, is_verbose: verbose === true }, explained));
  };
  print(`${describePlan(config, stages)}\n`);
  const stop = stopOnInterrupt({ leaves_objects: false });
  const caught = catchFaults();
  try {
    const report = await runExam(config, { ...about, stages, onResult, stop: AbortSignal.any([stop.signal, caught.signal]) });
    print(summarize(report, { paint }));
    if (stop.signal.aborted) throw new ExitCode(130);
    return report;
  } finally {
    caught.done();
    stop.done();
  }
}

function listStages(stages: readonly Stage[]): number {
  for (const { id, level, title } of stages) process.stdout.write(`${level.padEnd(6)} ${id}  ${title}\n`);
  return 0;
}

/** @throws UsageError if not_applicable names a stage that does not exist */
function checkNotApplicable({ not_applicable }: CertifyConfig): void {
  for (const name of Object.keys(not_applicable)) selectStages([name], undefined, 'not_applicable');
}

interface Output {
  readonly format: ReportFormat;
  readonly path: string;
}

/** Reads --report, and adds the JSON report that a statement needs. @throws UsageError for a format or path that cannot be used */
function readOutputs({ report = [], statement }: Flags): readonly Output[] {
  const outputs = report.map((text): Output => {
    const [name = '', ...rest] = text.split('=');
    // Checked on the next line.
    const format = name as ReportFormat;
    if (!Object.hasOwn(FORMATS, name))
      throw new UsageError('--report', `there is no format '${name}'; use one of ${Object.keys(FORMATS).join(', ')}`);
    return { format, path: rest.length === 0 ? `certify-report.${FORMATS[format].extension}` : rest.join('=') };
  });
  if (statement !== undefined) {
    checkOutput('--statement', statement);
    const json = outputs.find(({ format }) => format === 'json');
    if (json === undefined) outputs.push({ format: 'json', path: join(dirname(statement), REPORT_FILE) });
    else if (dirname(json.path) !== dirname(statement))
      throw new UsageError(
        '--statement',
        `the JSON report has to be in the folder of the statement; write --report json=${join(dirname(statement), basename(json.path))}`,
      );
  }
  for (const { path } of outputs) checkOutput('--report', path);
  return outputs;
}

/** Writes the reports, and the statement if there is a key. @returns whether all were written; prints what was wrong */
function writeOutputs(
  report: CertifyReport,
  outputs: readonly Output[],
  { statement, quiet }: Flags,
  private_key: KeyObject | undefined,
): boolean {
  const files = outputs.map(({ format, path }) => ({ format, path, text: FORMATS[format].render(report) }));
  const json = files.find(({ format }) => format === 'json');
  const texts: { path: string; text: string }[] = [...files];
  try {
    if (statement !== undefined && private_key !== undefined && json !== undefined)
      texts.push({ path: statement, text: signStatement(report, json.text, basename(json.path), private_key) });
    for (const { path, text } of texts) writeFileSync(path, text);
  } catch (error) {
    process.stderr.write(`gristmill: ${messageOf(error)}\n`);
    return false;
  }
  if (texts.length > 0 && quiet !== true) process.stdout.write(`Wrote ${texts.map(({ path }) => path).join(', ')}\n`);
  return true;
}
