import { contract } from '@upvigil/core/contract/contract';
import type { Contract, Endpoint } from '@upvigil/core/contract/endpoint';
import { errorKinds } from '@upvigil/core/contract/errors';
import { apiPrefix } from '@upvigil/core/contract/names/paths';
import { defaults } from '@upvigil/core/defaults';
import { z } from 'zod';

export interface OpenApiDocument {
  openapi: string;
  [key: string]: unknown;
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

/** One range of bytes, and the ETag of the file that the client has a part of. */
const rangeHeaders = z.object({ Range: z.string().optional(), 'If-Range': z.string().optional() });

const errorSchema = {
  type: 'object',
  required: ['detail'],
  properties: {
    detail: { type: 'string', description: 'One sentence a person can act on' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } },
    },
  },
};

/** The path in the document. The server also accepts a trailing slash, which is not documented. */
export const documentedPath = ({ path }: Endpoint): string =>
  apiPrefix + path.replace(/:(\w+)/g, '{$1}').replace(/\/$/, '');

/** The contract as an OpenAPI 3.1 document. */
export function openApiDocument(baseUrl: string): OpenApiDocument {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [groupName, group] of Object.entries(contract as Contract)) {
    for (const [name, endpoint] of Object.entries(group)) {
      const path = documentedPath(endpoint);
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(groupName, name, endpoint) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${defaults.productName} API`, version: '1', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: baseUrl }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: errorSchema },
    },
  };
}

function operation(groupName: string, name: string, endpoint: Endpoint): Record<string, unknown> {
  return {
    operationId: `${groupName}_${name}`,
    tags: [groupName],
    summary: endpoint.summary,
    ...accessOf(endpoint),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(endpoint.ranges ? parametersOf(rangeHeaders, 'header') : []),
    ],
    ...requestBody(endpoint),
    responses: {
      ...successAnswer(endpoint),
      ...refusals(endpoint),
    },
  };
}

/** The required scope, as an OpenAPI 3.1 role. */
const accessOf = ({ access, signedIn }: Endpoint): Record<string, unknown> => ({
  security: access === 'public' ? [] : [{ bearer: access === 'any' ? [] : [access] }],
  ...(signedIn ? { 'x-signed-in': true } : {}),
});

/** The error responses that an endpoint can give: those of its parts, and the 4XX and 5XX ranges. */
function refusals({ access, signedIn, params, query, body }: Endpoint): Record<string, unknown> {
  const error = (description: string) => ({
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  });
  const { unauthorized, forbidden, notFound, invalid } = errorKinds;
  const isLimited = signedIn || !['public', 'any'].includes(access);
  return {
    ...(access !== 'public' ? { [unauthorized.status]: error('The token is missing, wrong or no longer valid') } : {}),
    ...(isLimited ? { [forbidden.status]: error('The token lacks the scope') } : {}),
    ...(params ? { [notFound.status]: error('There is no such object') } : {}),
    ...(params || query || body ? { [invalid.status]: error('A value is not valid; errors lists each') } : {}),
    '4XX': error('Refused'),
    '5XX': error('Failed'),
  };
}

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query' | 'header'): unknown[] {
  if (!schema) return [];
  const { required = [] } = schemaOf(schema, 'input') as { required?: string[] };
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: schemaOf(field as z.ZodType, 'input'),
  }));
}

function requestBody(endpoint: Endpoint): Record<string, unknown> {
  if (endpoint.transport === 'upload') {
    const file = { type: 'string', format: 'binary' };
    const schema = { type: 'object', required: ['file'], properties: { file } };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (!endpoint.body) return {};
  return {
    requestBody: { required: true, content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } },
  };
}

function successAnswer(endpoint: Endpoint): Record<string, unknown> {
  const schema = schemaOf(endpoint.response, 'output');
  if (endpoint.transport === 'download') {
    const content = { 'application/octet-stream': {} };
    const parts = {
      206: { description: 'A part of the file', content },
      416: { description: 'The range is outside the file' },
    };
    return { 200: { description: 'A file', content }, ...(endpoint.ranges ? parts : {}) };
  }
  if (endpoint.transport === 'events') {
    return { 200: { description: 'Server-sent events', content: { 'text/event-stream': { schema } } } };
  }
  if (schema.type === 'null') return { 204: { description: 'Done' } };
  return { [endpoint.successStatus ?? 200]: { description: 'Done', content: { 'application/json': { schema } } } };
}
