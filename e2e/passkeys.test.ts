import { startTestApp, type TestApp, testPassword } from '@upvigil/server/testing/test-app';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from './support/browser.ts';

/** Nobody listens there: the browser's requests are answered by the program in this process. */
const origin = 'http://localhost:8080';

let browser: Browser;
let test: TestApp;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  test = await startTestApp({ env: { BASE_URL: origin } });
  page = await browser.newPage();
  await page.route(`${origin}/**`, async (route) => {
    const request = route.request();
    if (new URL(request.url()).pathname === '/')
      return route.fulfill({ contentType: 'text/html', body: '<title>-</title>' });
    const answer = await test.inject({
      method: request.method() as 'POST',
      url: new URL(request.url()).pathname,
      headers: request.headers(),
      payload: request.postData() ?? '',
    });
    return route.fulfill({ status: answer.statusCode, contentType: 'application/json', body: answer.body });
  });
  await page.goto(origin);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
  } as const;
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await test?.close();
});

interface Said {
  status: number;
  body: Record<string, unknown>;
}

/** Asks from within the page, as its script would. */
const ask = (path: string, body: object, token: string | null = null): Promise<Said> =>
  page.evaluate(
    async ([path, body, token]) => {
      const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
      const answer = await fetch(`/api/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return { status: answer.status, body: await answer.json() };
    },
    [path, body, token] as const,
  );

/** What the browser's authenticator makes of options, as JSON. */
const make = (options: object): Promise<object> =>
  page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json as PublicKeyCredentialCreationOptionsJSON);
    return ((await navigator.credentials.create({ publicKey })) as PublicKeyCredential).toJSON();
  }, options);
const use = (options: object): Promise<object> =>
  page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json as PublicKeyCredentialRequestOptionsJSON);
    return ((await navigator.credentials.get({ publicKey })) as PublicKeyCredential).toJSON();
  }, options);

it('a passkey that a browser made signs in, as itself and as second factor, and once', async () => {
  const passkey = await make((await ask('/passkeys/options', {}, test.token)).body);
  const added = await ask('/passkeys', { name: 'This browser', passkey }, test.token);
  expect(added.status).toBe(201);
  expect(added.body.recovery_codes).toHaveLength(10);

  const used = await use((await ask('/passkey/options', {})).body);
  const signedIn = await ask('/passkey', { passkey: used });
  expect(signedIn).toEqual({ status: 200, body: { access_token: expect.any(String), token_type: 'bearer' } });
  expect(await ask('/passkey', { passkey: used })).toEqual({
    ...{ status: 401, body: { detail: 'The passkey was not accepted' } },
  });

  const asked = await ask('/login', { password: testPassword });
  expect(asked).toMatchObject({ status: 403, body: { methods: ['passkey', 'recovery_code'] } });
  const { challenge } = asked.body;
  const answer = await use((await ask('/passkey/options', { challenge })).body);
  expect((await ask('/second-factor', { challenge, passkey: answer })).status).toBe(200);
  expect((await ask('/second-factor', { challenge, passkey: answer })).status).toBe(401);
});

it('a second passkey of the same authenticator is not made', async () => {
  const options = (await ask('/passkeys/options', {}, test.token)).body;
  await expect(make(options)).rejects.toThrow(/InvalidStateError|already registered|excludeCredentials/i);
});
