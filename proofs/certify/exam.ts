/** Runs the exam against the clients of this folder. */
import { type CertifyReport, STAGES, type Stage, readConfig, runExam } from '#certify';
import { type ClientRow, commandOf } from './clients/index.ts';

/** The same worlds in every run. */
export const SEED = '7';

const RECEIVER = 'receiver_url: http://127.0.0.1:{port}/webhooks';
const HOOKS = 'do: { url: "http://127.0.0.1:{port}/do" }\nshow: { url: "http://127.0.0.1:{port}/show" }';
/** What a `certify.yaml` says of clients that lack a part. */
const CONFIGS: Readonly<Record<string, string>> = {
  polls: `${HOOKS}\nnot_applicable: { events: "this client has no receiver", receiver: "this client has no receiver" }`,
  'no-hooks': RECEIVER,
  stays: RECEIVER,
  // It polls only while it works by itself.
  polling: RECEIVER,
};

/** @param ids stages or areas. Default: all */
export async function examine(row: ClientRow, ids?: readonly string[], seed = SEED): Promise<CertifyReport> {
  const is_alone = CONFIGS[row.id] === RECEIVER;
  const config = readConfig(
    CONFIGS[row.id] ?? `${RECEIVER}\n${HOOKS}`,
    'certify.yaml',
    commandOf(row, is_alone ? 'day' : 'serve'),
  );
  const isChosen = ({ id }: Stage): boolean => ids?.some((name) => id === name || id.startsWith(`${name}.`)) ?? true;
  return runExam(config, { seed, stages: STAGES.filter(isChosen) });
}

/** The stages that a client did not pass, with why. */
export function findingsOf({ stages }: CertifyReport): readonly string[] {
  return stages
    .filter(({ verdict }) => verdict === 'not_ready' || verdict === 'error')
    .map(({ id, findings, reason }) => `${id}: ${findings.join('; ')}${reason ?? ''}`);
}
