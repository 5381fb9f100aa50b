import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startPages } from '../../testing/render-page.tsx';
import { shopAndDocs } from '../../testing/shop-and-docs.ts';

const openPage = startPages();

const strip = /^Server not reachable\. Showing data as of \d\d:\d\d\. Next attempt in \d+ s\.$/;
const said = (words: string | RegExp) => (_: string, element: Element | null) =>
  element?.tagName === 'P' && new RegExp(words).test(element.textContent ?? '');

describe('a server that does not answer', () => {
  it('is named on the dashboard, whose data stays and becomes the past', async () => {
    const { loseServer, regainServer, fake } = openPage('/', { given: shopAndDocs });
    await screen.findByRole('region', { name: '2 services are down, 1 is slow' });
    await loseServer();
    expect(screen.getByText(said(strip))).toBeVisible();
    const now = within(screen.getByRole('region', { name: '2 services were down, 1 was slow' }));
    expect(now.getByText(/^as of \d\d:\d\d$/)).toBeVisible();
    expect(now.getAllByRole('listitem')[0]).toHaveTextContent(/since \d\d:\d\d\s*1 min at \d\d:\d\d$/);
    expect(screen.getByText(said(/^As of \d\d:\d\d:\d\d · refresh paused$/))).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Time range' })).toBeDisabled();
    const before = fake.requestsOf('dashboard.stats').length;
    await regainServer();
    expect(screen.queryByText(/Server not reachable/)).toBeNull();
    expect(screen.getByRole('region', { name: '2 services are down, 1 is slow' })).toBeVisible();
    await waitFor(() => expect(fake.requestsOf('dashboard.stats').length).toBeGreaterThanOrEqual(before));
  });

  it('leaves the alerts of the last read on their page, also when it is opened again after half an hour', async () => {
    const { user, loseServer } = openPage('/alerts', { given: shopAndDocs });
    const [first] = await screen.findAllByRole('button', { name: /^Details: / });
    const name = first?.getAttribute('aria-label') ?? '';
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    await user.click(screen.getByRole('link', { name: 'Websites' }));
    await screen.findByRole('button', { name: 'Add New Website' });
    await act(() => vi.advanceTimersByTimeAsync(30 * 60_000));
    await loseServer();
    await user.click(screen.getByRole('link', { name: /^Alerts/ }));
    expect(await screen.findByRole('button', { name })).toBeVisible();
    expect(screen.queryByText('Could not load alerts')).toBeNull();
  });

  it('takes no alerts away when another range fails', async () => {
    const { user, fake, loseServer } = openPage('/alerts', { given: shopAndDocs });
    const before = await screen.findAllByRole('button', { name: /^Details: / });
    fake.intercept('alerts.list', () => Response.error());
    await user.selectOptions(screen.getByLabelText('Time Range'), '168');
    expect(await screen.findByText('Could not load alerts', undefined, { timeout: 6_000 })).toBeVisible();
    await loseServer();
    expect(await screen.findAllByRole('button', { name: /^Details: / })).toHaveLength(before.length);
    expect(screen.queryByText('Could not load alerts')).toBeNull();
  });

  it('keeps a form as it was typed, and lets nobody send it', async () => {
    const { user, loseServer, regainServer } = openPage('/websites', { given: shopAndDocs });
    await user.click(await screen.findByRole('button', { name: 'Add New Website' }));
    const form = within(await screen.findByRole('dialog', { name: 'Add New Website' }));
    await user.fill(form.getByLabelText(/^Name/), 'Blog');
    await loseServer();
    expect(form.getByLabelText(/^Name/)).toHaveValue('Blog');
    expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
    await regainServer();
    expect(form.getByRole('button', { name: 'Save' })).toBeEnabled();
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: /^Discard/ }));
  });

  it('disables the actions of rows that need it', async () => {
    const { loseServer, regainServer } = openPage('/websites/1', { given: shopAndDocs });
    const [check] = await screen.findAllByRole('button', { name: /^Check now / });
    const [mute] = await screen.findAllByRole('button', { name: /^Mute http/ });
    const [edit] = await screen.findAllByRole('button', { name: /^Edit http/ });
    await loseServer();
    for (const button of [check, mute]) {
      expect(button).toBeDisabled();
      expect(button).toHaveAttribute('title', expect.stringContaining('Needs the server'));
    }
    expect(edit).toBeEnabled();
    await regainServer();
    expect(check).toBeEnabled();
    expect(mute).toBeEnabled();
  });

  it('is asked at once on request', async () => {
    const { user, loseServer } = openPage('/backup');
    await screen.findByRole('heading', { level: 1 });
    await loseServer();
    const asked = vi.spyOn(globalThis, 'fetch');
    await user.click(screen.getByRole('button', { name: 'Try Now' }));
    expect(asked).toHaveBeenCalledWith('/healthz', expect.anything());
    asked.mockRestore();
  });

  it.each(['/login', '/device', '/nope'])(
    'is named on %s without a time, since no data is shown there',
    async (path) => {
      const { loseServer } = openPage(path, { isSignedIn: false });
      await screen.findByRole('heading', { level: 1 });
      await loseServer();
      expect(screen.getByText(said(/^Server not reachable\. Next attempt in \d+ s\.$/))).toBeVisible();
    },
  );

  it('is named on the public status, which keeps its data and reads again when it is back', async () => {
    const verdict = /of 2 websites ha/;
    const { loseServer, regainServer, fake } = openPage('/status', { isSignedIn: false, given: shopAndDocs });
    expect(await screen.findByText(verdict)).toBeVisible();
    await loseServer();
    expect(screen.getByText(said(strip))).toBeVisible();
    expect(screen.getByText(verdict)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    const before = fake.requestsOf('publicStatus.overview').length;
    await regainServer();
    await waitFor(() => expect(fake.requestsOf('publicStatus.overview').length).toBeGreaterThan(before));
    expect(screen.getByText(verdict)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
