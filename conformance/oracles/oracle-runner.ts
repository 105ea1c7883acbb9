import type { CheckResult } from '../check/verdicts.ts';
import { Breach, withoutCounting, type Exchange, type Run } from '#client';
import { describeInternalError } from '../expectations/describe-internal-error.ts';
import { worstOf } from '../check/evaluate.ts';
import { describeWithReproduction, evidenceContextOf, fingerprintOf } from '../check/evidence.ts';
import { Unseen, type Oracle, type OracleOpinion } from './oracle.ts';
import { SeenItems } from './seen-items.ts';

/** The maximum number of findings per oracle; more would repeat the same. */
const FINDINGS_KEPT = 6;
/** How many requests of each check are kept, to show what led to a finding. */
const TRAIL_KEPT = 12;

/** What one oracle has seen so far. */
interface OracleRecord {
  /** How many responses and deliveries had something to check. */
  seen: number;
  breaches: { breach: Breach; trail: readonly Exchange[] }[];
  kinds: Set<string>;
  wrong: number;
  /** What could not be checked, with the number of responses. */
  unseen: Map<string, number>;
  /** Why it could not run, if that is an error of Gristmill. */
  fault: string | undefined;
}

const NOTHING_SEEN = 'this run received nothing that shows whether it holds';

/** Passes every response and delivery of a run to the oracles, and collects their findings. */
export class OracleRunner {
  readonly #run: Run;
  readonly #records: ReadonlyMap<Oracle, OracleRecord>;
  readonly #trails = new Map<string, Exchange[]>();
  readonly #seen_items: SeenItems;

  constructor(run: Run, oracles: readonly Oracle[]) {
    this.#run = run;
    this.#seen_items = new SeenItems(run);
    this.#records = new Map(
      oracles.map((one) => [one, { seen: 0, breaches: [], kinds: new Set(), wrong: 0, unseen: new Map(), fault: undefined }]),
    );
    run.http.watch((exchange) => {
      withoutCounting(() => {
        this.#look(exchange);
      });
    });
    run.receiver.watch((receipt) => {
      withoutCounting(() => {
        for (const [one, record] of this.#records) this.#note(record, () => one.checkReceipt?.(receipt, run), receipt.check);
      });
    });
  }

  /** The conclusion of each oracle, as a check result. */
  conclude(): readonly CheckResult[] {
    withoutCounting(() => {
      for (const [one, record] of this.#records) this.#conclude(one, record);
    });
    return [...this.#records].map(([one, record]) => {
      const base = { id: one.id, title: one.title, clauses: [one.clause], duration_ms: 0, requests: 0 };
      if (record.wrong === 0 && record.fault !== undefined) return { ...base, verdict: 'error', reason: record.fault };
      if (record.wrong === 0 && record.unseen.size > 0) return { ...base, ...describeUnseen(record) };
      if (record.seen === 0) {
        return { ...base, verdict: 'skip', reason: one.no_pass_because ?? NOTHING_SEEN };
      }
      const findings = record.breaches.map(({ breach, trail }) => ({
        breach,
        evidence: describeWithReproduction(evidenceContextOf(this.#run), one, trail, breach),
      }));
      const evidence = findings.map((each) => each.evidence);
      const observations = [`checked in ${record.seen} responses and deliveries`];
      const verdict = worstOf(evidence);
      const worst = findings.find((each) => each.evidence.severity === verdict);
      if (worst === undefined) {
        return { ...base, verdict, observations, ...(evidence.length === 0 ? {} : { evidence }) };
      }
      const more = record.wrong > 1 ? ` (${record.wrong.toLocaleString('en')} times)` : '';
      const reason = `${worst.evidence.message}${more}`;
      return { ...base, verdict, reason, evidence, observations, fingerprint: fingerprintOf(one.id, worst.breach) };
    });
  }

  #look(exchange: Exchange): void {
    const trail = this.#trails.get(exchange.check) ?? [];
    trail.push(exchange);
    if (trail.length > TRAIL_KEPT) trail.shift();
    this.#trails.set(exchange.check, trail);
    const { exchange: news, remember } = this.#seen_items.newsIn(exchange);
    let is_fine = true;
    for (const [one, record] of this.#records) {
      const wrong_before = record.wrong;
      this.#note(record, () => this.#check(one, exchange, news), exchange.check);
      is_fine &&= record.wrong === wrong_before;
    }
    if (is_fine) remember();
  }

  /** @param news the response without repeated items */
  #check(one: Oracle, exchange: Exchange, news: Exchange): OracleOpinion {
    if (one.is_of_items !== true || news === exchange) return one.check?.(exchange, this.#run);
    const opinion = one.check?.(news, this.#run);
    if (!(opinion instanceof Breach)) return opinion;
    // A finding shows the whole response, and places in it.
    const of_whole = one.check?.(exchange, this.#run);
    return of_whole instanceof Breach ? of_whole : opinion;
  }

  #conclude({ conclude }: Oracle, record: OracleRecord): void {
    let opinions: readonly OracleOpinion[] = [];
    this.#note(
      record,
      () => {
        opinions = conclude?.(this.#run) ?? [];
        return undefined;
      },
      '',
    );
    for (const opinion of opinions)
      this.#note(record, () => opinion, opinion instanceof Breach ? (opinion.exchange?.check ?? '') : '');
  }

  #note(record: OracleRecord, evaluate: () => OracleOpinion, check: string): void {
    let opinion: OracleOpinion;
    try {
      opinion = evaluate();
    } catch (error) {
      // The check that sent the request still gets the response.
      record.fault ??= this.#run.redactor.redact(describeInternalError(error));
      return;
    }
    if (opinion === undefined) return;
    if (opinion instanceof Unseen) {
      record.unseen.set(opinion.what, (record.unseen.get(opinion.what) ?? 0) + 1);
      return;
    }
    record.seen += 1;
    if (opinion === 'fine') return;
    record.wrong += 1;
    // The same finding on the same operation is reported once.
    const kind = `${opinion.exchange?.operation ?? ''}|${opinion.details.pointer?.replaceAll(/\d+/g, 'n') ?? opinion.message}`;
    // A failure replaces a warning, so that the verdict does not depend on the order of findings.
    const is_worse =
      opinion.details.severity !== 'warn' && record.breaches.every(({ breach }) => breach.details.severity === 'warn');
    if (!is_worse && (record.kinds.has(kind) || record.breaches.length >= FINDINGS_KEPT)) return;
    record.kinds.add(kind);
    record.breaches.push({ breach: opinion, trail: [...(this.#trails.get(check) ?? [])] });
  }
}

/** Finding nothing proves nothing about what was not checked. */
function describeUnseen({ seen, unseen }: OracleRecord): Pick<CheckResult, 'verdict' | 'reason' | 'blocked_by' | 'observations'> {
  const [[what] = ['']] = unseen;
  const observations = [...unseen].map(([each, times]) => `not checked in ${times} responses and deliveries: ${each}`);
  const reason = `some responses could not be checked in full: ${what}`;
  return {
    verdict: 'blocked',
    reason,
    blocked_by: reason,
    observations: [`checked in ${seen} responses and deliveries`, ...observations],
  };
}
