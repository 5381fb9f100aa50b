import { accessMessages } from '@upvigil/core/texts/access';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let statements = 0;
let logged: string[] = [];
let token: string;
beforeAll(async () => {
  test = await startTestApp({ env: { LOG_LEVEL: 'trace' }, onLog: (line) => void logged.push(line) });
  test.storage.onStatement(() => {
    statements += 1;
  });
});
beforeEach(async () => {
  await test.resetAccess();
  statements = 0;
  logged = [];
  const made = await test.request('POST', '/tokens', { name: 'All', scopes: ['admin'] });
  token = made.json<{ token: string }>().token;
  // Uses are recorded once a minute: the next requests read and write nothing.
  await ask(token);
});
afterAll(() => test.close());

async function ask(given: string): Promise<number> {
  const answer = await test.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${given}` } });
  if (answer.statusCode === 401) expect(answer.json()).toEqual({ detail: accessMessages.signInFirst });
  return answer.statusCode;
}

async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const before = statements;
  await work();
  return statements - before;
}

describe('a token', () => {
  it('with one letter changed, removed or added anywhere is refused without a statement', async () => {
    const others = Array.from({ length: token.length - 4 }, (_, at) => {
      const letter = token[at + 4] === 'a' ? 'b' : 'a';
      return token.slice(0, at + 4) + letter + token.slice(at + 5);
    });
    const wrong = [...others, token.slice(0, -1), `${token}a`, token.toLowerCase(), `upv_${'a'.repeat(49)}`];
    const cost = await statementsOf(async () => {
      for (const given of wrong) expect(await ask(given), given).toBe(401);
    });
    expect(cost).toBe(0);
  });

  it('that is right costs one statement', async () => {
    expect(
      await statementsOf(async () => {
        expect(await ask(token)).toBe(200);
      }),
    ).toBe(1);
  });

  it('that is wrong in the address of a download costs no statement either', async () => {
    const download = (given: string) => test.inject({ url: `/api/backup/download/none.tar.gz?token=${given}` });
    const wrong = token.slice(0, 20) + (token[20] === 'x' ? 'y' : 'x') + token.slice(21);
    expect(
      await statementsOf(async () => {
        expect((await download(wrong)).statusCode).toBe(401);
      }),
    ).toBe(0);
    expect((await download(token)).statusCode).toBe(404);
  });

  it.each([
    'backup/download/none.tar.gz?token=',
    'backup/download/%ff?token=',
    'backup/download/%00?a=b&token=',
    'backup/download/?token=',
    'screenshots/none.webp?token=',
    'websites/?token=',
    'nowhere?token=',
    '%zz?token=',
  ])('appears in no log line: /api/%s…', async (path) => {
    const before = logged.length;
    await test.inject({ url: `/api/${path}${token}` });
    await test.inject({ method: 'POST', url: `/api/${path}${token}`, payload: {} });
    // Text that is no address is not logged; this one is.
    await test.inject({ method: 'POST', url: '/api/nowhere' });
    await expect.poll(() => logged.length).toBeGreaterThan(before);
    expect(logged.join('\n')).not.toContain(token.slice(4, 47));
  });
});
