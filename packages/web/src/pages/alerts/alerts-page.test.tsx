import { screen, waitFor, within } from '@testing-library/react';
import type { Alert } from '@upvigil/core/contract/alerts';
import { type FakeState, minutesAgo } from '@upvigil/core/testing/fake-state';
import { addAlert, addWebsite, builtInDelivery } from '@upvigil/core/testing/fake-watched';
import { alertMessages } from '@upvigil/core/texts/alerts';
import { messages } from '@upvigil/core/texts/messages';
import { describe, expect, it } from 'vitest';
import { startPages } from '../../testing/render-page.tsx';

const openPage = startPages();

const deliveries: Alert['deliveries'] = [
  {
    ...builtInDelivery,
    channel: 'email',
    recipient: 'ops@example.org',
    status: 'failed',
    reason: '535 authentication failed',
    attempts: 3,
    next_attempt_at: null,
    sent_at: null,
  },
  {
    ...builtInDelivery,
    channel: 'sms',
    recipient: null,
    status: 'suppressed',
    reason: 'SMS is switched off',
    attempts: 0,
    next_attempt_at: null,
    sent_at: null,
  },
  {
    ...builtInDelivery,
    channel: 'slack',
    recipient: '#ops',
    status: 'sent',
    reason: null,
    attempts: 1,
    next_attempt_at: null,
    sent_at: '2026-11-20T10:00:00Z',
  },
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
  screen.getAllByRole('button', { name: /^Delete alert/ }).map((button) => button.closest('li') as HTMLElement);
const rowOf = async (message: string) => (await screen.findByText(message)).closest('li') as HTMLElement;
const confirmWith = async (user: ReturnType<typeof openAlerts>['user'], name: string) =>
  user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));

describe('the alerts', () => {
  it('are listed newest first by day, each with type, website and time', async () => {
    openAlerts();
    await rowOf('Cart is down');
    expect(rows().map((row) => row.querySelector('p')?.textContent)).toEqual([
      'Cart is down',
      'Search took 6.12s',
      'Shop is up again',
    ]);
    const row = within(await rowOf('Cart is down'));
    expect(row.getByText('DOWN')).toBeVisible();
    expect(row.getByRole('link', { name: 'Shop' })).toBeVisible();
    expect(row.getByText(/^\d\d:\d\d:\d\d$/)).toHaveAttribute('datetime');
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
        for (const daysAgo of [4, 1, 0]) addAlert(state, shop, { created_at: minutesAgo(60 * 24 * daysAgo) });
      },
    });
    const days = await screen.findAllByRole('heading', { level: 2 });
    expect(days).toHaveLength(3);
    expect(days.slice(0, 2).map((day) => day.textContent)).toEqual(['Today', 'Yesterday']);
  });

  it('show their notified channels', async () => {
    openAlerts();
    const marks = within(await rowOf('Cart is down')).getByRole('list', { name: 'Notified by' });
    expect(
      within(marks)
        .getAllByRole('listitem')
        .map((mark) => mark.textContent),
    ).toEqual(expect.arrayContaining(['email: failed', 'SMS: suppressed', 'Slack: sent']));
  });

  it('show reasons', async () => {
    const { user } = openAlerts();
    await user.click(within(await rowOf('Cart is down')).getByText('Why and why not', { exact: false }));
    const ledger = within(await screen.findByRole('table', { name: /^Deliveries of alert/ }));
    expect(ledger.getByRole('row', { name: /email/ })).toHaveTextContent(
      'failedops@example.org535 authentication failed3',
    );
    expect(ledger.getByRole('row', { name: /SMS/ })).toHaveTextContent('suppressed–SMS is switched off0–');
    await user.click(within(await rowOf('Search took 6.12s')).getByText('Why and why not', { exact: false }));
    expect(await screen.findByText('No channel was selected.')).toBeVisible();
  });
});

describe('the filters', () => {
  it('offer the five ranges and all types, and are stored in the address', async () => {
    const { user, fake, address } = openAlerts();
    const range = await screen.findByRole('combobox', { name: 'Time Range' });
    expect(
      within(range)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['1 hour', '6 hours', '24 hours', '72 hours', '168 hours']);
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
  it('asks for confirmation, then removes the row', async () => {
    const { user, fake } = openAlerts();
    await user.click(within(await rowOf('Cart is down')).getByRole('button', { name: /^Delete alert/ }));
    expect(screen.getByRole('alertdialog')).toHaveTextContent('Cart is down');
    await confirmWith(user, 'Delete');
    await waitFor(() => expect(rows()).toHaveLength(2));
    await waitFor(() => expect(fake.state.alerts).toHaveLength(2));
  });

  it('restores the row when the server refuses', async () => {
    const { user, fake } = openAlerts();
    await rowOf('Cart is down');
    fake.fail('alerts.remove', 500);
    await user.click(within(await rowOf('Cart is down')).getByRole('button', { name: /^Delete alert/ }));
    await confirmWith(user, 'Delete');
    expect(await screen.findByText(alertMessages.deleteFailed)).toBeVisible();
    expect(rows()).toHaveLength(3);
  });

  it('clears old alerts after a confirmation', async () => {
    const { user, fake } = openAlerts();
    await user.click(await screen.findByRole('button', { name: 'Clear Old Alerts (7+ days)' }));
    await confirmWith(user, 'Clear Old Alerts (7+ days)');
    await waitFor(() => expect(fake.requestsOf('alerts.clear')[0]?.query).toEqual({ older_than_days: 7 }));
    expect(await screen.findByText(/alerts? deleted$/)).toBeVisible();
  });

  it('clears all alerts after a confirmation', async () => {
    const { user, fake } = openAlerts();
    await user.click(await screen.findByRole('button', { name: 'Clear All Alerts' }));
    await confirmWith(user, 'Cancel');
    expect(fake.requestsOf('alerts.clear')).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Clear All Alerts' }));
    await confirmWith(user, 'Clear All Alerts');
    await waitFor(() => expect(fake.requestsOf('alerts.clear')[0]?.query).toEqual({ older_than_days: 0 }));
    expect(await screen.findByText(alertMessages.none)).toBeVisible();
  });

  it('shows the server’s message when it refuses to clear', async () => {
    const { user, fake } = openAlerts();
    await rowOf('Cart is down');
    fake.fail('alerts.clear', 500, { detail: 'The database is full' });
    await user.click(screen.getByRole('button', { name: 'Clear Old Alerts (7+ days)' }));
    await confirmWith(user, 'Clear Old Alerts (7+ days)');
    expect(await screen.findByText(alertMessages.clearOldFailed('The database is full'))).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'OK' }));
    await user.click(screen.getByRole('button', { name: 'Clear All Alerts' }));
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
      for (let index = 0; index < 120; index += 1) addAlert(state, shop, { created_at: minutesAgo(index) });
    },
  });
  const more = await screen.findByRole('button', { name: 'Show 20 more alerts' });
  await waitFor(() => expect(rows()).toHaveLength(100), manyRows);
  await user.click(more);
  await waitFor(() => expect(rows()).toHaveLength(120), manyRows);
}, 60_000);

it('keeps the focus and the open deliveries on refresh', async () => {
  const { user, fake } = openAlerts();
  await user.click(within(await rowOf('Cart is down')).getByText('Why and why not', { exact: false }));
  const search = screen.getByRole('searchbox', { name: 'Search alerts' });
  await user.click(search);
  addAlert(fake.state, fake.state.websites[0] as FakeState['websites'][number], { message: 'A brand-new alert' });
  fake.publish(null);
  expect(await screen.findByText('A brand-new alert')).toBeVisible();
  expect(search).toHaveFocus();
  expect(screen.getByRole('table', { name: /^Deliveries of alert/ })).toBeVisible();
});

it('shows that the alerts failed to load, and retries on request', async () => {
  const { user, fake } = openPage('/alerts', { given, before: (api) => api.fail('alerts.list', 404) });
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not load alerts');
  fake.recover('alerts.list');
  await user.click(screen.getByRole('button', { name: messages.publicStatus.tryAgain }));
  expect(await rowOf('Cart is down')).toBeVisible();
});
