import { screen, waitFor, within } from '@testing-library/react';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addAlert, addUrl, addUrlCheck, addWebsite } from '@upvigil/core/testing/fake-watched';
import { messages } from '@upvigil/core/texts/messages';
import { dayBeside, localDay } from '@upvigil/core/time-ranges';
import { describe, expect, it } from 'vitest';
import { startPages } from '../../testing/render-page.tsx';
import { shopAndDocs as given } from '../../testing/shop-and-docs.ts';

const openPage = startPages();
const openDashboard = (path = '/') => openPage(path, { given });
const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement;

describe('the dashboard', () => {
  it('shows its six figures with their explanations', async () => {
    openDashboard();
    expect(await screen.findByRole('heading', { level: 1, name: 'Monitoring Dashboard' })).toBeVisible();
    await waitFor(() => expect(figure('Websites')).toHaveTextContent('2'));
    expect(figure('URLs')).toHaveTextContent('31 up');
    expect(figure('Network Services')).toHaveTextContent('31 up');
    expect(figure('URL Issues')).toHaveTextContent('21 down, 1 slow');
    expect(figure('Network Issues')).toHaveTextContent('11 down');
    expect(figure('Avg Response')).toHaveTextContent('2.57sNetwork 0.02s');
  });

  it('says that nobody is notified, while no channel is on and something is monitored', async () => {
    const { user, address } = openDashboard();
    expect(await screen.findByText(messages.dashboard.nobodyNotified)).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Set Up Alerts' }));
    expect(address()).toBe('/settings?setup');
  });

  it('says no such thing without monitors', async () => {
    openPage('/', { given: (state) => void addWebsite(state, { name: 'Shop' }) });
    await screen.findByRole('region', { name: 'Status Distribution' });
    expect(screen.queryByText(messages.dashboard.nobodyNotified)).toBeNull();
  });

  it('opens the public status in a new tab', async () => {
    openDashboard();
    const link = await screen.findByRole('link', { name: 'View Public Status (opens in a new tab)' });
    expect(link).toHaveAttribute('href', '/status');
    expect(link).toHaveAttribute('target', '_blank');
  });

  it('keeps the range in the address and requests it', async () => {
    const { user, fake, address } = openDashboard();
    const range = await screen.findByRole('combobox', { name: 'Time range' });
    expect(range).toHaveDisplayValue('Last 24 Hours');
    expect(
      within(range)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual([
      ...['Last Hour', 'Last 6 Hours', 'Last 24 Hours', 'Last 48 Hours', 'Last Week'],
      ...['Last 30 Days', 'Last 90 Days', 'Last Year', 'Day'],
    ]);
    await user.selectOptions(range, 'Last Week');
    expect(address()).toBe('/?hours=168');
    await waitFor(() => expect(fake.requestsOf('dashboard.stats').at(-1)?.query).toEqual({ hours: 168 }));
    await waitFor(() => expect(fake.requestsOf('dashboard.websiteStatistics').at(-1)?.query).toEqual({ hours: 168 }));
    expect(range).toHaveFocus();
  });

  it('reloads each query once when a range is selected again', async () => {
    const { user, fake } = openDashboard();
    const range = await screen.findByRole('combobox', { name: 'Time range' });
    const asked = (hours: number) =>
      (['dashboard.stats', 'dashboard.websiteStatistics'] as const).map(
        (name) => fake.requestsOf(name).filter(({ query }) => (query as { hours: number }).hours === hours).length,
      );
    await waitFor(() => expect(asked(24)).toEqual([1, 2]));
    await user.selectOptions(range, 'Last Week');
    await waitFor(() => expect(asked(168)).toEqual([1, 2]));
    await user.selectOptions(range, 'Last 24 Hours');
    await waitFor(() => expect(asked(24)).toEqual([2, 4]));
    await user.selectOptions(range, 'Last Week');
    await waitFor(() => expect(asked(168)).toEqual([2, 4]));
    expect(asked(24)).toEqual([2, 4]);
  });

  it('reads the range from the address, and ignores unknown ones', async () => {
    openDashboard('/?hours=6');
    expect(await screen.findByRole('combobox', { name: 'Time range' })).toHaveDisplayValue('Last 6 Hours');
    openDashboard('/?hours=5');
    expect(screen.getAllByRole('combobox', { name: 'Time range' })[1]).toHaveDisplayValue('Last 24 Hours');
  });

  it('lists the distribution beside the chart and omits zeros', async () => {
    openDashboard();
    const region = await screen.findByRole('region', { name: 'Status Distribution' });
    expect(
      within(region).getByRole('img', { name: /URLs Up 1, Network Up 1, URLs Down 1, Network Down 1, URLs Slow 1/ }),
    ).toBeVisible();
    expect(
      within(region)
        .getAllByRole('term')
        .map((term) => term.textContent),
    ).toEqual(['URLs Up', 'Network Up', 'URLs Down', 'Network Down', 'URLs Slow']);
  });

  it('explains the first step without websites', async () => {
    openPage('/');
    expect(await screen.findByText(messages.empty.websites)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Add Your First Website' })).toHaveAttribute('href', '/websites?add');
  });

  it('has no distribution without URLs', async () => {
    openPage('/', { given: (state) => void addWebsite(state, { name: 'Shop' }) });
    const distribution = within(await screen.findByRole('region', { name: 'Status Distribution' }));
    expect(distribution.getByText(messages.dashboard.noData)).toBeVisible();
  });

  it('shows the charts over all websites, with a legend that hides series', async () => {
    const { user } = openDashboard();
    const trends = await screen.findByRole('region', { name: 'Total Page Load Time Trends' });
    const chart = (name: RegExp) => waitFor(() => expect(within(trends).getByRole('img', { name })).toBeVisible());
    await chart(/Shop 3\.71s, Docs 0\.30s/);
    const uptime = screen.getByRole('region', { name: 'Uptime Percentage by Website' });
    expect(within(uptime).getByRole('img', { name: /Shop 93\.21%, Docs 100\.00%/ })).toBeVisible();
    await user.click(within(trends).getByRole('button', { name: /^Shop/ }));
    expect(within(trends).getByRole('button', { name: /^Shop/ })).toHaveAttribute('aria-pressed', 'false');
    await chart(/Over the whole range: Docs 0\.30s$/);
    await user.click(within(trends).getByText('Show data', { exact: false }));
    expect(within(trends).getByRole('columnheader', { name: 'Docs' })).toBeVisible();
  });

  it('describes the future content of empty charts', async () => {
    openPage('/', { given: (state) => void addWebsite(state, { name: 'Shop' }) });
    const trends = within(await screen.findByRole('region', { name: 'Total Page Load Time Trends' }));
    expect(await trends.findByText(/^Hourly load times of each website appear here/)).toBeVisible();
    const uptime = within(screen.getByRole('region', { name: 'Uptime Percentage by Website' }));
    expect(await uptime.findByText(/^Hourly uptime of each website appears here/)).toBeVisible();
  });

  it('shows the seven slowest of many websites, and others on request', async () => {
    const { user, fake } = openPage('/', {
      given: (state) => {
        for (let at = 1; at <= 9; at += 1) {
          addUrlCheck(state, addUrl(state, addWebsite(state, { name: `Site ${at}` }).id), { response_time: at });
        }
      },
    });
    const trends = within(await screen.findByRole('region', { name: 'Total Page Load Time Trends' }));
    const lines = () => trends.getAllByRole('button', { name: /^Site/ }).map((button) => button.textContent);
    await waitFor(() => expect(lines()[0]).toBe('Site 99.00s'));
    expect(lines().map((line) => line?.slice(0, 6))).toEqual([9, 8, 7, 6, 5, 4, 3].map((at) => `Site ${at}`));
    await user.click(trends.getByRole('button', { name: 'Show 2 more websites' }));
    const first = trends.getByRole('button', { name: /^Site 1/ });
    expect(first).toHaveAttribute('aria-pressed', 'false');
    await user.click(first);
    await trends.findByRole('img', { name: /Site 1 1\.00s/ });
    expect(fake.requestsOf('dashboard.websiteStatistics').length).toBeGreaterThan(7);
    await user.dblClick(first);
    const shown = () => trends.getAllByRole('button', { name: /^Site/, pressed: true });
    expect(shown().map((button) => button.textContent)).toEqual(['Site 11.00s']);
    await user.dblClick(first);
    expect(shown()).toHaveLength(7);
  });

  it('offers longer ranges than those of the last week, and keeps them in the address', async () => {
    const { user, fake, address } = openPage('/', { given: (state) => void addWebsite(state) });
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Time range' }), 'Last 30 Days');
    expect(address()).toBe('/?range=30d');
    const requests = () => fake.requestsOf('dashboard.stats').map(({ query }) => query);
    await waitFor(() => expect(requests().at(-1)).toMatchObject({ range: '30d' }));
  });

  it('shows one day, yesterday first, and goes to the day before', async () => {
    const today = localDay(Date.now());
    const yesterday = dayBeside(today, -1);
    const { user, fake, address } = openDashboard();
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Time range' }), 'Day');
    expect(address()).toBe(`/?day=${yesterday}`);
    const query = { hours: expect.any(Number), until: new Date(`${today}T00:00:00`).toISOString() };
    await waitFor(() => expect(fake.requestsOf('dashboard.stats').at(-1)?.query).toEqual(query));
    await waitFor(() => expect(fake.requestsOf('dashboard.websiteStatistics').at(-1)?.query).toEqual(query));
    expect(screen.getByLabelText('Day')).toHaveValue(yesterday);
    await user.click(screen.getByRole('button', { name: 'Day before' }));
    expect(address()).toBe(`/?day=${dayBeside(yesterday, -1)}`);
  });

  it('takes the usual time for a day that has not begun', async () => {
    openDashboard(`/?day=${dayBeside(localDay(Date.now()), 1)}`);
    expect(await screen.findByRole('combobox', { name: 'Time range' })).toHaveDisplayValue('Last 24 Hours');
  });

  it('requests a few websites at a time', async () => {
    let release = () => {};
    const { fake } = openPage('/', {
      given: (state) => {
        for (let index = 0; index < 12; index += 1) addUrl(state, addWebsite(state).id);
      },
      before: (api) => {
        release = api.hold('dashboard.websiteStatistics');
      },
    });
    await waitFor(() => expect(screen.getAllByText(messages.dashboard.loadingStatistics)).toHaveLength(12));
    await waitFor(() => expect(fake.requestsOf('dashboard.websiteStatistics')).toHaveLength(4));
    release();
    await waitFor(() => expect(fake.requestsOf('dashboard.websiteStatistics')).toHaveLength(12));
  });
});

it('shows the newest five alerts', async () => {
  openDashboard();
  const region = await screen.findByRole('region', { name: 'Recent Alerts' });
  expect(within(region).getAllByRole('listitem')).toHaveLength(5);
  expect(within(region).getByText('Alert number 6')).toBeVisible();
  expect(within(region).queryByText('Alert number 1')).toBeNull();
  expect(within(region).getByRole('link', { name: 'All alerts' })).toHaveAttribute('href', '/alerts');
});

it('keeps the focus, the input and open elements on refresh', async () => {
  const { user, fake } = openDashboard();
  const trends = await screen.findByRole('region', { name: 'Total Page Load Time Trends' });
  await user.click(await within(trends).findByText('Show data', { exact: false }));
  const search = screen.getByRole('searchbox', { name: 'Search network services' });
  await user.fill(search, 'e');
  const asked = fake.requestsOf('dashboard.stats').length;
  addAlert(fake.state, fake.state.websites[0] as FakeState['websites'][number], { message: 'A brand-new alert' });
  fake.publish(null);
  expect(await screen.findByText('A brand-new alert')).toBeVisible();
  expect(fake.requestsOf('dashboard.stats').length).toBeGreaterThan(asked);
  expect(search).toHaveFocus();
  expect(search).toHaveValue('e');
  expect(within(trends).getByRole('table')).toBeVisible();
});

it('shows that its figures failed to load, and retries on request', async () => {
  const { user, fake } = openPage('/', { given, before: (api) => api.fail('dashboard.stats', 404) });
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not load the dashboard');
  expect(figure('Websites')).toHaveTextContent('N/A');
  expect(await screen.findByRole('article', { name: 'Shop' })).toBeVisible();
  fake.recover('dashboard.stats');
  await user.click(screen.getByRole('button', { name: messages.publicStatus.tryAgain }));
  await waitFor(() => expect(figure('Websites')).toHaveTextContent('2'));
  expect(screen.queryByRole('alert')).toBeNull();
});
