/** A thread that visits places: it is sent an order, and sends back its report. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Order } from './crew.ts';
import { openScout } from './scout.ts';

// The crew gives the name of the violation, or nothing.
const scout = await openScout(workerData as string | undefined);
parentPort?.on('message', (order: Order) => {
  scout
    .visit(order.place, order.task)
    .then((report) => parentPort?.postMessage(report, []))
    .catch((error: unknown) => {
      // Thrown where nobody catches it, it reaches the crew as the error of this thread.
      queueMicrotask(() => {
        throw error;
      });
    });
});
