import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * The ports from here on are below those that a system gives to outgoing connections, and to servers that ask for any port (Linux: from 32768; others: from
 * 49152). So no other program gets the port by chance before it is used.
 */
const FIRST = 20_000;
const END = 32_000;

/** A TCP port of 127.0.0.1 that was free a moment ago, for programs that cannot choose one themselves. Another process can take it first. */
export async function findFreePort(): Promise<number> {
  const port = randomInt(FIRST, END);
  return (await isFree(port)) ? port : findFreePort();
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    await new Promise((resolve) => server.close(resolve));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false;
    throw error;
  }
}

/** Whether a port accepts connections. Connects without sending anything. */
export async function isListening(port: number, host = '127.0.0.1'): Promise<boolean> {
  const socket = connect(port, host);
  const is_connected = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return is_connected;
}
