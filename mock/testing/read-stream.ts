import type { TestMock } from './open-mock.ts';

/** One block of an event stream. */
export interface Block {
  event?: string;
  id?: string;
  /** The fields that tests read. */
  data?: { seq: number; method?: string; path?: string };
  comment?: string;
  retry?: string;
}

interface StreamReader extends AsyncDisposable {
  status: number;
  headers: Headers;
  /** The next block. Undefined at the end of the stream. */
  next: () => Promise<Block | undefined>;
  /** The next `count` blocks. @throws if the stream ends before */
  take: (count: number) => Promise<Block[]>;
  /** Closes the connection. */
  leave: () => Promise<void>;
}

/** Reads `GET /stream` of the control plane. @param address the path below `control_url`, with the query */
export async function readStream(
  { mock }: TestMock,
  address = '/stream',
  headers: Record<string, string> = {},
  control_url = mock.control_url,
): Promise<StreamReader> {
  const response = await fetch(`${control_url}${address}`, { headers });
  const chunks = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (): Promise<Block | undefined> => {
    while (!text.includes('\n\n')) {
      const read = await chunks?.read();
      if (read?.value === undefined) return undefined;
      text += read.value;
    }
    const end = text.indexOf('\n\n');
    const block = parseBlock(text.slice(0, end));
    text = text.slice(end + 2);
    return block;
  };
  const leave = async (): Promise<void> => {
    await chunks?.cancel();
  };
  return {
    status: response.status,
    headers: response.headers,
    next,
    take: async (count) => {
      const taken: Block[] = [];
      while (taken.length < count) {
        const block = await next();
        if (block === undefined) throw new Error(`the stream ended after ${JSON.stringify(taken)}`);
        taken.push(block);
      }
      return taken;
    },
    leave,
    [Symbol.asyncDispose]: leave,
  };
}

function parseBlock(text: string): Block {
  const block: Block = {};
  for (const line of text.split('\n')) {
    const [, name = '', value = ''] = /^([a-z]*): (.*)$/.exec(line) ?? [];
    if (name === '') block.comment = value;
    // Untyped, because each test asserts the shape that it expects.
    else if (name === 'data') block.data = JSON.parse(value) as NonNullable<Block['data']>;
    else if (name === 'event' || name === 'id' || name === 'retry') block[name] = value;
    else throw new Error(`${line} is not a line of an event stream`);
  }
  return block;
}
