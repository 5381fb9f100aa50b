import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { faultSentence } from '@upvigil/core/texts/faults';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startTestApp } from '../../../testing/test-app.ts';

it('a URL that needs a browser that is not there says so, and no check is recorded', async () => {
  const test = await startTestApp({ listen: true, env: { CHROMIUM_PATH: 'off' } });
  onTestFinished(() => test.close());
  const website = (await test.request('POST', '/websites/', { name: 'Shop' })).json<{ id: number }>();
  const page = { url: 'http://127.0.0.1:9/', check_mode: 'browser' };
  const { id } = (await test.request('POST', `/urls/website/${website.id}`, page)).json<UrlMonitor>();
  const read = async (): Promise<UrlMonitor> => (await test.request('GET', `/urls/${id}`)).json<UrlMonitor>();
  await vi.waitFor(
    async () => expect(faultSentence(await read())).toMatch(/^cannot be checked: CHROMIUM_PATH is off/),
    { timeout: 15_000, interval: 50 },
  );
  expect(await read()).toMatchObject({ last_check: null, last_fault: { reason: 'browser' } });
  await test.request('PUT', `/urls/${id}`, { url: 'http://127.0.0.1:10/' });
  expect(await read()).toMatchObject({ last_fault: null });
});
