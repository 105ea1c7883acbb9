import { toMs } from '../clock.ts';
import { onSignature, onVerdict } from '../violations/kit/index.ts';
import { sign } from '../webhooks/sign.ts';
import type { Variant } from './variant.ts';

export const WEBHOOKS_VARIED: readonly Variant[] = [
  {
    name: 'legacy-segment',
    title: 'The signature carries the legacy sha256 segment, in front.',
    clauses: ['SIG-2'],
    warns: [],
    seams: onSignature('all', ({ header, secret, body, t }) => `${sign(secret, body, t, ['sha256'])},${header}`),
  },
  {
    name: 'upper-case-hex',
    title: '`v1` is in upper-case hex.',
    clauses: ['SIG-1', 'SIG-11'],
    warns: [],
    seams: onSignature('all', ({ header }) => header.replace(/\bv1=[0-9a-f]+/, (v1) => `v1=${v1.slice(3).toUpperCase()}`)),
  },
  {
    name: 'delays-from-the-start',
    title: 'The delay before an attempt counts from the start of the one before.',
    clauses: ['RTY-4', 'RTY-14'],
    warns: [],
    seams: onVerdict(({ status, delay_seconds }, { begun_at, ended_at }) => {
      const taken_seconds = (toMs(ended_at) - toMs(begun_at)) / 1000;
      return { status, delay_seconds: delay_seconds === null ? null : Math.max(0, delay_seconds - taken_seconds) };
    }),
  },
];
