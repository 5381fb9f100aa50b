import { screen, waitFor, within } from '@testing-library/react';
import type { Alert } from '@upvigil/core/contract/alerts';
import { type FakeState, minutesAgo } from '@upvigil/core/testing/fake-state';
import { addAlert, addUrl, addUrlCheck, addWebsite, deliveryOf } from '@upvigil/core/testing/fake-watched';
import { alertMessages } from '@upvigil/core/texts/alerts';
import { describe, expect, it } from 'vitest';
import { startPages } from '../../../testing/render-page.tsx';

const openPage = startPages();

/** /cart has been down for 42 minutes, /search was down for 4 minutes, /help is slow. */
function given(state: FakeState): void {
  const shop = addWebsite(state, { name: 'Shop' });
  const add = (url_id: number, minutes: number, alert_type: Alert['alert_type'], words: string, rest = {}) =>
    addAlert(state, shop, {
      url_id,
      alert_type,
      message: `Shop: https://shop.example.org/${words}`,
      created_at: minutesAgo(minutes),
      ...rest,
    });
  const cart = addUrl(state, shop.id, { url: 'https://shop.example.org/cart' });
  for (const minutes of [45, 44]) addUrlCheck(state, cart, { checked_at: minutesAgo(minutes) });
  for (const minutes of [43, 42]) {
    const checked_at = minutesAgo(minutes);
    addUrlCheck(state, cart, { status_code: 503, error_message: `HTTP 503 at ${minutes}`, checked_at });
  }
  add(902, 10, 'DOWN', 'search is down: HTTP 502', {
    deliveries: [deliveryOf({ channel: 'email', status: 'sent', recipient: 'a@example.org' })],
  });
  add(902, 6, 'RECOVERED', 'search is up again after 4 minutes');
  add(903, 3, 'SLOW', 'help is slow: 6.12s, limit 5.00s');
  add(cart.id, 42, 'DOWN', 'cart is down: HTTP 503', {
    deliveries: [
      deliveryOf({ channel: 'email', status: 'sent', recipient: 'ops@example.org', sent_at: minutesAgo(42) }),
      deliveryOf({ channel: 'sms', status: 'failed', recipient: '+40 712', reason: 'no credit left', attempts: 3 }),
    ],
  });
}

const openOutages = async () => {
  const page = openPage('/alerts?view=outages', { given });
  await screen.findByText(/problems? from/);
  return page;
};
const tab = async (name: string | RegExp) =>
  within(await screen.findByRole('navigation', { name: 'Alerts' })).getByRole('link', { name });
const group = (name: string | RegExp) => screen.getByRole('region', { name });
const services = (region: HTMLElement) =>
  within(region)
    .queryAllByRole('button', { name: /^(What happened|Details)/ })
    .map((button) => button.getAttribute('aria-label')?.replace(/^.*: Shop: https:\/\/shop.example.org\//, ''));
const open = async (user: Awaited<ReturnType<typeof openOutages>>['user'], words: RegExp) =>
  user.click(screen.getByRole('button', { name: words }));

describe('the views', () => {
  it('show an alert and its recovery as one row: open ones first, the worst on top', async () => {
    await openOutages();
    expect(services(group(/^Open now/))).toEqual(['cart is down: HTTP 503', 'help is slow: 6.12s, limit 5.00s']);
    expect(services(group(/^Ended [a-z]/i))).toEqual(['search is down: HTTP 502']);
    expect(group(/^Open now/)).toHaveTextContent(/^Open now 2/);
    expect(screen.getByText('3 problems from 4 alerts')).toBeVisible();
  });

  it('what lasts is there in both views, however long ago it began', async () => {
    const { user } = openPage('/alerts', {
      given: (state) => {
        given(state);
        const [shop] = state.websites;
        if (!shop) throw new Error('there is no website');
        const message = 'Shop: https://shop.example.org/basket is down: HTTP 502';
        addAlert(state, shop, { url_id: 904, alert_type: 'DOWN', message, created_at: minutesAgo(50 * 60) });
      },
    });
    await user.click(await tab('Outages'));
    await waitFor(() => expect(services(group(/^Open now/))).toContain('basket is down: HTTP 502'));
    expect(group(/^Open now/)).toHaveTextContent(/^Open now 3/);
    expect(screen.getByText('3 open, longest 2 d 2 h · 1 ended in the last 24 hours')).toBeVisible();
    expect(screen.getByText('4 problems from 5 alerts')).toBeVisible();
    await user.click(await tab(/^Alerts/));
    expect(await screen.findByText('5 of 5')).toBeVisible();
    expect(services(group(/^Open now/))).toContain('basket is down: HTTP 502');
  });

  it('show service, cause, duration and channels in a row', async () => {
    await openOutages();
    const [row] = within(group(/^Ended [a-z]/i)).getAllByRole('listitem');
    expect(row).toHaveTextContent(/DOWN.*https:\/\/shop\.example\.org\/search.*Shop · HTTP 502.*4 min/);
    const marks = within(row as HTMLElement).getByRole('list', { name: 'Notified by' });
    expect(marks).toHaveTextContent(/^email: sent$/);
  });

  it('filter outages by type and search', async () => {
    const { user } = await openOutages();
    await user.selectOptions(screen.getByLabelText('Alert Type'), 'SLOW (1)');
    expect(services(document.body)).toEqual(['help is slow: 6.12s, limit 5.00s']);
    expect(screen.getByText('1 of 3 problems from 4 alerts')).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Alert Type'), 'all (4)');
    await user.fill(screen.getByRole('searchbox'), 'search');
    await waitFor(() => expect(services(document.body)).toEqual(['search is down: HTTP 502']));
    await user.fill(screen.getByRole('searchbox'), 'zzz');
    expect(await screen.findByText(alertMessages.none)).toBeVisible();
  });

  it('show recoveries as alerts, and selecting outages resets the filter', async () => {
    const { user, address } = await openOutages();
    await user.selectOptions(screen.getByLabelText('Alert Type'), 'RECOVERED (1)');
    expect(await screen.findByText(/^up again after 4 minutes$/)).toBeVisible();
    expect(await tab(/^Alerts/)).toHaveAttribute('aria-current', 'page');
    await user.click(await tab('Outages'));
    await waitFor(() => expect(services(document.body)).toHaveLength(3));
    expect(address()).toBe('/alerts?view=outages');
  });
});

describe('the timeline of an outage', () => {
  const story = () =>
    within(screen.getByRole('list', { name: 'What happened' }))
      .getAllByRole('listitem')
      .map((line) => line.textContent?.replaceAll(/\d\d:\d\d:\d\d/g, '_'));

  it('opens by keyboard and is stored in the address: first failed check, alert, deliveries with reasons', async () => {
    const { user, address, fake } = await openOutages();
    screen.getByRole('button', { name: /^Details: .*cart is down/ }).focus();
    await user.keyboard('{Enter}');
    const alert = fake.state.alerts.find(({ message }) => message.includes('cart'));
    expect(address()).toBe(`/alerts?view=outages&open=${alert?.id}`);
    await waitFor(() =>
      expect(story()).toEqual([
        '_First failed check: HTTP 503 at 43',
        '_Shop: https://shop.example.org/cart is down: HTTP 503DOWN',
        '_email to ops@example.orgsent',
        '–SMS to +40 712no credit leftfailed after 3 attempts',
      ]),
    );
    expect(screen.getByRole('link', { name: 'Check History' })).toHaveAttribute(
      'href',
      `/websites/${alert?.website_id}?open=${alert?.url_id}`,
    );
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('list', { name: 'What happened' })).toBeNull();
  });

  it('ends with its RECOVERED', async () => {
    const { user } = await openOutages();
    await open(user, /^What happened: .*search is down/);
    expect(story()).toEqual([
      '_Shop: https://shop.example.org/search is down: HTTP 502DOWN',
      '–email to a@example.orgsent',
      '_Shop: https://shop.example.org/search is up again after 4 minutesRECOVERED',
    ]);
  });

  it('deletes its alert after the same confirmation', async () => {
    const { user, fake } = await openOutages();
    await open(user, /^Details: .*help is slow/);
    await user.click(screen.getByRole('button', { name: /^Delete alert .*help/ }));
    const question = within(screen.getByRole('alertdialog', { name: 'Delete this alert?' }));
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(services(group(/^Open now/))).toEqual(['cart is down: HTTP 503']));
    await waitFor(() => expect(fake.state.alerts).toHaveLength(3));
  });
});

describe('the figures', () => {
  const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).parentElement;

  it('stand in one line between what is open and the others', async () => {
    openPage('/alerts', { given });
    expect(await screen.findByText('2 open, longest 42 min · 1 ended in the last 24 hours')).toBeVisible();
    expect(figure('outages')).toHaveTextContent('2');
    expect(figure('outages')).toHaveAttribute('title', '2 DOWN');
    expect(figure('down, all services')).toHaveTextContent('46 min');
    expect(figure('mean time to recovery')).toHaveTextContent('4 min');
    expect(figure('notifications sent')).toHaveAttribute('title', '2 email');
    expect(figure('failed')).toHaveTextContent('1');
  });

  it('are hidden if the alerts failed to load', async () => {
    openPage('/alerts', { before: (fake) => fake.fail('alerts.list', 404) });
    expect(await screen.findByRole('alert')).toHaveTextContent('Could not load alerts');
    expect(screen.queryByText('Nothing is open')).toBeNull();
  });

  it('are not there where nothing happened', async () => {
    openPage('/alerts');
    expect(await screen.findByText('None open · 0 ended in the last 24 hours')).toBeVisible();
    expect(screen.queryByText('mean time to recovery')).toBeNull();
  });
});
