/** The two-letter codes of Canada Post, in alphabetical order, and the accepted names. */
const PROVINCES: Readonly<Record<string, readonly string[]>> = {
  AB: ['Alberta'],
  BC: ['British Columbia'],
  MB: ['Manitoba'],
  NB: ['New Brunswick'],
  NL: ['Newfoundland and Labrador', 'Newfoundland'],
  NS: ['Nova Scotia'],
  NT: ['Northwest Territories'],
  NU: ['Nunavut'],
  ON: ['Ontario'],
  PE: ['Prince Edward Island'],
  QC: ['Quebec'],
  SK: ['Saskatchewan'],
  YT: ['Yukon', 'Yukon Territory'],
};

const codeByName: ReadonlyMap<string, string> = new Map(
  Object.entries(PROVINCES).flatMap(([code, names]) => [code, ...names].map((name) => [keyOf(name), code])),
);

/** The codes, for messages. */
export const PROVINCE_CODES: string = Object.keys(PROVINCES)
  .join(', ')
  .replace(/, (\w+)$/, ' or $1');

function keyOf(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

/** The code of a province or territory of Canada, from its code or English name in any case. Undefined for other texts. */
export function findProvince(text: string): string | undefined {
  return codeByName.get(keyOf(text));
}
