/** The door of the stories: a counterexample for people to read, and for a shell to run. */
export { renderStory, formatStory } from './format-story.ts';
export type { StoryLine } from './format-story.ts';
export { writeScript } from './write-script.ts';
export type { ScriptOptions } from './write-script.ts';
