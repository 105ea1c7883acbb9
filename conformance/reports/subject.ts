/** The subject of a report: a deployment or a webhook receiver. Both reports have the same shape. */
import type { RunReport, TestNoun } from '../check/verdicts.ts';

/** The mode of a target that is a receiver. */
export const RECEIVER_MODE = 'a webhook receiver';

interface Subject {
  readonly title: string;
  readonly noun: TestNoun;
  /** One word, for names in machine-readable reports. */
  readonly word: string;
  readonly badge: string;
  readonly placeholder: string;
}

const DEPLOYMENT: Subject = {
  title: 'Conformance report',
  noun: 'check',
  word: 'conformance',
  badge: 'grain API',
  placeholder: '$TOKEN_BUYER',
};
const RECEIVER: Subject = {
  title: 'Receiver report',
  noun: 'drill',
  word: 'receiver',
  badge: 'webhook receiver',
  placeholder: '$WEBHOOK_SECRET',
};

export function isOfReceiver({ target }: RunReport): boolean {
  return target.mode === RECEIVER_MODE;
}

export function subjectOf(report: RunReport): Subject {
  return isOfReceiver(report) ? RECEIVER : DEPLOYMENT;
}
