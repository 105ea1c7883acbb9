import { Alarm } from '#mock/ports/timer';

/** How often we look whether npm is still there, in ms. */
const LOOK_EVERY_MS = 250;
/** The command that npm runs: ourselves, and not put into the background to outlive it. */
const OURSELVES = /\bgristmill\b|\bcli\/main\.ts mock\b/;
const IN_BACKGROUND = /(?<![&>])&(?![&>\d])/;

/**
 * npm and npx end at a signal and do not hand it on: whoever kills what `npm start &` has started would leave us running. So where npm's shell
 * goes, we go. Where the system does not give an orphan another parent, as on Windows, nothing happens.
 * @param env as npm sets it for what it runs
 */
export function stopWithNpm(env: NodeJS.ProcessEnv, stop: () => void): void {
  const { npm_lifecycle_event, npm_lifecycle_script = '' } = env;
  if (npm_lifecycle_event === undefined || !OURSELVES.test(npm_lifecycle_script) || IN_BACKGROUND.test(npm_lifecycle_script))
    return;
  const parent = process.ppid;
  const watch = new Alarm(() => {
    if (process.ppid === parent) watch.set(LOOK_EVERY_MS);
    else stop();
  });
  watch.set(LOOK_EVERY_MS);
}
