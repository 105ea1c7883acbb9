import { describe, expect, test } from 'vitest';
import { serve } from '#client/testing/server';
import { countAt, countBy } from './effects.ts';

const THREE = { effects: 3, by_id: { evt_1: 1, evt_2: 2 } };
const print = (text: string): string => `printf %s '${text}'`;

/** What is read from a counter at an address that responds like this. */
async function askAt(status: number, body: string, headers: Record<string, string> = {}): Promise<unknown> {
  await using server = await serve((_request, response) => response.writeHead(status, headers).end(body));
  // Awaited here: at the end of this function the server is closed.
  return await countAt(`${server.base_url}/effects`)();
}

describe('a counter at an address', () => {
  test('is requested', async () => {
    expect(await askAt(200, JSON.stringify({ ...THREE, more: true }))).toMatchObject(THREE);
  });

  test.each<[what: string, status: number, body: string, said: RegExp]>([
    ['another status', 404, JSON.stringify(THREE), /effects returned 404/],
    ['no JSON', 200, 'three', /does not return \{ "effects": 3/],
    ['a list', 200, '[]', /does not return/],
    ['no ids', 200, '{"effects":3}', /check by_id/],
    ['a count that is text', 200, '{"effects":"3","by_id":{}}', /check effects/],
    ['a count below none', 200, '{"effects":1,"by_id":{"evt_1":-1}}', /check by_id\.evt_1/],
    ['half an effect', 200, '{"effects":1,"by_id":{"evt_1":0.5}}', /check by_id\.evt_1/],
  ])('an error of a counter that responds with %s is reported', async (_what, status, body, said) => {
    await expect(askAt(status, body)).rejects.toThrow(said);
  });

  test('an error of a counter that redirects, or does not respond, is reported', async () => {
    await expect(askAt(302, '', { location: '/elsewhere' })).rejects.toThrow(/returned 302/);
    await using silent = await serve((_request, response) => response.destroy());
    await expect(countAt(`${silent.base_url}/effects`)()).rejects.toThrow(/effects does not respond: /);
  });
});

describe('a counter that is a command', () => {
  test('is run by a shell', async () => {
    expect(await countBy(`n=3; ${print('{"effects":')}; echo $n; ${print(',"by_id":{"evt_1":1,"evt_2":2}}')}`)()).toEqual(THREE);
  });

  test.each([
    [print('three'), /does not print JSON; print \{ "effects"/],
    [print('{"effects":1}'), /does not return .*check by_id/],
    ['exit 7', /exited with 7/],
    ['kill -9 $$', /was ended by SIGKILL/],
    ['/no/such/command 2>/dev/null', /could not be started: .*exit code 127/],
  ])('the error %s is reported', async (command, said) => {
    await expect(countBy(command)()).rejects.toThrow(said);
  });
});
