import type { Finding, Traffic } from '#mock/server/journal/traffic';
import type { Rule, Sighting } from './rule.ts';
import { BID_RULES } from './rules/bids.ts';
import { EVENT_RULES } from './rules/events.ts';
import { PAGE_RULES } from './rules/pages.ts';
import { RETRY_RULES } from './rules/retries.ts';
import { TOKEN_RULES } from './rules/tokens.ts';
import { TrafficView } from './traffic-view.ts';

export const RULES: readonly Rule[] = [...BID_RULES, ...RETRY_RULES, ...PAGE_RULES, ...TOKEN_RULES, ...EVENT_RULES];

const ORDER = ['must', 'should', 'consider'] as const;

/** One finding per rule, the most important first. */
export function coach(traffic: Traffic): readonly Finding[] {
  const view = new TrafficView(traffic);
  const findings = RULES.flatMap((rule) => {
    const sightings = rule.find(view);
    const [first_sighting] = sightings;
    return first_sighting === undefined ? [] : [toFinding(rule, first_sighting, sightings.length)];
  });
  return findings.toSorted((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level));
}

function toFinding({ id, level, source, title, why, fix }: Rule, { seen, at }: Sighting, count: number): Finding {
  const first =
    'method' in at
      ? { n: at.n, method: at.method, path: at.path, status: at.response?.status ?? null }
      : { delivery: at.id, event: at.event, status: at.response_status };
  return { rule: id, level, source, title, seen, why, fix, count, first };
}
