/** Several scouts at once, each in a thread of its own. */
import { Worker } from 'node:worker_threads';
import type { Place, Report, Scout, Task } from './scout.ts';
import { openScout } from './scout.ts';

/** What a thread is sent, and sends back. */
export interface Order {
  place: Place;
  task: Task;
}

export interface Crew {
  /** Begins another exploration. */
  setOut: () => void;
  begin: Scout['begin'];
  /**
   * Has every place visited, in the order in which they come; none is begun any more when something has turned out to be broken.
   * @param isOver asked before each; true for no more of them
   * @returns a report each, in the order of the places; undefined for those that were not visited any more
   */
  visitAll: (places: readonly Place[], kind: Task['kind'], isOver: () => boolean) => Promise<(Report | undefined)[]>;
  close: () => Promise<void>;
}

/**
 * @param threads 1 for none but this one
 * @throws UnknownDeviationError where there is no such violation
 */
export async function openCrew(threads: number, violation: string | undefined): Promise<Crew> {
  // The first is here in any case: it is asked where to begin, and says whether there is such a violation.
  const scout = await openScout(violation);
  const workers = threads <= 1 ? [] : Array.from({ length: threads }, () => openWorker(violation));
  const visits =
    workers.length === 0 ? [scout.visit] : workers.map((worker) => (place: Place, task: Task) => order(worker, { place, task }));
  let run = 0;
  return {
    setOut: () => {
      run += 1;
    },
    begin: scout.begin,
    visitAll: async (places, kind, isOver) => {
      const task = { kind, run };
      const reports = places.map((): Report | undefined => undefined);
      let next = 0;
      let is_broken = false;
      const work = async (visit: Scout['visit']): Promise<void> => {
        for (let index = next; index < places.length && !is_broken && !isOver(); index = next) {
          next += 1;
          const place = places[index];
          if (place === undefined) continue;
          const report = await visit(place, task);
          reports[index] = report;
          is_broken ||= report.broken !== undefined;
        }
      };
      await Promise.all(visits.map(work));
      return reports;
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()));
      await scout.close();
    },
  };
}

function openWorker(violation: string | undefined): Worker {
  return new Worker(new URL('worker.ts', import.meta.url), { workerData: violation });
}

/** Visits come one after the other: what a thread says next is the report. */
async function order(worker: Worker, wanted: Order): Promise<Report> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      worker.off('message', onMessage);
      worker.off('error', onError);
    };
    const onMessage = (report: Report): void => {
      settle();
      resolve(report);
    };
    const onError = (error: unknown): void => {
      settle();
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    worker.on('message', onMessage);
    worker.on('error', onError);
    // Nothing is handed over: what is sent is copied.
    worker.postMessage(wanted, []);
  });
}
