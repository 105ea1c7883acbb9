/** Other ids in every request, response, and delivery, while the mock keeps its own. */
import { all, isRefusal, onDeliveryText, type Seams } from '../../violations/kit/index.ts';

interface Asked {
  path: Readonly<Record<string, string>>;
  search: string;
}

/**
 * @param inward from the ids that clients know to those of the mock
 * @param outward the reverse
 */
export function translateIds(inward: (text: string) => string, outward: (text: string) => string): Partial<Seams> {
  // Latin-1 keeps every byte, whatever the encoding of the body. Ids are ASCII.
  const inwardBytes = (bytes: Buffer): Buffer => Buffer.from(inward(bytes.toString('latin1')), 'latin1');
  const inwardAsked = ({ path, search }: Asked): Asked => ({
    path: Object.fromEntries(Object.entries(path).map(([name, value]) => [name, inward(value)])),
    search: inward(search),
  });
  return all(
    {
      request: ({ path, search, bytes, ...rest }) => ({
        ...rest,
        ...inwardAsked({ path, search }),
        bytes: isRefusal(bytes) ? bytes : inwardBytes(bytes),
      }),
      answer: (answer) => ({ ...answer, text: outward(answer.text) }),
      control_request: ({ path, search, bytes }) => ({
        ...inwardAsked({ path, search }),
        bytes: isRefusal(bytes) ? bytes : inwardBytes(bytes),
      }),
      control_answer: outward,
    },
    onDeliveryText('all', outward),
  );
}
