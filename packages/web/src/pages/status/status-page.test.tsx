import { act, screen, waitFor, within } from '@testing-library/react';
import { apiPrefix, publicPaths } from '@upvigil/core/contract/names/paths';
import { pages as publicPages } from '@upvigil/core/languages/compiled/pages/en';
import type { FakeApi } from '@upvigil/core/testing/fake-api';
import { fakeStatusOverview } from '@upvigil/core/testing/fake-figures';
import { startFake } from '@upvigil/core/testing/fake-maintenance';
import { emptyState, type FakeState } from '@upvigil/core/testing/fake-state';
import { addUrl, addUrlCheck, addWebsite } from '@upvigil/core/testing/fake-watched';
import { messages } from '@upvigil/core/texts/messages';
import { HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startPages } from '../../testing/render-page.tsx';
import { shopAndDocs } from '../../testing/shop-and-docs.ts';

const openPage = startPages();
const openStatus = (given: (state: FakeState) => void = shopAndDocs, before: (fake: FakeApi) => void = () => {}) =>
  openPage('/status', { isSignedIn: false, given, before });
const card = async (name: string) =>
  within((await screen.findByRole('link', { name })).closest('article') as HTMLElement);
const figure = (within: Awaited<ReturnType<typeof card>>, label: string) =>
  within.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
const cardNames = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);

afterEach(() => {
  vi.unstubAllGlobals();
  document.getElementById('public-status')?.remove();
  window.history.replaceState(null, '', '/');
});

describe('the public overview', () => {
  it('sends no token and shows each website with its figures', async () => {
    const { fake } = openStatus();
    expect(await screen.findByRole('heading', { level: 1, name: 'System Status' })).toBeVisible();
    expect(screen.getByText('Real-time monitoring status for all services')).toBeVisible();
    const shop = await card('Shop');
    expect(shop.getByText('Issues Detected')).toBeVisible();
    expect(shop.getByText('Cart and payment')).toBeVisible();
    expect(figure(shop, 'URLs')).toBe('2');
    expect(figure(shop, 'Network')).toBe('1');
    expect(figure(shop, 'Uptime (24h)')).toBe('93.21%');
    expect(figure(shop, 'Avg Load Time')).toBe('3.71s');
    expect(shop.getByRole('link', { name: 'View Details of Shop' })).toHaveAttribute('href', '/status/1');
    expect(shop.getByRole('link', { name: 'Shop' })).toHaveAttribute('href', '/status/1');
    const docs = await card('Docs');
    expect(docs.getByText('Operational')).toBeVisible();
    expect(docs.queryByText(messages.empty.description)).toBeNull();
    expect(fake.requestsOf('publicStatus.overview')[0]?.token).toBeNull();
  });

  it('lists problems first and names a single affected website', async () => {
    openStatus();
    await card('Shop');
    expect(cardNames()).toEqual(['Shop', 'Docs']);
    expect(screen.getByText('1 of 2 websites has an issue: Shop')).toBeVisible();
  });

  it('shows maintenance instead of its outage, and in the headline if nothing is worse', async () => {
    openStatus((state) => {
      shopAndDocs(state);
      startFake(state, { title: 'Deploy', website_ids: [1], monitor_ids: [], public: false }, 30);
    });
    const shop = await card('Shop');
    expect(shop.getByText('Under Maintenance')).toBeVisible();
    expect(shop.queryByText('Issues Detected')).toBeNull();
    expect(shop.getByTitle(/^Day 21,.*100\.00% uptime, maintenance 35 min$/)).toHaveAttribute('data-tone', 'info');
    const docs = await card('Docs');
    expect(docs.queryByText('Under Maintenance')).toBeNull();
    expect(screen.getByText('Under Maintenance', { selector: '[aria-live]' })).toBeVisible();
    const key = within(screen.getByRole('list', { name: 'Legend of the day strips' }));
    expect(key.getByText('maintenance')).toBeVisible();
  });

  it('lists current and announced public maintenance below, with a link to the page of each', async () => {
    openStatus((state) => {
      shopAndDocs(state);
      const work = { website_ids: [1], monitor_ids: [] };
      startFake(state, { ...work, title: 'Deploy', public: true }, 30);
      startFake(state, { ...work, title: 'Secret work', public: false }, 30);
    });
    await card('Shop');
    const link = screen.getByRole('link', { name: 'Deploy' });
    expect(link).toHaveAttribute('href', expect.stringMatching(/^\/status\/maintenance\/\d+$/));
    expect(screen.getByText('In progress')).toBeVisible();
    expect(screen.getByText(/Shop$/, { selector: 'li p' })).toBeVisible();
    expect(screen.queryByText('Secret work')).toBeNull();
  });

  it('names two affected websites, those that are down first', async () => {
    openStatus((state) => {
      for (const [name, codes] of Object.entries({ Partly: [200, 503], Wholly: [503] })) {
        const website = addWebsite(state, { name });
        for (const status_code of codes) addUrlCheck(state, addUrl(state, website.id), { status_code });
      }
    });
    expect(await screen.findByText('2 of 2 websites have an issue')).toBeVisible();
    expect(screen.getByText('Wholly and Partly')).toBeVisible();
  });

  it('shows one legend for all strips', async () => {
    openStatus();
    const key = within(await screen.findByRole('list', { name: 'Legend of the day strips' }));
    expect(key.getAllByRole('listitem').map((entry) => entry.textContent)).toEqual([
      ...['99% or more', '95 to 99% or slow', 'below 95%', 'no data', 'Taller bars mean longer downtime.'],
    ]);
  });

  it('colours an uptime by its level', async () => {
    openStatus();
    const shop = await card('Shop');
    expect(shop.getByText('93.21%')).toHaveClass('text-(--down-fg)');
  });

  it('shows thirty days of each website', async () => {
    openStatus();
    const shop = await card('Shop');
    expect(shop.getAllByTitle(/^Day \d+/)).toHaveLength(30);
    expect(shop.getByTitle(/^Day 1,.*no data$/)).toBeInTheDocument();
    expect(shop.getByTitle(/^Day 30,.*91\.20% uptime, outage$/)).toBeInTheDocument();
  });

  it('shows days without data if the server sends none', async () => {
    const [item] = fakeStatusOverview(filled());
    const { daily_uptime: _unknown, ...rest } = item as NonNullable<typeof item>;
    embed({ kind: 'overview', data: [rest] });
    openStatus();
    const shop = await card('Shop');
    expect(shop.getAllByTitle(/^Day \d+: no data$/)).toHaveLength(30);
  });

  it('shows the time of the data and the refresh interval', async () => {
    openStatus();
    const updated = await screen.findByText(/^Last updated/);
    expect(within(updated).getByText(/^\d\d:\d\d:\d\d$/)).toHaveAttribute('datetime');
    expect(screen.getByText('Auto-refreshing every 30 seconds')).toBeVisible();
  });

  it.each([
    ['All Systems Operational', [200, 200]],
    ['2 of 2 websites have an issue', [503, 503]],
    ['1 of 2 websites are up; the others have not been checked yet', [200, undefined]],
    ['Nothing has been checked yet', [undefined, undefined]],
    ['No websites are monitored yet', []],
  ])('gives the headline %s', async (sentence, codes) => {
    openStatus((state) => {
      for (const status_code of codes) {
        const url = addUrl(state, addWebsite(state).id);
        if (status_code) addUrlCheck(state, url, { status_code });
      }
    });
    expect(await screen.findByText(sentence)).toBeVisible();
  });
});

const filled = () => {
  const state = emptyState();
  shopAndDocs(state);
  return state;
};

function embed(value: unknown): void {
  const script = document.createElement('script');
  script.type = 'application/json';
  script.id = 'public-status';
  script.textContent = JSON.stringify(value);
  document.body.append(script);
}

describe('the first data', () => {
  it('is embedded in the document, without a request', async () => {
    embed({ kind: 'overview', data: fakeStatusOverview(filled()) });
    const { fake } = openStatus();
    expect(await card('Shop')).toBeTruthy();
    expect(fake.requestsOf('publicStatus.overview')).toHaveLength(0);
  });

  it('is requested if the embedded data is invalid or of another page', async () => {
    embed({ kind: 'detail', id: 1, data: {} });
    const { fake } = openStatus();
    expect(await card('Shop')).toBeTruthy();
    expect(fake.requestsOf('publicStatus.overview').length).toBeGreaterThan(0);
  });

  it('shows a spinner while loading', async () => {
    let release = () => {};
    openStatus(shopAndDocs, (fake) => {
      release = fake.hold('publicStatus.overview');
    });
    expect((await screen.findByText('Loading')).closest('[role=status]')).toBeVisible();
    release();
    expect(await card('Shop')).toBeTruthy();
    expect(screen.queryByText('Loading')).toBeNull();
  });
});

describe('a failure', () => {
  it('is shown, and cleared by a successful response', async () => {
    const { user, fake } = openStatus(shopAndDocs, (api) => api.fail('publicStatus.overview', 503));
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByRole('heading', { name: publicPages.errorTitle })).toBeVisible();
    expect(within(alert).getByText(publicPages.loadFailed)).toBeVisible();
    fake.recover('publicStatus.overview');
    await user.click(screen.getByRole('button', { name: messages.publicStatus.tryAgain }));
    expect(await card('Shop')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps the older data below the error', async () => {
    const { fake } = openStatus();
    await card('Shop');
    fake.fail('publicStatus.overview', 500);
    seePageAgain();
    expect(await screen.findByText(publicPages.loadFailed)).toBeVisible();
    expect(await card('Shop')).toBeTruthy();
    expect(screen.getByText(/^Last updated/)).toBeVisible();
    fake.recover('publicStatus.overview');
    seePageAgain();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});

const seePageAgain = () => act(() => document.dispatchEvent(new Event('visibilitychange')));

describe('the next data', () => {
  it('loads when the page becomes visible, and keeps the focus and the day card', async () => {
    const { user, fake } = openStatus();
    const shop = await card('Shop');
    await user.click(shop.getByRole('link', { name: 'Shop' }));
    await user.tab();
    expect(shop.getByRole('slider')).toHaveFocus();
    addWebsite(fake.state, { name: 'Search' });
    seePageAgain();
    expect(await card('Search')).toBeTruthy();
    expect(shop.getByRole('slider')).toHaveFocus();
    expect(shop.getByText('91.20% uptime, outage')).toBeVisible();
  });

  const openedStreams = () => {
    const opened: SpokenSource[] = [];
    class SpokenSource {
      readonly url: string;
      onmessage: ((event: { data: string }) => void) | null = null;
      constructor(address: string) {
        this.url = address;
        opened.push(this);
      }
      close() {}
    }
    vi.stubGlobal('EventSource', SpokenSource);
    return opened;
  };

  it('misses no change between the embedded data and the event stream', async () => {
    const opened = openedStreams();
    const embedded = document.createElement('script');
    embedded.type = 'application/json';
    embedded.id = 'public-status';
    embedded.textContent = JSON.stringify({ kind: 'overview', data: [], news: 'of the document' });
    document.head.append(embedded);
    const { fake } = openStatus();
    await waitFor(() => expect(opened).toHaveLength(1));
    expect(opened[0]?.url).toBe(`${apiPrefix}${publicPaths.events}?last_event_id=of%20the%20document`);
    expect(fake.requestsOf('publicStatus.overview')).toHaveLength(0);
    opened[0]?.onmessage?.({ data: '{"website_id":1}' });
    expect(await card('Shop')).toBeTruthy();
  });

  it('misses no change after a first request', async () => {
    const opened = openedStreams();
    const answer = () => HttpResponse.json([], { headers: { 'News-Version': 'v1' } });
    const { fake } = openStatus(undefined, (api) => api.intercept('publicStatus.overview', answer));
    await waitFor(() => expect(opened).toHaveLength(1));
    expect(opened[0]?.url).toBe(`${apiPrefix}${publicPaths.events}?last_event_id=v1`);
    expect(fake.requestsOf('publicStatus.overview')).toHaveLength(1);
  });

  it('misses no change if the first response was outdated', async () => {
    const opened = openedStreams();
    const { fake } = openStatus(undefined, (api) => api.fail('publicStatus.overview', 404));
    await waitFor(() => expect(opened).toHaveLength(1));
    expect(opened[0]?.url).toBe(`${apiPrefix}${publicPaths.events}?last_event_id=nothing`);
    fake.recover('publicStatus.overview');
    opened[0]?.onmessage?.({ data: '{"website_id":1}' });
    expect(await card('Shop')).toBeTruthy();
  });

  it('loads at once when the server reports a change', async () => {
    const opened = openedStreams();
    const { fake } = openStatus();
    await card('Shop');
    await waitFor(() => expect(opened.at(-1)?.url).toBe(apiPrefix + publicPaths.events));
    addWebsite(fake.state, { name: 'Search' });
    opened.at(-1)?.onmessage?.({ data: '{"website_id":3}' });
    expect(await card('Search')).toBeTruthy();
  });
});

describe('many websites', () => {
  const many = (state: FakeState) => {
    for (let index = 1; index <= 20; index += 1) {
      const url = addUrl(state, addWebsite(state, { name: `Site ${index}` }).id);
      addUrlCheck(state, url, { status_code: index === 7 ? 503 : 200 });
    }
  };

  it('can be searched and filtered by issues, stored in the address', async () => {
    const { user } = openStatus(many);
    await card('Site 7');
    await user.fill(screen.getByRole('searchbox', { name: 'Search websites' }), 'site 1');
    await waitFor(() => expect(cardNames()).toHaveLength(11));
    expect(screen.getByText('11 of 20')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'issues only (1)');
    await waitFor(() => expect(cardNames()).toEqual(['Site 7']));
    await waitFor(() => expect(window.location.search).toBe('?show=issues'));
  });

  it('show a search box; few do not', async () => {
    openStatus();
    await card('Shop');
    expect(screen.queryByRole('searchbox')).toBeNull();
  });
});
