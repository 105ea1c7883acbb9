import type { OpenStream } from './control-client.ts';
import type { EntryKind, EntryOf } from './wire.ts';

/** Something that happened in a world. `gap` means that entries are missing. */
export type Entry = { [Kind in EntryKind]: { kind: Kind; entry: EntryOf[Kind] } }[EntryKind] | { kind: 'gap'; reason: string };

/** Reads `GET /stream` (server-sent events; WHATWG HTML, section 9.2). Ends without an error if the signal aborts. */
export async function* follow(
  openStream: OpenStream,
  options: { kinds?: readonly EntryKind[]; isFromStart?: boolean; signal?: AbortSignal },
): AsyncGenerator<Entry> {
  const { kinds, isFromStart = false, signal } = options;
  const query = new URLSearchParams({
    ...(kinds === undefined ? {} : { kind: kinds.join(',') }),
    ...(isFromStart ? { since: '0' } : {}),
  });
  try {
    const stream = await openStream(query.size === 0 ? '' : `?${query.toString()}`, signal);
    // The pipe gets the signal, too, because the signal of a fetch has no effect once its request was garbage-collected.
    yield* parse(stream.pipeThrough(new TextDecoderStream(), signal === undefined ? {} : { signal }));
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  }
}

async function* parse(texts: ReadableStream<string>): AsyncGenerator<Entry> {
  let incomplete = '';
  for await (const text of texts) {
    const blocks = `${incomplete}${text}`.split('\n\n');
    incomplete = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line): [string, string] => splitField(line)));
      const kind = fields.get('event');
      const data = fields.get('data');
      if (kind === undefined || data === undefined) continue;
      const value: unknown = JSON.parse(data);
      // The control plane sends an entry of the kind that it names, or a gap with its reason.
      yield (kind === 'gap' ? { kind, ...(value as object) } : { kind, entry: value }) as Entry;
    }
  }
}

function splitField(line: string): [string, string] {
  const at = line.indexOf(':');
  return at === -1 ? [line, ''] : [line.slice(0, at), line.slice(at + 1).trimStart()];
}
