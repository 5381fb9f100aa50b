import { screen, waitFor, within } from '@testing-library/react';
import type { Alert } from '@upvigil/core/contract/alerts';
import { type FakeState, minutesAgo } from '@upvigil/core/testing/fake-state';
import { addAlert, addMonitor, addUrl, addUrlCheck, addWebsite, deliveryOf } from '@upvigil/core/testing/fake-watched';
import { alertMessages } from '@upvigil/core/texts/alerts';
import { messages } from '@upvigil/core/texts/messages';
import { dayBeside, localDay } from '@upvigil/core/time-ranges';
import { describe, expect, it } from 'vitest';
import { startPages } from '../../testing/render-page.tsx';

const openPage = startPages();

const deliveries: Alert['deliveries'] = [
  deliveryOf({
    channel: 'email',
    recipient: 'ops@example.org',
    status: 'failed',
    reason: '535 authentication failed',
    attempts: 3,
  }),
  deliveryOf({ channel: 'sms', status: 'suppressed', reason: 'SMS is switched off', attempts: 0 }),
  deliveryOf({ channel: 'slack', recipient: '#ops', status: 'sent', sent_at: '2026-11-20T10:00:00Z' }),
];

function given(state: FakeState): void {
  const shop = addWebsite(state, { name: 'Shop' });
  addAlert(state, shop, { alert_type: 'RECOVERED', message: 'Shop is up again', created_at: minutesAgo(60 * 23) });
  addAlert(state, shop, { alert_type: 'SLOW', message: 'Search took 6.12s', created_at: minutesAgo(2) });
  addAlert(state, shop, {
    alert_type: 'DOWN',
    message: 'Cart is down',
    created_at: minutesAgo(1),
    deliveries,
  });
}

const openAlerts = (path = '/alerts') => openPage(path, { given });
const rows = () =>
  screen.queryAllByRole('button', { name: /^Details: / }).map((button) => button.closest('li') as HTMLElement);
const rowOf = async (message: string) =>
  (await screen.findByRole('button', { name: `Details: ${message}` })).closest('li') as HTMLElement;
const openRow = async (user: ReturnType<typeof openAlerts>['user'], message: string) => {
  await user.click(await screen.findByRole('button', { name: `Details: ${message}` }));
  return within(await rowOf(message));
};
const chooseMore = async (user: ReturnType<typeof openAlerts>['user'], name: string) => {
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name }));
};
const confirmWith = async (user: ReturnType<typeof openAlerts>['user'], name: string) =>
  user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));

describe('the alerts', () => {
  it('begin with what is open, the worst first; the others follow newest first', async () => {
    openAlerts();
    const open = within(await screen.findByRole('region', { name: 'Open now 2' }));
    expect(rows().map((row) => row.querySelector('a')?.textContent)).toEqual([
      'Cart is down',
      'Search took 6.12s',
      'Shop is up again',
    ]);
    expect(open.getAllByRole('button', { name: /^Details/ })).toHaveLength(2);
    expect(open.getByText('2 not acknowledged')).toBeVisible();
    const row = within(await rowOf('Shop is up again'));
    expect(row.getByText('RECOVERED')).toBeVisible();
    expect(row.getByRole('link', { name: 'Shop' })).toBeVisible();
    expect(row.getByText(/^\d\d:\d\d:\d\d$/)).toHaveAttribute('datetime');
  });

  it('that are open are there whatever the time range, with their last checks, and lead to their monitor', async () => {
    openPage('/alerts?hours=1', {
      given: (state) => {
        const shop = addWebsite(state, { name: 'Shop' });
        const edge = addMonitor(state, shop.id, {
          name: 'Edge',
          recent_checks: { states: 'uuddd', ms: [9, 9, 1, 1, 1] },
        });
        const message = 'Shop: Edge (edge.example.org:443) is down: Connection refused';
        addAlert(state, shop, { network_monitor_id: edge.id, message, created_at: minutesAgo(60 * 50) });
      },
    });
    const row = within(await rowOf('Shop: Edge (edge.example.org:443) is down: Connection refused'));
    expect(row.getByRole('link', { name: 'Edge' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/websites\/1\?tab=network&open=\d+$/),
    );
    expect(row.getByText('Connection refused')).toBeVisible();
    expect(row.getByText('3 failed checks', { exact: false })).toBeVisible();
    expect(row.getByRole('img', { name: 'Last 5 checks of Edge: 2 up, 3 failed' })).toBeVisible();
    expect(screen.getByText(/^1 open, longest 2 d/)).toBeVisible();
  });

  it('say that nothing is open, and what ended last', async () => {
    openPage('/alerts', {
      given: (state) => {
        const shop = addWebsite(state, { name: 'Shop' });
        const message = 'Shop: https://shop.example.org/search is down: HTTP 502';
        addAlert(state, shop, { message, created_at: minutesAgo(9), ended_at: minutesAgo(5) });
      },
    });
    const calm = within(await screen.findByRole('region', { name: 'Open now' }));
    expect(calm.getByText('Nothing is open')).toBeVisible();
    expect(calm.getByText(/^Last alert ended .*\d\d:\d\d: \/search, HTTP 502, 4 min$/)).toBeVisible();
  });

  it('do not say that nothing is open while something is down whose alert was deleted', async () => {
    openPage('/alerts', {
      given: (state) => {
        const url = addUrl(state, addWebsite(state).id);
        addUrlCheck(state, url, { status_code: 503 });
      },
    });
    expect(await screen.findByText('1 down, without an alert')).toBeVisible();
  });

  it('are reloaded when a time range is selected again', async () => {
    const { user, fake } = openAlerts();
    const range = await screen.findByLabelText('Time Range');
    const asked = () => fake.requestsOf('alerts.list').map(({ query }) => (query as { hours: number }).hours);
    await waitFor(() => expect(asked()).toEqual([24]));
    await user.selectOptions(range, '168');
    await waitFor(() => expect(asked()).toEqual([24, 168]));
    await user.selectOptions(range, '24');
    await waitFor(() => expect(asked()).toEqual([24, 168, 24]));
  });

  it('are grouped by day', async () => {
    openPage('/alerts?hours=168', {
      given: (state) => {
        const shop = addWebsite(state);
        for (const daysAgo of [4, 1, 0]) {
          const created_at = minutesAgo(60 * 24 * daysAgo);
          addAlert(state, shop, { alert_type: 'RECOVERED', created_at });
        }
      },
    });
    const days = await screen.findAllByRole('heading', { level: 2 });
    expect(days).toHaveLength(3);
    expect(days.slice(0, 2).map((day) => day.textContent)).toEqual(['Today 1', 'Yesterday 1']);
  });

  it('show their notified channels', async () => {
    openPage('/alerts', {
      given: (state) => {
        const shop = addWebsite(state);
        addAlert(state, shop, { message: 'Cart is down', ended_at: minutesAgo(0), deliveries });
      },
    });
    const marks = within(await rowOf('Cart is down')).getByRole('list', { name: 'Notified by' });
    expect(
      within(marks)
        .getAllByRole('listitem')
        .map((mark) => mark.textContent),
    ).toEqual(expect.arrayContaining(['email: failed', 'SMS: suppressed', 'Slack: sent']));
  });

  it('show reasons', async () => {
    const { user } = openAlerts();
    const row = await openRow(user, 'Cart is down');
    const story = within(row.getByRole('region', { name: 'Deliveries and reasons' }));
    const lines = story.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/\d\d:\d\d:\d\d/, '_'));
    expect(lines).toEqual([
      '_Cart is downDOWN',
      '–email to ops@example.org535 authentication failedfailed after 3 attempts',
      '–SMSSMS is switched offSet Up Alertssuppressed',
      '_Slack to #opssent',
    ]);
    expect(story.getByRole('link', { name: 'Set Up Alerts' })).toHaveAttribute('href', '/settings?setup=sms');
    const other = await openRow(user, 'Search took 6.12s');
    expect(other.getByText('No channel was selected.')).toBeVisible();
    expect(row.queryByRole('region', { name: 'Deliveries and reasons' })).toBeNull();
  });
});

describe('the filters', () => {
  it('offer the five ranges, longer ones and all types, and are stored in the address', async () => {
    const { user, fake, address } = openAlerts();
    const range = await screen.findByRole('combobox', { name: 'Time Range' });
    expect(
      within(range)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['1 hour', '6 hours', '24 hours', '72 hours', '168 hours', '30 days', '90 days', 'Year', 'Day']);
    expect(range).toHaveDisplayValue('24 hours');
    const type = screen.getByRole('combobox', { name: 'Alert Type' });
    expect(
      within(type)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual([
      ...['all (3)', 'DOWN (1)', 'ERROR (0)', 'SLOW (1)', 'METADATA_MISSING (0)', 'RECOVERED (1)'],
      ...['CERT_EXPIRING (0)', 'DOMAIN_EXPIRING (0)'],
    ]);
    await user.selectOptions(type, 'SLOW (1)');
    expect(rows()).toHaveLength(1);
    expect(screen.getByText('1 of 3')).toBeVisible();
    await user.selectOptions(range, '168 hours');
    await waitFor(() => expect(fake.requestsOf('alerts.list').at(-1)?.query).toEqual({ hours: 168 }));
    expect(address()).toBe('/alerts?type=SLOW&hours=168');
    expect(range).toHaveFocus();
  });

  it('are those of one day, whatever is open, and go from day to day', async () => {
    const today = localDay(Date.now());
    const yesterday = dayBeside(today, -1);
    const noon = new Date(`${yesterday}T12:00:00`).toISOString();
    const { user, fake, address } = openPage('/alerts', {
      given: (state) => {
        given(state);
        const [shop] = state.websites;
        const recovered = { alert_type: 'RECOVERED', message: 'Pay is up again', created_at: noon } as const;
        if (shop) addAlert(state, shop, recovered);
      },
    });
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Time Range' }), 'Day');
    expect(address()).toBe(`/alerts?day=${yesterday}`);
    const query = { hours: expect.any(Number), until: new Date(`${today}T00:00:00`).toISOString() };
    await waitFor(() => expect(fake.requestsOf('alerts.list').at(-1)?.query).toEqual(query));
    const ended = within(await screen.findByRole('region', { name: 'Ended' }));
    expect(await ended.findByText('yesterday')).toBeInTheDocument();
    expect(await rowOf('Pay is up again')).toBeVisible();
    expect(await rowOf('Cart is down')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Day before' }));
    expect(address()).toBe(`/alerts?day=${dayBeside(yesterday, -1)}`);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Details: Pay is up again' })).toBeNull());
  });

  it('are read from the address', async () => {
    const { fake } = openAlerts('/alerts?hours=72&type=DOWN&q=cart');
    await rowOf('Cart is down');
    expect(rows()).toHaveLength(1);
    expect(fake.requestsOf('alerts.list')[0]?.query).toEqual({ hours: 72 });
    expect(screen.getByRole('searchbox', { name: 'Search alerts' })).toHaveValue('cart');
  });

  it('show a message and a reset if nothing matches', async () => {
    const { user } = openAlerts('/alerts?type=ERROR');
    expect(await screen.findByText(alertMessages.none)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(rows()).toHaveLength(3);
  });

  it('offer no reset without a filter', async () => {
    openPage('/alerts');
    expect(await screen.findByText(alertMessages.none)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });
});

describe('deleting', () => {
  it('requires confirmation, then removes the row', async () => {
    const { user, fake } = openAlerts();
    const row = await openRow(user, 'Cart is down');
    await user.click(row.getByRole('button', { name: /^Delete alert/ }));
    expect(screen.getByRole('alertdialog')).toHaveTextContent('Cart is down');
    await confirmWith(user, 'Delete');
    await waitFor(() => expect(rows()).toHaveLength(2));
    await waitFor(() => expect(fake.state.alerts).toHaveLength(2));
  });

  it('restores the row when the server refuses', async () => {
    const { user, fake } = openAlerts();
    await rowOf('Cart is down');
    fake.fail('alerts.remove', 500);
    const row = await openRow(user, 'Cart is down');
    await user.click(row.getByRole('button', { name: /^Delete alert/ }));
    await confirmWith(user, 'Delete');
    expect(await screen.findByText(alertMessages.deleteFailed)).toBeVisible();
    expect(rows()).toHaveLength(3);
  });

  it('clears old alerts after a confirmation', async () => {
    const { user, fake } = openAlerts();
    await chooseMore(user, 'Clear Old Alerts (7+ days)');
    await confirmWith(user, 'Clear Old Alerts (7+ days)');
    await waitFor(() => expect(fake.requestsOf('alerts.clear')[0]?.query).toEqual({ older_than_days: 7 }));
    expect(await screen.findByText(/alerts? deleted$/)).toBeVisible();
  });

  it('clears all alerts after a confirmation', async () => {
    const { user, fake } = openAlerts();
    await chooseMore(user, 'Clear All Alerts');
    await confirmWith(user, 'Cancel');
    expect(fake.requestsOf('alerts.clear')).toHaveLength(0);
    await chooseMore(user, 'Clear All Alerts');
    await confirmWith(user, 'Clear All Alerts');
    await waitFor(() => expect(fake.requestsOf('alerts.clear')[0]?.query).toEqual({ older_than_days: 0 }));
    expect(await screen.findByText(alertMessages.none)).toBeVisible();
  });

  it('shows the server’s message when it refuses to clear', async () => {
    const { user, fake } = openAlerts();
    await rowOf('Cart is down');
    fake.fail('alerts.clear', 500, { detail: 'The database is full' });
    await chooseMore(user, 'Clear Old Alerts (7+ days)');
    await confirmWith(user, 'Clear Old Alerts (7+ days)');
    expect(await screen.findByText(alertMessages.clearOldFailed('The database is full'))).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'OK' }));
    await chooseMore(user, 'Clear All Alerts');
    await confirmWith(user, 'Clear All Alerts');
    expect(await screen.findByText(alertMessages.clearAllFailed('The database is full'))).toBeVisible();
  });
});

/** jsdom renders this many rows slowly, especially on a busy machine. */
const manyRows = { timeout: 25_000 };

it('shows a hundred alerts, and a hundred more on request', async () => {
  const { user } = openPage('/alerts', {
    given: (state) => {
      const shop = addWebsite(state);
      for (let index = 0; index < 120; index += 1) {
        addAlert(state, shop, { alert_type: 'RECOVERED', created_at: minutesAgo(index) });
      }
    },
  });
  const more = await screen.findByRole('button', { name: 'Show 20 more alerts' });
  await waitFor(() => expect(rows()).toHaveLength(100), manyRows);
  await user.click(more);
  await waitFor(() => expect(rows()).toHaveLength(120), manyRows);
}, 60_000);

it('keeps the focus and the open details on refresh', async () => {
  const { user, fake } = openAlerts();
  await openRow(user, 'Cart is down');
  const search = screen.getByRole('searchbox', { name: 'Search alerts' });
  await user.click(search);
  addAlert(fake.state, fake.state.websites[0] as FakeState['websites'][number], { message: 'A brand-new alert' });
  fake.publish(null);
  expect(await rowOf('A brand-new alert')).toBeVisible();
  expect(search).toHaveFocus();
  expect(screen.getByRole('region', { name: 'Deliveries and reasons' })).toBeVisible();
});

it('shows that the alerts failed to load, and retries on request', async () => {
  const { user, fake } = openPage('/alerts', { given, before: (api) => api.fail('alerts.list', 404) });
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not load alerts');
  fake.recover('alerts.list');
  await user.click(screen.getByRole('button', { name: messages.publicStatus.tryAgain }));
  expect(await rowOf('Cart is down')).toBeVisible();
});
