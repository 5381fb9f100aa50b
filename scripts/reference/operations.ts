import { openApiDocument } from '@upvigil/server/api/http/openapi';
import type { JsonSchema } from './json-schema.ts';

/** A body or response, by media type. */
export interface Content {
  content?: Record<string, { schema?: JsonSchema }>;
}

/** An endpoint in the OpenAPI document. */
export interface Operation {
  method: string;
  path: string;
  tags: string[];
  summary: string;
  /** Empty for a public endpoint. Otherwise the required scope, or no scope for any signed-in caller. */
  security: { bearer: string[] }[];
  /** Only for people, never for a token. */
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
