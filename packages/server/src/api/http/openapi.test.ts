import { Validator } from '@seriousme/openapi-schema-validator';
import { contract } from '@upvigil/core/contract/contract';
import type { Contract } from '@upvigil/core/contract/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { documentedPath } from './openapi.ts';

interface Operation {
  operationId: string;
  summary: string;
  parameters: { name: string; in: string; required: boolean }[];
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  [key: string]: unknown;
}

describe('the OpenAPI document', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp({ env: { BASE_URL: 'https://status.acme.test' } });
  });
  afterAll(() => test.close());

  const read = async (): Promise<Document> => (await test.inject({ url: '/api/openapi.json' })).json();

  it('follows the JSON schema of OpenAPI 3.1, and its references resolve', async () => {
    const document = await read();
    const validator = new Validator();
    expect(await validator.validate(document)).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
    expect(JSON.stringify(validator.resolveRefs())).not.toContain('"$ref"');
  });

  it('names each operation once, and the parameters that its path has', async () => {
    const operations = Object.entries((await read()).paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, ...operation })),
    );
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    for (const { path, summary, parameters } of operations) {
      expect(summary).toMatch(/\w/);
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name, required }) => (required ? `{${name}}` : name))).toEqual(path.match(/\{\w+\}/g) ?? []);
    }
  });

  it('is public, has every endpoint, and contains nothing of this installation but its address', async () => {
    const answer = await test.inject({ url: '/api/openapi.json', remoteAddress: '192.0.2.1' });
    expect(answer.statusCode).toBe(200);
    const { paths, ...rest } = answer.json();
    for (const endpoint of Object.values(contract as Contract).flatMap((group) => Object.values(group))) {
      const path = documentedPath(endpoint);
      expect(paths[path], path).toHaveProperty(endpoint.method.toLowerCase());
      if (endpoint.ranges) expect(paths[path]).toHaveProperty('get.responses.206');
    }
    expect(rest.servers).toEqual([{ url: 'https://status.acme.test' }]);
    expect(Object.keys(rest).sort()).toEqual(['components', 'info', 'openapi', 'servers']);
  });
});
