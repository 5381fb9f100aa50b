import { cleanup, screen } from '@testing-library/react';
import type { FakeApi } from '@upvigil/core/testing/fake-api';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addAlert, addMonitor, addUrl, addUrlCheck, addWebsite } from '@upvigil/core/testing/fake-watched';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startPages } from './testing/render-page.tsx';

const openPage = startPages();

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => {
  window.history.replaceState(null, '', '/');
  vi.restoreAllMocks();
});

function given(state: FakeState): void {
  const website = addWebsite(state, { name: 'Shop' });
  addUrlCheck(state, addUrl(state, website.id), { status_code: 503 });
  addMonitor(state, website.id, { name: 'Database' });
  addAlert(state, website, { message: 'Shop is down' });
}

/** Invalid stored values: names of built-in properties, markup, non-numbers, broken JSON. */
const text = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', 'then'),
  fc.constantFrom('', ' ', '<img src=x onerror=alert(1)>', 'javascript:alert(1)', '\0', '\u202e', '%', '%zz', '1e400'),
  fc.constantFrom('-1', '0', '99999999999999999999', 'null', '[]', '{'),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const storage = fc.record(
  Object.fromEntries(['brand', 'theme', 'density', 'login-side', 'reloadedAt'].map((key) => [key, text])),
);
/** Stored by an older version, or by another program on this origin. */
const brokenBrand = { brand: '{"text":{}}' };
const query = fc.record(
  Object.fromEntries(
    ['q', 'sort', 'status', 'tab', 'hours', 'edit', 'open', 'lang', 'wall', 'add', 'past', 'period', 'view'].map(
      (name) => [name, text],
    ),
  ),
);

/** Otherwise the brand from the server would replace the stored one. */
const keepStoredBrand = (fake: FakeApi): void => fake.fail('branding.get', 500);

it.each([
  '/',
  '/websites',
  '/websites/1',
  '/alerts',
  '/settings',
  '/backup',
  '/certificates',
  '/status',
  '/status/1',
  '/login',
])('%s is shown, regardless of its address parameters and of stored values', { timeout: 60_000 }, async (path) => {
  const isSignedIn = !/status|login/.test(path);
  const shown = fc.asyncProperty(query, storage, async (asked, stored) => {
    for (const [key, value] of Object.entries(stored)) {
      localStorage.setItem(key, value);
      sessionStorage.setItem(key, value);
    }
    const search = new URLSearchParams(asked as Record<string, string>).toString();
    window.history.replaceState(null, '', `${path}?${search}`);
    openPage(`${path}?${search}`, { isSignedIn, given, before: keepStoredBrand });
    await screen.findAllByRole('heading', { level: 1 });
    expect(screen.queryByText(/could not be shown/)).toBeNull();
    expect(document.querySelector('img[onerror], [href^="javascript:"], [src^="javascript:"]')).toBeNull();
    leave();
  });
  await fc.assert(shown, { seed: 20_261_123, numRuns: 3, examples: [[{}, brokenBrand]] });
});

/** Simulates closing the browser. */
function leave(): void {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
}
