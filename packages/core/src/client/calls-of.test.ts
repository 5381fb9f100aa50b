import { describe, expect, test } from 'vitest';
import { type ApiClientOptions, createCallsOf, endpointPath, type Route } from './calls-of.ts';

const routes = {
  things: {
    list: { method: 'GET', path: '/things', access: 'public' },
    edit: { method: 'PUT', path: '/things/:id/:part', access: 'admin' },
    fetch: { method: 'GET', path: '/things/file', access: 'admin', transport: 'download' },
    send: { method: 'POST', path: '/things/file', access: 'admin', transport: 'upload' },
  },
} satisfies Record<string, Record<string, Route>>;

/** Calls against a fake `fetch` that always answers the same way; records the requested addresses and headers. */
function open(answer: () => Response | Promise<Response>, options: Partial<ApiClientOptions> = {}) {
  const asked: { url: string; headers: Headers }[] = [];
  const calls = createCallsOf<Route>(routes, () => (value) => value, {
    baseUrl: 'http://user:secret@a.example/base/',
    getToken: () => 'abc',
    fetch: async (input, init) => {
      asked.push({ url: String(input), headers: new Headers(init?.headers) });
      return await answer();
    },
    ...options,
  });
  const call = (name: keyof typeof routes.things, request?: object) => calls.things?.[name]?.(request);
  return { call, asked };
}

describe('the address of a request', () => {
  test('has encoded parameters and the given query values', async () => {
    const { call, asked } = open(() => Response.json(1));
    await call('edit', { params: { id: 3, part: 'a/b?' }, query: { from: 'ä&', to: undefined, none: null } });
    expect(asked[0]?.url).toBe('http://user:secret@a.example/base/api/things/3/a%2Fb%3F?from=%C3%A4%26&none=');
    expect(endpointPath({ path: '/urls/:urlId/check' }, { urlId: 3 })).toBe('/api/urls/3/check');
  });

  test('has a content type only if it has a body', async () => {
    const { call, asked } = open(() => Response.json(1), { getToken: () => null });
    await call('list');
    await call('edit', { params: {}, body: {} });
    expect(asked.map(({ headers }) => headers.get('content-type'))).toEqual([null, 'application/json']);
    expect(asked[0]?.headers.has('authorization')).toBe(false);
  });
});

describe('a request that fails', () => {
  test('in the network names the server without a password in its address', async () => {
    const { call } = open(() => Promise.reject(new TypeError('fetch failed')));
    for (const name of ['list', 'fetch'] as const) {
      await expect(call(name)).rejects.toMatchObject({
        name: 'ServerUnreachableError',
        message: 'No answer from http://a.example/base/',
      });
    }
    const page = open(() => Promise.reject(new TypeError('fetch failed')), { baseUrl: '' });
    await expect(page.call('list')).rejects.toThrow('No answer from the server');
  });

  test('because it was aborted rejects with the reason', async () => {
    const { call } = open(() => Promise.reject(new DOMException('given up', 'AbortError')));
    await expect(call('list')).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('as a download without a body is an unexpected answer', async () => {
    const { call } = open(() => new Response(null, { status: 204 }));
    await expect(call('fetch')).rejects.toMatchObject({ name: 'UnexpectedAnswerError' });
  });

  test('reports a refused token also on downloads and uploads, but not on public endpoints', async () => {
    let refusals = 0;
    const { call } = open(() => Response.json({ detail: 'no' }, { status: 401 }), { onUnauthorized: () => refusals++ });
    const upload = { file: new Blob(['x']), fileName: 'x' };
    for (const refused of [call('fetch'), call('send', upload), call('list')])
      await expect(refused).rejects.toThrow('no');
    expect(refusals).toBe(2);
  });
});

describe('an upload', () => {
  const upload = { file: new Blob(['content']), fileName: 'a.tar.gz' };

  test('needs a file with a name', async () => {
    const { call } = open(() => Response.json(1));
    await expect(call('send', { ...upload, fileName: '' })).rejects.toThrow('needs a file and its name');
  });

  test('that fails in the network means an unreachable server; one whose file is unreadable does not', async () => {
    const failing = (error: Error) =>
      open(() => Response.json(1), { sendFile: () => Promise.reject(error) }).call('send', upload);
    await expect(failing(new TypeError('Load failed'))).rejects.toMatchObject({ name: 'ServerUnreachableError' });
    await expect(failing(new TypeError('The file changed'))).rejects.toMatchObject({ name: 'TypeError' });
    await expect(failing(new Error('network'))).rejects.toMatchObject({ name: 'Error' });
  });

  test('with a custom sender is validated like any other', async () => {
    const sendFile = async () => ({ status: 413, body: { detail: 'Too large' } });
    await expect(open(() => Response.json(1), { sendFile }).call('send', upload)).rejects.toThrow('Too large');
  });
});
