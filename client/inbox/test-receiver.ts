import { RESPONDS_OK } from './behavior.ts';
import type { Receiver } from './receiver.ts';
import { NoResponse, sendRequest } from '../config/send-request.ts';

/** A tunnel can be far away. */
const TUNNEL_TIMEOUT_MS = 10_000;

/**
 * Sends a request to the public URL of a receiver and checks whether it arrives here.
 * @returns why it does not. Undefined if it does
 */
export async function testReceiver(
  open: Receiver,
  { public_url = '', port }: { public_url: string | undefined; port: number },
): Promise<string | undefined> {
  const mailbox = open.openMailbox(RESPONDS_OK);
  try {
    const { status } = await sendRequest(mailbox.url, { method: 'POST', body: '{}', timeout_ms: TUNNEL_TIMEOUT_MS });
    if (mailbox.arrivals.length > 0) return undefined;
    return `${public_url} returns ${status} from somewhere else: check that the tunnel ends at port ${port}`;
  } catch (error) {
    if (error instanceof NoResponse) return `${public_url} cannot be reached: ${error.message}`;
    throw error;
  } finally {
    mailbox.close();
  }
}
