/** Keeps what this process prints from the test's own output. */

interface Captured {
  readonly printed: { out: string; complaint: string };
  readonly restore: () => void;
}

/** Captures stdout and stderr until `restore`. Captures can be nested: the inner one gets what is printed while it lasts. */
export function captureOutput(): Captured {
  const printed = { out: '', complaint: '' };
  const { stdout, stderr } = process;
  const [toStdout, toStderr] = [stdout.write.bind(stdout), stderr.write.bind(stderr)];
  stdout.write = (chunk) => ((printed.out += String(chunk)), true);
  stderr.write = (chunk) => ((printed.complaint += String(chunk)), true);
  const restore = (): void => {
    stdout.write = toStdout;
    stderr.write = toStderr;
  };
  return { printed, restore };
}
