import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { Unverifiable } from '#client';
import { sendJson, serve } from '#client/testing/server';
import { countAt, countBy, countEffects } from './effects.ts';
import { makeReceiverSettings } from './testing/small-receiver.ts';

const THREE = { effects: 3, by_id: { evt_1: 1, evt_2: 2 } };
const print = (text: string): string => `printf %s '${text}'`;

async function askAt(answer: (response: ServerResponse) => void): Promise<unknown> {
  await using server = await serve((_request, response) => {
    answer(response);
  });
  // Awaited here: at the end of this function the server is closed.
  return await countAt(`${server.base_url}/effects`)();
}

describe('a counter at an address', () => {
  test('is requested', async () => {
    expect(
      await askAt((response) => {
        sendJson(response, 200, { ...THREE, more: true });
      }),
    ).toMatchObject(THREE);
  });

  test.each<[what: string, answer: (response: ServerResponse) => void, said: RegExp]>([
    [
      'another status',
      (response) => {
        sendJson(response, 404, THREE);
      },
      /effects answers 404/,
    ],
    [
      'a redirect',
      (response) => {
        response.writeHead(302, { location: '/elsewhere' }).end();
      },
      /answers 302/,
    ],
    [
      'no JSON',
      (response) => {
        response.end('three');
      },
      /does not answer \{ "effects": 3/,
    ],
    [
      'a list',
      (response) => {
        sendJson(response, 200, []);
      },
      /does not answer/,
    ],
    [
      'no ids',
      (response) => {
        sendJson(response, 200, { effects: 3 });
      },
      /check by_id/,
    ],
    [
      'a count that is text',
      (response) => {
        sendJson(response, 200, { effects: '3', by_id: {} });
      },
      /check effects/,
    ],
    [
      'a count below none',
      (response) => {
        sendJson(response, 200, { effects: 1, by_id: { evt_1: -1 } });
      },
      /check by_id\.evt_1/,
    ],
    [
      'half an effect',
      (response) => {
        sendJson(response, 200, { effects: 1, by_id: { evt_1: 0.5 } });
      },
      /check by_id\.evt_1/,
    ],
    [
      'nothing',
      (response) => {
        response.destroy();
      },
      /effects does not answer: /,
    ],
  ])('an error of a counter that responds with %s is reported', async (_what, answer, said) => {
    await expect(askAt(answer)).rejects.toThrow(said);
  });
});

describe('a counter that is a command', () => {
  test('is run by a shell', async () => {
    expect(await countBy(`n=3; ${print('{"effects":')}; echo $n; ${print(',"by_id":{"evt_1":1,"evt_2":2}}')}`)()).toEqual(THREE);
  });

  test.each([
    [print('three'), /does not print JSON; print \{ "effects"/],
    [print('{"effects":1}'), /does not answer .*check by_id/],
    ['exit 7', /ended with exit code 7/],
    ['kill -9 $$', /ended with a signal/],
    ['/no/such/command 2>/dev/null', /ended with exit code 127/],
  ])('the error %s is reported', async (command, said) => {
    await expect(countBy(command)()).rejects.toThrow(said);
  });
});

test('without a counter, or with a broken one, nothing is checked, and the flag is named', async () => {
  const broken = makeReceiverSettings('http://127.0.0.1:9/', { countEffects: countBy('exit 1') });
  for (const settings of [broken, { ...broken, countEffects: undefined }]) {
    const thrown: unknown = await countEffects(settings).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(Unverifiable);
    expect(thrown).toMatchObject({ config_key: '--effect-url' });
  }
});
