/** Asks the client, through its hooks, to do something or to show what it knows. */
import { CommandError, isObject, parseJson, runCommand, sendRequest, type JsonObject } from '#client';
import { ProcessFailure } from './client-process.ts';

export type Hook = { readonly url: string } | { readonly command: string };

/** A hook that did not respond as documented. The message is for the report. */
export class HookError extends Error {
  override readonly name = 'HookError';
}

/** @throws HookError, or ProcessFailure if the command of the hook could not be started */
export async function callHook(
  name: 'do' | 'show',
  hook: Hook,
  question: object,
  { env, timeout_ms }: { env: NodeJS.ProcessEnv; timeout_ms: number },
): Promise<JsonObject> {
  const body = JSON.stringify(question);
  const text =
    'url' in hook ? await post(name, hook.url, body, timeout_ms) : await run(name, hook.command, body, env, timeout_ms);
  const value = parseJson(text);
  if (isObject(value)) return value;
  throw new HookError(
    `the hook \`${name}\` responded to ${body} with ${JSON.stringify(text.slice(0, 200))}, which is not a JSON object`,
  );
}

async function post(name: string, url: string, body: string, timeout_ms: number): Promise<string> {
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body, timeout_ms } as const;
  const { status, text } = await sendRequest(url, request).catch((error: unknown) => {
    throw new HookError(`the hook \`${name}\` did not respond to ${body}: ${error instanceof Error ? error.message : ''}`);
  });
  if (status !== 200)
    throw new HookError(`the hook \`${name}\` responded to ${body} with status ${status}: ${text.slice(0, 200)}`);
  return text;
}

async function run(name: string, command: string, input: string, env: NodeJS.ProcessEnv, timeout_ms: number): Promise<string> {
  return runCommand(command, { cwd: process.cwd(), env, input, timeout_ms }).catch((error: unknown) => {
    if (!(error instanceof CommandError)) throw error;
    const message = `the command of the hook \`${name}\` ${error.message}`;
    throw error.has_started ? new HookError(message) : new ProcessFailure(`${message}; correct it in certify.yaml`);
  });
}
