/** Members that everyone is allowed to read. A name that consists of words from them only is not searched for. */

/** Words that a seller wrote for the public, and words about places and grain. */
const PUBLIC_WORDS = ['variety', 'additional_terms', 'nearest_city', 'nearest_province', 'province', 'city', 'formatted'];
const PUBLIC_SUBTREES = new Set([...PUBLIC_WORDS, 'commodity', 'commodities', 'grade', 'grades', 'cities', 'provinces', 'unit']);

export function isTypedForThePublic(key: string): boolean {
  return PUBLIC_WORDS.includes(key);
}

/** Whether everything below a member is public. */
export function isPublic(key: string): boolean {
  return PUBLIC_SUBTREES.has(key);
}
