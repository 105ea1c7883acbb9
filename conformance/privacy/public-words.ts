/** Members that everybody may read, whose words can be those of a name: a name made of them alone is not searched. */

/** Words that a seller typed for the public, and words about places and grain. */
const PUBLIC_WORDS = ['variety', 'additional_terms', 'nearest_city', 'nearest_province', 'province', 'city', 'formatted'];
const PUBLIC_SUBTREES = new Set([...PUBLIC_WORDS, 'commodity', 'commodities', 'grade', 'grades', 'cities', 'provinces', 'unit']);

export function isTypedForThePublic(key: string): boolean {
  return PUBLIC_WORDS.includes(key);
}

/** Whether all that stands below a member is public. */
export function isPublic(key: string): boolean {
  return PUBLIC_SUBTREES.has(key);
}
