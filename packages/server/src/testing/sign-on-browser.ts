import { expect } from 'vitest';
import type { TestProvider } from './oidc-provider.ts';
import type { TestApp } from './test-app.ts';

export interface SignOnBrowserOptions {
  provider: Pick<TestProvider, 'walk'>;
  /** The public address, without a trailing slash. */
  base: string;
  inject: TestApp['inject'];
}

/** The steps of a browser that signs in with a provider. */
export function createSignOnBrowser({ provider, base, inject }: SignOnBrowserOptions) {
  /** Returns the redirect address and the cookie. */
  const begin = async (): Promise<{ to: string; cookie: string }> => {
    const answer = await inject({ url: '/api/auth/oidc/start' });
    const set = String(answer.headers['set-cookie']);
    expect(answer.statusCode).toBe(302);
    expect(set).toMatch(/^upvigil_sign_on=[\w-]{43}; Path=\/api\/auth; Max-Age=600; HttpOnly; SameSite=Lax$/);
    return { to: String(answer.headers.location), cookie: set.split(';', 1)[0] ?? '' };
  };
  /** Returns from the provider. Resolves with what the login page gets: 'code=…' or 'error=…'. */
  const comeBack = async (url: URL, cookie: string): Promise<string> => {
    const answer = await inject({ url: url.pathname + url.search, headers: { cookie } });
    expect(answer.statusCode).toBe(302);
    expect(answer.headers['cache-control']).toBe('no-store');
    const [page, fragment = ''] = String(answer.headers.location).split('#');
    expect(page).toBe(`${base}/login`);
    return fragment;
  };
  const exchange = (fragment: string, cookie: string) =>
    inject({
      method: 'POST',
      url: '/api/auth/exchange',
      payload: { code: fragment.replace(/^code=/, '') },
      headers: { cookie },
    });
  const walk = async (): Promise<{ fragment: string; cookie: string }> => {
    const { to, cookie } = await begin();
    return { fragment: await comeBack(await provider.walk(to), cookie), cookie };
  };
  /** Returns the session token. */
  const signIn = async (): Promise<string> => {
    const { fragment, cookie } = await walk();
    const answer = await exchange(fragment, cookie);
    expect(answer.statusCode, fragment).toBe(200);
    return answer.json<{ access_token: string }>().access_token;
  };
  return { begin, comeBack, exchange, walk, signIn };
}
