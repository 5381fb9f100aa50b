import { scopeMeanings, scopes } from '@upvigil/core/contract/names/scopes';
import { defaults } from '@upvigil/core/defaults';
import { describe, type Field, fieldsOf } from './json-schema.ts';
import { madeBy, page, table } from './markdown.ts';
import { type Content, type Operation, operations } from './operations.ts';

/** Every endpoint with its input and its response. */
export function apiPage(): string {
  const all = operations();
  const groups = new Set(all.flatMap(({ tags }) => tags));
  return page(
    madeBy,
    `# ${defaults.productName}: the HTTP interface`,
    'Requests carry the header `Authorization: Bearer <token>`, except for public endpoints. The token is a session\'s, from `POST /api/auth/login`, or an API token, which has scopes. An error is JSON with one sentence, `{"detail": "…"}`; invalid fields are also listed one by one in `errors`. A body with an unknown field is refused with 422, and the nearest known field is named; fields of the answer are ignored, so that an object can be read, changed and sent back. A running server shows the same description at `/api/docs`, where each endpoint can be tried, and serves it as OpenAPI 3.1 at `GET /api/openapi.json`.',
    table(
      ['scope', 'may'],
      scopes.map((scope) => [`\`${scope}\``, scopeMeanings[scope]]),
    ),
    ...[...groups].flatMap((group) => [
      `## ${group}`,
      ...all.filter(({ tags }) => tags.includes(group)).flatMap(endpoint),
    ]),
  );
}

/** A sentence about the required access. */
function accessOf({ security: [needed], 'x-signed-in': signedIn }: Operation): string {
  if (!needed) return 'Public.';
  const [scope] = needed.bearer;
  if (signedIn) return 'Needs a signed-in person; API tokens are refused.';
  return scope === undefined ? 'Any token.' : `Needs \`${scope}\`.`;
}

function endpoint(operation: Operation): string[] {
  const [status = '', answer] = Object.entries(operation.responses)[0] ?? [];
  return [
    `### \`${operation.method} ${operation.path}\``,
    `${operation.summary}. ${accessOf(operation)}`,
    table(
      ['parameter', 'in', 'what it may be', ''],
      operation.parameters.map(({ name, in: place, required, schema }) => [
        `\`${name}\``,
        place,
        place === 'path' && schema.type !== 'string' ? 'id' : describe(schema),
        presence({ path: name, schema, isRequired: required }),
      ]),
    ),
    ...described('Body', operation.requestBody, (fields) =>
      table(
        ['field', 'what it may be', ''],
        fields.map((field) => [`\`${field.path}\``, describe(field.schema), presence(field)]),
      ),
    ),
    ...described(`Answer, ${status}`, answer, (fields) =>
      table(
        ['field', 'what it is'],
        fields.map(({ path, schema }) => [`\`${path}\``, describe(schema)]),
      ),
    ),
  ];
}

function described(title: string, content: Content | undefined, show: (fields: Field[]) => string): string[] {
  const [type, body] = Object.entries(content?.content ?? {})[0] ?? [];
  if (type === undefined) return title.startsWith('Answer') ? [`${title}: no content.`] : [];
  const kind = type === 'application/json' ? '' : `, \`${type}\``;
  const schema = body?.schema ?? {};
  const fields = fieldsOf(schema);
  if (fields.length > 0) return [`${title}${kind}${schema.type === 'array' ? ', a list' : ''}:`, show(fields)];
  return [`${title}${kind}${schema.type === undefined ? '' : `: ${describe(schema)}`}.`];
}

function presence({ schema, isRequired }: Field): string {
  if (schema.default !== undefined) return `default \`${JSON.stringify(schema.default)}\``;
  return isRequired ? 'required' : 'optional';
}
