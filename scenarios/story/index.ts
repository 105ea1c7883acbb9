/** Formats a counterexample as readable text, and as a shell script that replays it. */
export { renderStory, formatStory } from './format-story.ts';
export type { StoryLine } from './format-story.ts';
export { writeScript } from './write-script.ts';
