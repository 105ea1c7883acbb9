/** How many listings a world of mutation testing has: enough for several pages, few enough to create in a moment. */
export const LOTS = 120;
