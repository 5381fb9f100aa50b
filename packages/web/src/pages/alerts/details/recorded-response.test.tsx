import { screen, waitFor, within } from '@testing-library/react';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addAlert, addEvidence, addWebsite } from '@upvigil/core/testing/fake-watched';
import { afterEach, expect, it, vi } from 'vitest';
import { startPages } from '../../../testing/render-page.tsx';

const openPage = startPages();
afterEach(() => vi.restoreAllMocks());

const seen = { message: 'A check saw this' };

function openAlerts(before?: Parameters<typeof openPage>[1]) {
  const page = openPage('/alerts', {
    given: (state: FakeState) => {
      const website = addWebsite(state, { name: 'Checkout' });
      addAlert(state, website, { message: 'Nobody looked at this' });
      addEvidence(state, addAlert(state, website, seen).id);
    },
    ...before,
  });
  const open = async () => page.user.click(await screen.findByRole('button', { name: `Details: ${seen.message}` }));
  return { ...page, open };
}
const shownText = () => screen.findByText(/^Taken: /);

it('loads the recorded response when opened: phases, request, response and body, without secrets', async () => {
  const { fake, open } = openAlerts();
  await screen.findByText('Nobody looked at this');
  expect(fake.requestsOf('alerts.evidence')).toHaveLength(0);
  await open();
  const text = await shownText();
  for (const line of [
    'Result: down: HTTP 503',
    'Resolver: example.org is 192.0.2.1',
    'GET https://example.org/',
    'HTTP/1.1 503 Service Unavailable',
    'set-cookie: [removed]',
    '<h1>Overloaded</h1>',
  ]) {
    expect(text.textContent?.split('\n')).toContain(line);
  }
  // Content of the target is shown as text, even if it contains HTML.
  expect(screen.queryByRole('heading', { name: 'Overloaded' })).not.toBeInTheDocument();
  // A scrollable container must be focusable by keyboard.
  expect(text).toHaveAttribute('tabindex', '0');
  expect(screen.getByText('First byte').nextElementSibling).toHaveTextContent('300.0 ms');
});

it('copies the shown text', async () => {
  const { user, open } = openAlerts();
  await open();
  const text = await shownText();
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(text.textContent);
});

it('shows that the browser cannot copy', async () => {
  const { user, open } = openAlerts();
  await open();
  await shownText();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByRole('button', { name: 'Could not copy. Select the text instead.' })).toBeVisible();
});

it('downloads everything as JSON, named after the alert', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob);
    return 'blob:made';
  });
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const { user, fake, open } = openAlerts();
  await open();
  await shownText();
  await user.click(screen.getByRole('button', { name: 'Download' }));
  const [evidence] = fake.state.evidence;
  await waitFor(() => expect(names).toEqual([`alert-${evidence?.alert_id}.json`]));
  const [file] = saved;
  expect([file?.type, JSON.parse((await file?.text()) ?? '')]).toEqual(['application/json', evidence]);
});

it('shows that it failed to load, and retries', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user, fake, open } = openAlerts({ before: (api) => api.fail('alerts.evidence', 500) });
  await open();
  const failure = within(await screen.findByRole('alert'));
  expect(failure.getByText('Could not load the recorded response')).toBeVisible();
  fake.recover('alerts.evidence');
  await user.click(failure.getByRole('button', { name: /Retry|Try/ }));
  expect(await shownText()).toBeVisible();
});
