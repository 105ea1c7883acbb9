import { sql, type RawBuilder } from 'kysely';

/** Whether text contains another, in any case. @param text an SQL expression from this program, never from a request */
export function containsText(text: string, searched: string): RawBuilder<boolean> {
  const pattern = `%${searched.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<boolean>`lower(${sql.raw(text)}) like lower(${pattern}) escape '\\'`;
}
