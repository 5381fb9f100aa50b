import { contract } from '@upvigil/core/contract/contract';
import type { Contract, Endpoint } from '@upvigil/core/contract/endpoint';
import { RequestError } from '@upvigil/core/contract/errors';
import { parseRequest } from '@upvigil/core/rules/parse-request';
import fc from 'fast-check';
import { jsonFor, textsFor } from '../../hostile-json.ts';
import { defineParser, type FuzzedParser, unlessRefused } from '../../parser.ts';

/** Every endpoint of the contract that has input, with its name: 'websites.create'. */
export const askedEndpoints = Object.entries(contract as Contract).flatMap(([group, entries]) =>
  Object.entries(entries)
    .map(([name, endpoint]) => ({ name: `${group}.${name}`, endpoint }))
    .filter(({ endpoint }) => endpoint.params ?? endpoint.query ?? endpoint.body),
);

/** Path and query as texts, the body as bytes of JSON text; an empty body is none. */
export interface AnyRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: string;
  readonly [part: string]: string | Readonly<Record<string, string>>;
}

/** Mostly valid requests to one endpoint, with some wrong parts. */
export const requestsOf = ({ params, query, body }: Endpoint): fc.Arbitrary<AnyRequest> =>
  fc.record({
    params: params ? textsFor(params) : fc.constant({}),
    query: query ? textsFor(query) : fc.constant({}),
    body: body ? jsonFor(body) : fc.constant(''),
  });

/** The body that Fastify passes on: undefined without a body, null for a text that it refuses. */
function parseJson(text: string): { body: unknown } | null {
  if (text === '') return { body: undefined };
  try {
    return { body: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** The schemas of each endpoint: they return valid input, and refuse other input with a status. */
export const requestParsers: readonly FuzzedParser[] = askedEndpoints.map(({ name, endpoint }) =>
  defineParser<AnyRequest>({
    name: `request ${name}`,
    file: 'packages/core/src/rules/parse-request.ts',
    inputs: requestsOf(endpoint),
    open: () => ({
      parse({ params, query, body }) {
        const parsed = parseJson(body);
        if (parsed === null) return;
        const taken = unlessRefused(RequestError, () => parseRequest(endpoint, { params, query, ...parsed }));
        // Stored and forwarded values must be well-formed text.
        JSON.stringify(taken);
      },
    }),
  }),
);
