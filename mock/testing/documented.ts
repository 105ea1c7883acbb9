/** Validates responses against spec/openapi.json with Ajv, so that every test also checks the contract. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { readDocument } from '#spec/openapi/read-document';

const DOCUMENT_ID = 'openapi.json';

/** @returns what is wrong with a response. Undefined if the document allows it */
export type ValidateResponse = (method: string, path: string, status: number, body: unknown) => string | undefined;

export function createResponseValidator(): ValidateResponse {
  const document = readDocument();
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, DOCUMENT_ID);
  const templates = Object.keys(document.paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  const validators = new Map<string, ValidateFunction>();

  return (method, path, status, body) => {
    const pathname = path.split('?', 1)[0] ?? path;
    // A literal path has precedence over a template: /inventory/filters is not /inventory/{id}.
    const template =
      templates.find((row) => row.template === pathname)?.template ??
      templates.find((row) => row.pattern.test(pathname))?.template;
    if (template === undefined) return undefined;
    const segments = ['paths', template, method.toLowerCase(), 'responses', String(status)];
    const pointer = [...segments, 'content', 'application/json', 'schema'];
    const key = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    // 405 belongs to a path, not to an operation.
    if (status === 405 || method === 'HEAD') return undefined;
    try {
      const validate = validators.get(key) ?? ajv.compile({ $ref: `${DOCUMENT_ID}#/${key}` });
      validators.set(key, validate);
      return validate(body) ? undefined : `${method} ${path} ${status}: ${ajv.errorsText(validate.errors)}`;
    } catch {
      return `${method} ${path}: the document has no response ${status} with a JSON body`;
    }
  };
}
