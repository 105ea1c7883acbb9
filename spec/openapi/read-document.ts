import { readFileSync } from 'node:fs';

/** A schema, an example or anything else that is only looked into. */
export type Json = Readonly<Record<string, unknown>>;

export interface Body {
  schema: Json;
  examples?: Readonly<Record<string, { value?: unknown; $ref?: string }>>;
}

export interface Answer {
  'x-assumed'?: string;
  headers?: Json;
  content?: { 'application/json': Body };
}

export interface Described {
  operationId: string;
  security: readonly Readonly<Record<string, readonly string[]>>[];
  parameters?: readonly { $ref?: string; name?: string; schema?: Json; example?: unknown }[];
  requestBody?: { content: { 'application/json': Body } };
  responses: Readonly<Record<string, Answer>>;
}

/** As much of spec/openapi.json as the tests look at. */
export interface Document {
  info: { version: string };
  paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  webhooks: Readonly<Record<string, { post: Described }>>;
  components: {
    schemas: Readonly<Record<string, Json>>;
    parameters: Readonly<Record<string, { schema: Json; example: unknown }>>;
    headers: Readonly<Record<string, { schema: Json; example: unknown }>>;
    examples: Readonly<Record<string, { value: unknown }>>;
    securitySchemes: { oauth2: { flows: Readonly<Record<string, { scopes: Json }>> } };
  };
}

/** The committed document, for tests. */
export function readDocument(): Document {
  // A border: the file is the one that we generate, and lint keeps its form.
  return JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')) as Document;
}
