import { openApiDocument } from '@upvigil/server/api/http/openapi';
import type { JsonSchema } from './json-schema.ts';

/** A body or an answer, by media type. */
export interface Content {
  content?: Record<string, { schema?: JsonSchema }>;
}

/** One endpoint as the OpenAPI document has it. */
export interface Operation {
  method: string;
  path: string;
  tags: string[];
  summary: string;
  /** Empty for a public endpoint; else the scope that is needed, or none for whoever is signed in. */
  security: { bearer: string[] }[];
  /** A person only, never a token. */
  'x-signed-in'?: true;
  parameters: { name: string; in: string; required: boolean; schema: JsonSchema }[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

/** All endpoints, in the order of the contract. */
export function operations(): Operation[] {
  const paths = openApiDocument('').paths as Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
}
