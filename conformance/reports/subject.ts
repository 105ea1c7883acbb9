/** What a report is about: a deployment, or a receiver of webhooks. The shape of both reports is the same. */
import type { RunReport } from '../check/verdicts.ts';

/** The mode of the target where that is a receiver. */
export const RECEIVER_MODE = 'a webhook receiver';

interface Subject {
  /** The title of a report on paper or on a page. */
  readonly title: string;
  /** One word, for names that programs sort by. */
  readonly word: string;
  /** What a badge says before the counts. */
  readonly badge: string;
  /** Where a secret stood, this stands. */
  readonly placeholder: string;
}

const DEPLOYMENT: Subject = {
  title: 'Conformance report',
  word: 'conformance',
  badge: 'grain API',
  placeholder: '$TOKEN_BUYER',
};
const RECEIVER: Subject = {
  title: 'Receiver report',
  word: 'receiver',
  badge: 'webhook receiver',
  placeholder: '$WEBHOOK_SECRET',
};

export function isOfReceiver({ target }: RunReport): boolean {
  return target.mode === RECEIVER_MODE;
}

/** What the report is called, and what stands in it for a secret. */
export function subjectOf(report: RunReport): Subject {
  return isOfReceiver(report) ? RECEIVER : DEPLOYMENT;
}
