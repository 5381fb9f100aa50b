import { screen, waitFor, within } from '@testing-library/react';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addMonitor, addNetworkCheck, addUrl, addUrlCheck, addWebsite } from '@upvigil/core/testing/fake-watched';
import { describe, expect, it } from 'vitest';
import { startPages } from '../../testing/render-page.tsx';

const openPage = startPages();

/** Checkout is down, Documentation is up, Blog has no data. */
function three(state: FakeState) {
  const shop = addWebsite(state, { name: 'Checkout' });
  const docs = addWebsite(state, { name: 'Documentation' });
  addWebsite(state, { name: 'Blog' });
  addUrlCheck(state, addUrl(state, shop.id, { uptime_24h: 97.42 }), { status_code: 503, response_time: 1.31 });
  addNetworkCheck(state, addMonitor(state, docs.id, { name: 'Router' }));
}
const trigger = () => screen.findByRole('button', { name: 'Another website' });

describe('the head of a website', () => {
  it('shows its figures of 24 hours and 30 days, after the list', async () => {
    openPage('/websites/1', { given: three });
    const figure = async (label: string) => (await screen.findByText(label, { selector: 'dt' })).nextElementSibling;
    expect(await figure('Uptime')).toHaveTextContent('97.42%');
    expect(await figure('Avg Load Time')).toHaveTextContent('1.31s');
    expect(await figure('Checks')).toHaveTextContent('1');
    expect(await screen.findByRole('img', { name: /^Checkout, 9\d\.\d\d%, .*outage/ })).toBeInTheDocument();
    expect(screen.getByText('Issues Detected')).toBeVisible();
  });

  it('shows its figures over the range that is chosen for histories', async () => {
    const { fake } = openPage('/websites/1?range=30d', { given: three });
    expect((await screen.findByText('Uptime, 30 d')).nextElementSibling).toHaveTextContent('97.42%');
    expect(fake.requestsOf('dashboard.websiteStatistics').at(-1)?.query).toMatchObject({ range: '30d' });
  });

  it('shows its figures of the day that is chosen for histories', async () => {
    const { fake } = openPage('/websites/1?day=2026-03-09', { given: three });
    expect((await screen.findByText('Uptime, 9 Mar')).nextElementSibling).toHaveTextContent('97.42%');
    const until = new Date('2026-03-10T00:00:00').toISOString();
    expect(fake.requestsOf('dashboard.websiteStatistics').at(-1)?.query).toEqual({ hours: 24, until });
  });

  it('has no figures and no days before the first check', async () => {
    const { fake } = openPage('/websites/3', { given: three });
    await trigger();
    await expect.poll(() => fake.requestsOf('dashboard.websiteStatistics').length).toBe(1);
    expect(screen.queryByText('Avg Load Time')).not.toBeInTheDocument();
    expect(screen.queryByText('30 days')).not.toBeInTheDocument();
  });

  it('lists the websites with their states, and opens the same tab of another', async () => {
    const { user, address } = openPage('/websites/1?tab=network', { given: three });
    await user.click(await trigger());
    const items = within(await screen.findByRole('menu')).getAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'BlogNo data yet',
      'CheckoutIssues Detected',
      'DocumentationOperational',
    ]);
    expect(items.map((item) => item.getAttribute('aria-current'))).toEqual([null, 'page', null]);
    await user.keyboard('doc');
    await waitFor(() => expect(items[2]).toHaveFocus());
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: 'Documentation' })).toBeVisible();
    expect(await screen.findByText('Router')).toBeVisible();
    expect(address()).toBe('/websites/2?tab=network');
  });

  it('has no menu without another website', async () => {
    openPage('/websites/1', { given: (state) => void addUrlCheck(state, addUrl(state, addWebsite(state).id)) });
    expect(await screen.findByText('30 days')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Another website' })).not.toBeInTheDocument();
  });
});
