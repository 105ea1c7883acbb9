/** Shows clients other ids in requests, responses, and deliveries than the mock uses internally. */
import { all, onDeliveryText, translateRequests, type Seams } from '../../violations/kit/index.ts';

/**
 * @param inward from the ids that clients know to those of the mock
 * @param outward the reverse
 */
export function translateIds(inward: (text: string) => string, outward: (text: string) => string): Partial<Seams> {
  return all(
    translateRequests(inward),
    { response: (response) => ({ ...response, text: outward(response.text) }), control_response: outward },
    onDeliveryText('all', outward),
  );
}
