/** Servers and folders that exist until the running test ends. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { makeTestFolder } from './folder.ts';
import { serve } from './server.ts';

/** Serves until the test ends. @returns the origin, such as `http://127.0.0.1:4711` */
export async function serveInTest(
  reply: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
): Promise<string> {
  const target = await serve((request, response) => void reply(request, response));
  onTestFinished(async () => target[Symbol.asyncDispose]());
  return new URL(target.base_url).origin;
}

/** Creates an empty folder that is removed when the test ends. */
export function makeFolder(): string {
  return makeTestFolder(onTestFinished);
}
