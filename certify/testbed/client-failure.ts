/** What a client did that ends a stage, and what it printed. */

/** The client did something that ends the stage. The message is a sentence about it. */
export class ClientFailure extends Error {
  override readonly name = 'ClientFailure';
  /** What to do about it, if that of the stage would not help. */
  readonly advice: string | undefined;
  /** The last lines that the client printed, if it ended. */
  readonly output: readonly string[];

  constructor(message: string, { advice, output = '' }: { advice?: string; output?: string } = {}) {
    super(message);
    this.advice = advice;
    this.output = lastLines(output);
  }
}

/** The advice about a client that ends before it does anything. */
export const CORRECT_START =
  'Correct the cause, and run certify again. The command gets MARKETPLACE_BASE_URL, MARKETPLACE_ACCESS_TOKEN, and others: if it reads other names, map them with env in certify.yaml.';

/** A line that names an error, such as `TypeError: x is undefined`. */
const ERROR_LINE = /^(?:Uncaught )?[\w.]*(?:Error|Exception)\b.*:/;
const QUOTED_CHARS_MAX = 200;

/** Quotes one line of an output, for messages: the last line that names an error, because Node prints a stack after it; otherwise the last line. */
export function quote(output: string): string {
  const lines = output.trim().split('\n');
  const line = (lines.findLast((each) => ERROR_LINE.test(each)) ?? lines.at(-1))?.trim() ?? '';
  if (line === '') return '';
  return `; it printed: ${line.length > QUOTED_CHARS_MAX ? `${line.slice(0, QUOTED_CHARS_MAX)}…` : line}`;
}

/** As many lines as a traceback usually has. */
const LINES_MAX = 20;

function lastLines(output: string): readonly string[] {
  const text = output.trimEnd();
  return text === '' ? [] : text.split('\n').slice(-LINES_MAX);
}
