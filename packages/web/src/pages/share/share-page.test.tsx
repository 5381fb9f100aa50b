import { screen, waitFor, within } from '@testing-library/react';
import { addShareLink } from '@upvigil/core/testing/fake-shares';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addAlert, addUrl, addUrlCheck, addWebsite } from '@upvigil/core/testing/fake-watched';
import { afterEach, describe, expect, it } from 'vitest';
import { startPages } from '../../testing/render-page.tsx';

const openPage = startPages();
afterEach(() => document.getElementById('public-status')?.remove());

function given(state: FakeState): void {
  const website = addWebsite(state, { id: 1, name: 'Shop', description: 'Cart and payment' });
  addWebsite(state, { id: 2, name: 'Other' });
  const url = addUrl(state, website.id, { url: 'https://shop.example.org/', uptime_24h: 99.5 });
  addUrlCheck(state, url, { response_time: 0.47 });
  addAlert(state, website, { alert_type: 'DOWN', message: 'Shop is down: HTTP 503' });
  Object.assign(addShareLink(state, { website_id: 1, name: 'Agency' }), {
    url: 'https://status.example.org/share/good',
  });
}
const open = (link = 'good') => openPage(`/share/${link}`, { isSignedIn: false, given });

describe('the page behind a share link', () => {
  it('shows its website, figures of the last 30 days, services and alerts', async () => {
    const { fake } = open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Shop' })).toBeVisible();
    expect(screen.getByText('Cart and payment')).toBeVisible();
    expect(screen.getByText(/^Shared with you until /)).toBeVisible();
    const median = screen.getAllByText('Median load time', { selector: 'dt' })[0]?.nextElementSibling;
    expect(median).toHaveTextContent('0.47s');
    const card = (await screen.findByRole('heading', { level: 3, name: /shop\.example/ })).closest('article');
    expect(within(card as HTMLElement).getByText(/Last 30 days: 99\.50%, median 0\.47s/)).toBeVisible();
    expect(screen.getByText('Shop is down: HTTP 503')).toBeVisible();
    expect(fake.requestsOf('shares.get')).toHaveLength(1);
    expect(fake.state.shareLinks[0]?.views).toBe(1);
  });

  it('shows the selected days, without counting another view', async () => {
    const { user, fake } = open();
    await user.selectOptions(await screen.findByLabelText('Time shown'), 'Last year');
    expect(await screen.findByText(/Last year: 99\.50%/)).toBeVisible();
    expect(fake.state.shareLinks[0]?.views).toBe(1);
  });

  it('shows only an error for an invalid link', async () => {
    open('forged');
    expect(await screen.findByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible();
    expect(screen.queryByText('Shop')).toBeNull();
  });

  it('removes its content when the link is revoked', async () => {
    const { user, fake } = open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Shop' })).toBeVisible();
    Object.assign(fake.state.shareLinks[0] ?? {}, { url: null });
    await user.selectOptions(screen.getByLabelText('Time shown'), 'Last 7 days');
    expect(await screen.findByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Cart and payment')).toBeNull());
  });

  it('sends no request if the document marks the link as invalid', async () => {
    const script = document.createElement('script');
    Object.assign(script, { type: 'application/json', id: 'public-status' });
    script.textContent = JSON.stringify({ kind: 'share', link: null });
    document.body.append(script);
    const { fake } = open('forged');
    expect(await screen.findByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible();
    expect(fake.requestsOf('shares.get')).toHaveLength(0);
  });
});
