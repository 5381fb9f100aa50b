import { createClientOf } from '@upvigil/core/client/client-of';
import { defineEndpoints } from '@upvigil/core/contract/endpoint';
import { publicStatusEndpoints } from '@upvigil/core/contract/public-status';
import Fastify from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { makeMonitor } from '../../testing/rows.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { serveGroup } from './serve-endpoints.ts';

afterEach(() => vi.restoreAllMocks());

const parsed: string[] = [];
const counted = (what: string) =>
  z.string().refine(() => {
    parsed.push(what);
    return true;
  });

const greetings = defineEndpoints({
  greet: {
    method: 'POST',
    path: '/greet/:name',
    access: 'public',
    summary: 'Greets',
    params: z.object({ name: counted('path') }),
    query: z.object({ language: counted('query') }),
    body: z.object({ from: counted('body') }),
    response: z.object({ text: counted('answer') }),
  },
});

it('a request is parsed once when it comes in, and its answer once on each side of the wire', async () => {
  const app = Fastify();
  await app.register(
    async (api) =>
      serveGroup(api, greetings, {
        greet: async ({ params, body }) => ({ text: `${body.from} greets ${params.name}` }),
      }),
    { prefix: '/api' },
  );
  const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' });
  const client = createClientOf({ greetings }, { baseUrl, getToken: () => null });
  const answer = await client.greetings.greet({
    params: { name: 'Ann' },
    query: { language: 'en' },
    body: { from: 'Bob' },
  });
  await app.close();

  expect(answer).toEqual({ text: 'Bob greets Ann' });
  expect(parsed).toEqual(['path', 'query', 'body', 'answer', 'answer']);
});

it('a public document is sent as it was made, without parsing', async () => {
  const test = await startTestApp({ listen: true });
  const { website_id } = await makeMonitor(test.db, { enabled: 1, check_interval_seconds: 86_400 });
  const { overview, detail } = publicStatusEndpoints;
  const parses = [vi.spyOn(overview.response, 'parse'), vi.spyOn(detail.response, 'parse')];
  const paths = ['/api/public/status/', `/api/public/status/${website_id}`];
  await test.request('PUT', `/websites/${website_id}`, { name: 'Shop' });
  await expect
    .poll(async () => (await test.inject({ url: paths[1] as string })).statusCode, { timeout: 15_000 })
    .toBe(200);
  for (const url of paths) expect((await test.inject({ url })).body).toContain('"Shop"');
  await test.close();

  for (const parse of parses) expect(parse).not.toHaveBeenCalled();
});
