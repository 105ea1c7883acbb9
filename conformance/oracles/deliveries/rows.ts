/** RTY-7: every row of every delivery list. */
import { Reply, itemsOf } from '#client';
import { expectDeliveredAt } from '../../expectations/delivery-row.ts';
import { counted } from '../check-each.ts';
import { oracle, type Oracle } from '../oracle.ts';

export const DELIVERY_ROW_ORACLES: readonly Oracle[] = [
  oracle('RTY-7/every-row', 'Every row of a delivery list has the fields of a delivery record', {
    check: (exchange) => {
      if (exchange.operation !== 'listDeliveries' || exchange.status !== 200) return undefined;

      const rows = itemsOf(new Reply(exchange));
      for (const row of rows) {
        for (const key of ['id', 'event', 'event_id', 'created_at']) row.get(key).text();
        row.get('status').oneOf(['delivered', 'retrying', 'failed']);
        const attempts = row.get('attempts').integer();
        if (attempts < 0 || attempts > 5) row.get('attempts').breach('The number of attempts is out of range.', '0 to 5');
        // RTY-13: without a response, it can also be absent.
        row.find('response_status')?.orNull((status) => status.integer());
      }
      // Last, because it can be a warning, which must not hide a failure.
      for (const row of rows) expectDeliveredAt(row);
      return counted(rows.length);
    },
  }),
];
