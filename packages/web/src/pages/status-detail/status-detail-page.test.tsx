import { screen, waitFor, within } from '@testing-library/react';
import type { StatusDetail } from '@upvigil/core/contract/public-status';
import { pages as publicPages } from '@upvigil/core/languages/compiled/pages/en';
import type { FakeApi } from '@upvigil/core/testing/fake-api';
import { type FakeState, minutesAgo } from '@upvigil/core/testing/fake-state';
import { addAlert, addUrl, addUrlCheck, addWebsite } from '@upvigil/core/testing/fake-watched';
import { describe, expect, it } from 'vitest';
import { startPages } from '../../testing/render-page.tsx';
import { shopAndDocs } from '../../testing/shop-and-docs.ts';

const openPage = startPages();

function given(state: FakeState): void {
  shopAndDocs(state);
  state.alerts = [];
  const [shop] = state.websites;
  if (!shop) return;
  const tagged = addUrl(state, shop.id, {
    url: 'https://shop.example.org/tagged',
    metadata_tag: 'og:title',
    check_interval: 30,
  });
  addUrlCheck(state, tagged, { response_time: 0.47 });
  addUrl(state, shop.id, { url: 'https://shop.example.org/new' });
  addAlert(state, shop, { alert_type: 'DOWN', message: 'Shop: cart is down: HTTP 503', created_at: minutesAgo(30) });
  addAlert(state, shop, { alert_type: 'RECOVERED', message: 'Shop: cart is up again', created_at: minutesAgo(25) });
  addAlert(state, shop, { alert_type: 'SLOW', message: 'Shop: search is slow: 6.12s', created_at: minutesAgo(5) });
}

const openDetail = (path = '/status/1', before: (fake: FakeApi) => void = () => {}) =>
  openPage(path, { isSignedIn: false, given, before });
const card = async (name: string) =>
  within((await screen.findByRole('heading', { level: 3, name })).closest('article') as HTMLElement);
type Card = Awaited<ReturnType<typeof card>>;
const figure = (within: Card, label: string) => within.getByText(label, { selector: 'dt' }).nextElementSibling;

describe('the public detail page', () => {
  it('shows name, description, headline and four figures', async () => {
    openDetail();
    expect(await screen.findByRole('heading', { level: 1, name: 'Shop' })).toBeVisible();
    expect(screen.getByText('Cart and payment')).toBeVisible();
    expect(screen.getByText('Partial Outage')).toBeVisible();
    expect(screen.getByText('2 of 5 services are down')).toBeVisible();
    const all = within(document.body);
    expect(figure(all, '7-Day Uptime')).toHaveTextContent('93.21%');
    expect(figure(all, 'Total Services')).toHaveTextContent('5');
    expect(figure(all, 'Services Online')).toHaveTextContent('2');
    expect(figure(all, 'Services Down')).toHaveTextContent('2');
    expect(screen.getByRole('link', { name: 'System Status' })).toHaveAttribute('href', '/status');
  });

  it('shows each URL with its figures, chart and thirty days', async () => {
    openDetail();
    expect(await screen.findByRole('heading', { level: 2, name: 'Website Monitoring' })).toBeVisible();
    const tagged = await card('https://shop.example.org/tagged');
    expect(tagged.getByText('Operational')).toBeVisible();
    expect(tagged.getByText('Monitoring: og:title')).toBeVisible();
    expect(within(figure(tagged, 'Last Check') as HTMLElement).getByText(/\d\d:\d\d/)).toHaveAttribute('datetime');
    expect(figure(tagged, 'Total Load Time')).toHaveTextContent('0.47s');
    expect(figure(tagged, '24h Uptime')).toHaveTextContent('N/A');
    expect(figure(tagged, 'Check Interval')).toHaveTextContent('30s');
    expect(tagged.getByText('Load Time History')).toBeVisible();
    await waitFor(() =>
      expect(tagged.getByRole('img', { name: /^Load Time History of .* in the data$/ })).toBeVisible(),
    );
    expect(tagged.getByText('30-Day Uptime')).toBeVisible();
    expect(tagged.getAllByTitle(/^Day \d+/)).toHaveLength(30);
  });

  it('heads a URL with its label, above its address', async () => {
    openDetail('/status/1', ({ state }) => Object.assign(state.urls.at(-2) ?? {}, { label: 'Kasse \u{1f6d2}' }));
    const labelled = await card('Kasse \u{1f6d2}');
    expect(labelled.getByText('https://shop.example.org/tagged · Monitoring: og:title')).toBeVisible();
  });

  it('shows no data before the first check', async () => {
    openDetail();
    const fresh = await card('https://shop.example.org/new');
    expect(fresh.getByText('No data yet')).toBeVisible();
    expect(figure(fresh, 'Last Check')).toHaveTextContent('Never');
    expect(figure(fresh, 'Total Load Time')).toHaveTextContent('N/A');
    expect(fresh.queryByText('Load Time History')).toBeNull();
    expect(fresh.getAllByTitle(/no data$/)).toHaveLength(30);
  });

  it('collapses healthy services from the ninth on, and opens each to its card', async () => {
    const { user } = openPage('/status/1', {
      isSignedIn: false,
      given: (state) => {
        const website = addWebsite(state, { name: 'Shop' });
        for (let index = 1; index <= 10; index += 1) {
          const url = addUrl(state, website.id, { url: `https://shop.example.org/${index}`, uptime_24h: 99.5 });
          addUrlCheck(state, url, { status_code: index === 10 ? 503 : 200 });
        }
      },
    });
    const eighth = await card('https://shop.example.org/8');
    expect(eighth.queryByRole('button')).toBeNull();
    expect((await card('https://shop.example.org/10')).getByText('Check Interval')).toBeVisible();
    expect(screen.getAllByRole('heading', { level: 3, name: /^https/ })).toHaveLength(10);
    const ninth = await card('https://shop.example.org/9');
    expect(ninth.getByText('Operational')).toBeVisible();
    expect(ninth.getByText('99.50%')).toBeVisible();
    expect(ninth.getByRole('img', { name: /^30-Day Uptime of https:\/\/shop\.example\.org\/9/ })).toBeInTheDocument();
    expect(ninth.queryByText('Check Interval')).toBeNull();
    const opener = ninth.getByRole('button', { name: 'https://shop.example.org/9' });
    await user.click(opener);
    expect(opener).toHaveFocus();
    expect(opener).toHaveAttribute('aria-expanded', 'true');
    expect(ninth.getByText('Check Interval')).toBeVisible();
    expect(ninth.getByRole('slider')).toBeVisible();
    await user.click(opener);
    expect(ninth.queryByText('Check Interval')).toBeNull();
  });

  it('links from the headline to the incidents, if any', async () => {
    openDetail();
    expect(await screen.findByRole('link', { name: 'What happened' })).toHaveAttribute('href', '#recent-incidents');
    expect(document.getElementById('recent-incidents')).toHaveTextContent('Recent Incidents');
  });

  it('shows network services only if there are any', async () => {
    openDetail();
    const edge = await card('Edge TLS');
    expect(screen.getByRole('heading', { level: 2, name: 'Network Services' })).toBeVisible();
    expect(edge.getByText('Offline')).toBeVisible();
    expect(edge.getByText('TCP port · edge.example.org:443')).toBeVisible();
    expect(figure(edge, 'Response Time')).toHaveTextContent('N/A');
  });

  it('shows milliseconds for a ping, and no empty section', async () => {
    openDetail('/status/2');
    const router = await card('Router');
    expect(router.getByText('Online')).toBeVisible();
    expect(router.getByText('ICMP ping · 10.0.0.1')).toBeVisible();
    expect(figure(router, 'Response Time')).toHaveTextContent('21.4ms');
    expect(router.getByText('Response Time History')).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Recent Incidents' })).toBeNull();
    expect(screen.getByText('All Systems Operational')).toBeVisible();
  });

  it('lists the incidents with their durations', async () => {
    openDetail();
    const incidents = within(await screen.findByRole('region', { name: 'Recent Incidents' }));
    const rows = incidents.getAllByRole('listitem').map((row) => row.textContent);
    expect(rows[0]).toMatch(/^SLOWShop: search is slow: 6\.12s/);
    expect(rows[1]).toMatch(/^RECOVEREDShop: cart is up again/);
    expect(rows[2]).toMatch(
      /^DOWNShop: cart is down: HTTP 503Lasted (5 minutes|4 minutes 59 seconds|5 minutes 1 second)/,
    );
  });

  it('shows an error for an unknown id', async () => {
    openDetail('/status/99');
    expect(await screen.findByRole('alert')).toHaveTextContent(publicPages.loadFailed);
    expect(screen.getByRole('heading', { level: 1, name: 'Website status' })).toBeInTheDocument();
  });

  it('uses the data embedded in its document', async () => {
    const detail: StatusDetail = {
      overall_status: 'operational',
      website: { name: 'Embedded', description: null },
      uptime_7d: 100,
      urls: [],
      network_monitors: [],
      recent_incidents: [],
      incidents: [],
      maintenances: [],
      marks: [],
    };
    const script = document.createElement('script');
    script.type = 'application/json';
    script.id = 'public-status';
    script.textContent = JSON.stringify({ kind: 'detail', id: 1, data: detail });
    document.body.append(script);
    const { fake } = openDetail();
    expect(await screen.findByRole('heading', { level: 1, name: 'Embedded' })).toBeVisible();
    expect(fake.requestsOf('publicStatus.detail')).toHaveLength(0);
    expect(document.getElementById('public-status')).toBeNull();
  });
});
