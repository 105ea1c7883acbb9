import { readFileSync } from 'node:fs';
import type { OpenAPIV3_1 } from 'openapi-types';

/** A schema, an example, or another part that tests read. */
export type Json = Readonly<Record<string, unknown>>;

export interface Body {
  schema: Json;
  examples?: Readonly<Record<string, { value?: unknown; $ref?: string }>>;
}

export interface Response {
  'x-assumed'?: string;
  headers?: Json;
  content?: { 'application/json': Body };
}

export interface Described {
  operationId: string;
  security: readonly Readonly<Record<string, readonly string[]>>[];
  parameters?: readonly { $ref?: string; name?: string; schema?: Json; example?: unknown }[];
  requestBody?: { content: { 'application/json': Body } };
  responses: Readonly<Record<string, Response>>;
}

/** The parts of spec/openapi.json that tests read. */
interface Document {
  info: OpenAPIV3_1.InfoObject;
  paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  webhooks: Readonly<Record<string, { post: Described }>>;
  components: {
    schemas: Readonly<Record<string, Json>>;
    parameters: Readonly<Record<string, OpenAPIV3_1.ParameterObject & { schema: Json }>>;
    headers: Readonly<Record<string, OpenAPIV3_1.HeaderObject & { schema: Json }>>;
    examples: Readonly<Record<string, OpenAPIV3_1.ExampleObject>>;
    responses: Readonly<Record<string, Response>>;
    securitySchemes: { oauth2: OpenAPIV3_1.OAuth2SecurityScheme };
  };
}

/** The committed document, for tests. References to shared responses are replaced by the responses. */
export function readDocument(): Document {
  const text = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8');
  // The file is generated, and a lint rule checks its form.
  const { responses } = (JSON.parse(text) as Document).components;
  const document: unknown = JSON.parse(text, (_, value: { $ref?: unknown } | null) => {
    const [, name] = /^#\/components\/responses\/(\w+)$/.exec(String(value?.$ref)) ?? [];
    return name === undefined ? value : responses[name];
  });
  // Only the references differ from the file.
  return document as Document;
}
