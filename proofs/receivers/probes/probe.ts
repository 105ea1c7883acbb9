import type { Notice } from '../receiver.ts';
import type { Visit, Wrapping } from './visit.ts';

export interface Probe {
  readonly name: string;
  /** What a correct receiver does, as a sentence. */
  readonly expects: string;
  /** What was wrong; empty where the receiver is right. */
  readonly run: (at: Visit) => Promise<string>;
}

/** A genuine delivery, in a form that the document allows: it is answered 2xx and takes effect once. */
export function accepts(
  name: string,
  expects: string,
  change: { type?: string; changes?: Partial<Notice>; body?: (notice: Notice) => string; wrapping?: Wrapping } = {},
): Probe {
  const { type, changes, body = JSON.stringify, wrapping } = change;
  const run = async (at: Visit): Promise<string> => {
    const notice = at.compose(type, changes);
    return judgeAccepted(at, notice, body(notice), wrapping);
  };
  return { name, expects, run };
}

export async function judgeAccepted(at: Visit, notice: Notice, body: string, wrapping?: Wrapping): Promise<string> {
  const { status } = await at.deliver(body, wrapping);
  if (status < 200 || status > 299) return `${notice.type} was answered ${status}`;
  const effects = await at.effectsOf(notice.id);
  return effects === 1 ? '' : `${notice.type} took effect ${effects} times`;
}

/**
 * A delivery that must not be believed: it is refused for good, and takes no effect. The status is not looked at more closely, but
 * for `exactly`: SIG-4 names 400 for a mismatch alone.
 */
export function refuses(
  name: string,
  expects: string,
  change: { type?: string; changes?: Partial<Notice>; body?: (notice: Notice) => string; wrapping: Wrapping; exactly?: number },
): Probe {
  const { type, changes, body = JSON.stringify, wrapping, exactly } = change;
  const run = async (at: Visit): Promise<string> => {
    const notice = at.compose(type, changes);
    const { status } = await at.attempt(body(notice), wrapping);
    const effects = await at.effectsOf(notice.id);
    if (effects > 0) return `answered ${status} and took effect`;
    if (exactly !== undefined) return status === exactly ? '' : `answered ${status}`;
    return judgeRefused(status);
  };
  return { name, expects, run };
}

/** What was refused for good was answered neither 2xx nor as what is to come again. */
export function judgeRefused(status: number): string {
  return status >= 300 && status <= 499 ? '' : `answered ${status}`;
}
