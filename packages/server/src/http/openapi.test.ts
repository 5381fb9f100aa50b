import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { contract } from '@upvigil/core/contract/contract';
import type { Contract } from '@upvigil/core/contract/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runProgram } from '../testing/run-program.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { documentedPath } from './openapi.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const verdictSchema = z.object({
  totals: z.object({ errors: z.int(), warnings: z.int() }),
  problems: z.array(z.object({ ruleId: z.string(), message: z.string() })),
});

describe('the OpenAPI document', () => {
  let test: TestApp;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'upvigil-openapi-'));
    // The linter frowns on localhost, which a reader elsewhere would not reach.
    test = await startTestApp({ env: { BASE_URL: 'https://status.acme.test' } });
  });
  afterAll(async () => {
    await test.close();
    await rm(folder, { recursive: true });
  });

  /** What the linter says of the document that anybody is given. */
  async function lint() {
    const { body } = await test.inject({ url: '/api/openapi.json' });
    const file = path.join(folder, 'openapi.json');
    await writeFile(file, body);
    const linter = path.join(root, 'node_modules/@redocly/cli/bin/cli.js');
    const report = path.join(folder, 'report.json');
    // The linter ends with an error where it found one; what it found is in its report all the same.
    const command = '"$0" "$1" lint "$2" --config "$3" --format=json > "$4" || true; cat "$4"';
    const args = [process.execPath, linter, file, path.join(root, 'redocly.yaml'), report];
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const said = await runProgram('/bin/sh', ['-c', command, ...args], { deadlineSeconds: 60, cwd: folder, env });
    return verdictSchema.parse(JSON.parse(said));
  }

  it('is without findings for the linter of redocly, by its recommended rules', async () => {
    const { totals, problems } = await lint();
    expect(problems).toEqual([]);
    expect(totals).toMatchObject({ errors: 0, warnings: 0 });
  });

  it('is for everybody, has every endpoint, and holds nothing of this installation but its address', async () => {
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
