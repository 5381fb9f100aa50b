import { apiPrefix } from '@upvigil/core/api-prefix';
import { contract } from '@upvigil/core/contract/contract';
import type { Contract, Endpoint } from '@upvigil/core/contract/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { documentedPath } from './openapi.ts';

const endpoints = Object.entries(contract as Contract).flatMap(([group, entries]) =>
  Object.entries(entries).map(([name, endpoint]) => ({ name: `${group}.${name}`, endpoint })),
);
const adminEndpoints = endpoints.filter(({ endpoint }) => endpoint.access !== 'public');
const publicEndpoints = endpoints.filter(({ endpoint }) => endpoint.access === 'public');

const urlOf = ({ path }: Endpoint): string => apiPrefix + path.replace(/:\w+/g, '1');

describe('every endpoint of the contract', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp();
  });
  afterAll(() => test.close());

  const call = async (endpoint: Endpoint, authorization?: string) =>
    test.inject({
      method: endpoint.method,
      url: urlOf(endpoint),
      headers: authorization ? { authorization } : {},
    });

  it('is served', () => {
    const missing = endpoints.filter(
      ({ endpoint }) =>
        !test.app.hasRoute({ method: endpoint.method, url: (apiPrefix + endpoint.path).replace(/\/$/, '') }),
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it.each(adminEndpoints)('$name answers 401 without a token and with a bad one', async ({ endpoint }) => {
    for (const authorization of [undefined, 'Bearer wrong', `Basic ${test.token}`]) {
      const answer = await call(endpoint, authorization);
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual({ detail: 'Sign in first: the token is missing, wrong or no longer valid' });
    }
  });

  it.each(adminEndpoints)(
    '$name takes the token from the query only where a browser follows the link',
    async ({ endpoint }) => {
      const answer = await test.inject({ method: endpoint.method, url: `${urlOf(endpoint)}?token=${test.token}` });
      if (endpoint.tokenInQuery) expect(answer.statusCode).not.toBe(401);
      else expect(answer.statusCode).toBe(401);
    },
  );

  it.each(publicEndpoints.filter(({ endpoint }) => endpoint.transport !== 'events'))(
    '$name needs no token',
    async ({ endpoint }) => {
      expect((await call(endpoint)).statusCode).not.toBe(401);
    },
  );

  it.each(endpoints.filter(({ endpoint }) => endpoint.body))(
    '$name refuses a body that is JSON but no object',
    async ({ endpoint }) => {
      for (const payload of ['null', '[]', '[{}]', '"text"', '0', 'true']) {
        const headers = { authorization: `Bearer ${test.token}`, 'content-type': 'application/json' };
        const answer = await test.inject({ method: endpoint.method, url: urlOf(endpoint), headers, payload });
        expect(answer.statusCode, payload).toBe(422);
        expect(answer.json()).toEqual({
          detail: 'The body must be a JSON object',
          errors: [{ field: '', message: 'The body must be a JSON object' }],
        });
      }
    },
  );

  it('is in the OpenAPI document', async () => {
    const answer = await test.request('GET', '/openapi.json');
    const { paths } = answer.json<{ paths: Record<string, Record<string, unknown>> }>();
    for (const { name, endpoint } of endpoints) {
      const path = documentedPath(endpoint);
      expect(paths[path], name).toHaveProperty(endpoint.method.toLowerCase());
      if (endpoint.ranges) expect(paths[path]).toHaveProperty('get.responses.206');
    }
  });
});
