/** What a run is going to do, and for how long. */
import type { CertifyConfig } from '../config.ts';
import type { Need, Stage } from '../stages/stage.ts';

/** How long a stage usually takes if the client responds quickly. */
const USUAL_MS = { asked: 700, alone: 1_500 } as const;
/** A client that cannot be asked is awaited twice per stage: before and after its bids are accepted. */
const WAITS = 2;

/** Whether the client has what a stage needs. */
export function hasNeed({ do: act, show, receiver_url }: CertifyConfig, need: Need): boolean {
  return { do: act, show, receiver: receiver_url }[need] !== undefined;
}

/** `12 stages, about 36 s if the client responds quickly. …` */
export function describePlan(config: CertifyConfig, stages: readonly Stage[]): string {
  const runnable = stages.filter(({ needs = [] }) => needs.every((need) => hasNeed(config, need))).length;
  const left_out = stages.length - runnable;
  const is_alone = config.do === undefined;
  const usual_ms = runnable * (is_alone ? USUAL_MS.alone : USUAL_MS.asked);
  return [
    `${runnable} ${runnable === 1 ? 'stage' : 'stages'}, about ${describeTime(usual_ms)} if the client responds quickly.`,
    ...(is_alone
      ? [
          `Without the hook \`do\`, each stage starts the client and waits until it sends no more requests: up to ${WAITS * config.timeout_seconds} s each.`,
        ]
      : []),
    ...(left_out === 0
      ? []
      : [`${left_out} more ${left_out === 1 ? 'needs' : 'need'} a hook or a receiver that certify.yaml does not name.`]),
  ].join('\n');
}

function describeTime(ms: number): string {
  return ms < 90_000 ? `${Math.max(1, Math.round(ms / 1_000))} s` : `${Math.round(ms / 60_000)} min`;
}
