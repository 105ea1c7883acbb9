import { z } from 'zod';
import { CommandError, describeThrown, isObject, Unverifiable, runCommand, sendRequest } from '#client';
import type { Effects, ReceiverSettings } from './settings.ts';

const Count = z.int().min(0);
const EffectsResponse = z.looseObject({ effects: Count, by_id: z.record(z.string(), Count) });
/** In a receiver that counts in a plain object, these ids name an inherited function. Adding 1 to it makes a string, not a number. */
const INHERITED = new Set(['constructor', 'toString']);

/** The form of a counter's response, for messages. */
const FORM = '{ "effects": 3, "by_id": { "evt_…": 1 } }';
const COMMAND_LIMIT_MS = 10_000;
/** A counter can print every event that it has ever seen. */
const COMMAND_BYTES_MAX = 64 * 1024 * 1024;

/** @throws Unverifiable without an effect counter, or if it fails */
export async function countEffects(settings: ReceiverSettings): Promise<Effects> {
  if (settings.countEffects === undefined) throw new Unverifiable('needs an effect counter', '--effect-url');
  try {
    return await settings.countEffects();
  } catch (error) {
    throw new Unverifiable(describeThrown(error), '--effect-url');
  }
}

/** An effect counter that is a URL. @returns reads it @throws Error, when it is read, with the reason */
export function countAt(url: string): () => Promise<Effects> {
  return async () => {
    const response = await sendRequest(url).catch((error: unknown) => {
      throw new Error(`the effect counter ${url} does not respond: ${describeThrown(error)}`);
    });
    if (response.status !== 200) throw new Error(`the effect counter ${url} returned ${response.status}`);
    return readEffects(response.json, `the effect counter ${url}`);
  };
}

/** An effect counter that is a shell command and prints the counts. */
export function countBy(command: string): () => Promise<Effects> {
  return async () => {
    try {
      const options = { cwd: process.cwd(), env: process.env, timeout_ms: COMMAND_LIMIT_MS, output_bytes_max: COMMAND_BYTES_MAX };
      return readEffects(JSON.parse(await runCommand(command, options)), `the command ${command}`);
    } catch (error) {
      if (error instanceof CommandError) throw new Error(`the command ${command} ${error.message}`, { cause: error });
      if (error instanceof SyntaxError)
        throw new Error(`the command ${command} does not print JSON; print ${FORM}`, { cause: error });
      throw error;
    }
  };
}

function readEffects(json: unknown, whose: string): Effects {
  const given = isObject(json) ? json['by_id'] : undefined;
  const by_id = Object.fromEntries(
    Object.entries(isObject(given) ? given : {}).map(([id, count]) => [
      id,
      INHERITED.has(id) && typeof count === 'string' ? 1 : count,
    ]),
  );
  const response = EffectsResponse.safeParse(isObject(json) && isObject(given) ? { ...json, by_id } : json);
  // A record of zod leaves out __proto__. The other counts have been checked.
  if (response.success) return { ...response.data, by_id: by_id as Effects['by_id'] };
  const at = response.error.issues[0]?.path.join('.') ?? '';
  throw new Error(`${whose} does not return ${FORM}${at === '' ? '' : `; check ${at}`}`);
}
