import { screen, waitFor, within } from '@testing-library/react';
import { addSilence } from '@upvigil/core/testing/fake-alerting';
import { type FakeState, minutesAgo } from '@upvigil/core/testing/fake-state';
import { addAlert, addMonitor, addUrl, addWebsite, deliveryOf } from '@upvigil/core/testing/fake-watched';
import { alertMessages } from '@upvigil/core/texts/alerts';
import { describe, expect, it, vi } from 'vitest';
import { type PageUser, startPages } from '../../testing/render-page.tsx';
import { localTimeText } from '../incidents/editor/local-time.ts';

const openPage = startPages();

/** Two open problems, one that ended, and one that is acknowledged. */
function given(state: FakeState): void {
  const shop = addWebsite(state, { name: 'Shop' });
  const url = addUrl(state, shop.id, { url: 'https://shop.example.org/' });
  const edge = addMonitor(state, shop.id, { name: 'Edge TLS' });
  const old = addMonitor(state, shop.id, { name: 'Old' });
  addAlert(state, shop, {
    network_monitor_id: old.id,
    message: 'Old is down',
    acknowledged_at: minutesAgo(5),
    acknowledged_by: 'link to ops@example.org',
    acknowledge_note: 'restarting it',
  });
  addAlert(state, shop, { network_monitor_id: edge.id, message: 'Edge TLS is down', created_at: minutesAgo(4) });
  addAlert(state, shop, { url_id: url.id, message: 'Cart is down', created_at: minutesAgo(3) });
  addAlert(state, shop, { alert_type: 'SLOW', message: 'Search was slow', ended_at: minutesAgo(1) });
}
const openAlerts = (more: (state: FakeState) => void = () => undefined) =>
  openPage('/alerts', {
    given: (state) => {
      given(state);
      more(state);
    },
  });
const rowOf = async (message: string) =>
  within((await screen.findByRole('button', { name: `Details: ${message}` })).closest('li') as HTMLElement);
const acknowledgement = async (name: string) => within(await screen.findByRole('dialog', { name }));
const dismiss = async (user: PageUser, name: string) => {
  const message = await screen.findByRole('alertdialog', { name });
  await user.click(within(message).getByRole('button', { name: 'OK' }));
};

describe('an alert', () => {
  it('is acknowledged with a note, and shows by whom', async () => {
    const { user, fake } = openAlerts();
    await user.click((await rowOf('Cart is down')).getByRole('button', { name: /^Acknowledge/ }));
    const form = await acknowledgement('Acknowledge alert');
    expect(form.getByText('Cart is down')).toBeVisible();
    await user.fill(form.getByLabelText('Note (optional)'), 'on it');
    await user.click(form.getByRole('button', { name: 'Acknowledge' }));
    const row = await rowOf('Cart is down');
    expect(await row.findByText('owner')).toBeVisible();
    expect(row.getByText(/^\d\d:\d\d, “on it”$/)).toBeVisible();
    expect(row.queryByRole('button', { name: /^Acknowledge/ })).not.toBeInTheDocument();
    expect(fake.requestsOf('alerts.acknowledge')[0]?.body).toEqual({ note: 'on it' });
  });

  it('that is acknowledged takes another note', async () => {
    const { user, fake } = openAlerts();
    await user.click((await rowOf('Old is down')).getByRole('button', { name: /^Add note/ }));
    const form = await acknowledgement('Add note');
    await user.fill(form.getByLabelText('Note (optional)'), 'disk replaced');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(alertMessages.noted)).toBeVisible();
    expect(await (await rowOf('Old is down')).findByText(/“disk replaced”$/)).toBeVisible();
    expect(fake.requestsOf('alerts.acknowledge')[0]?.body).toEqual({ note: 'disk replaced' });
  });

  it('says what comes next while nobody acknowledges it', async () => {
    openAlerts((state) => {
      const reminder = {
        purpose: 'reminder',
        status: 'pending',
        next_attempt_at: minutesAgo(-5),
        attempts: 0,
      } as const;
      Object.assign(state.alerts.find(({ message }) => message === 'Cart is down') ?? {}, {
        deliveries: [deliveryOf(reminder)],
      });
    });
    expect((await rowOf('Cart is down')).getByText(/^reminder \d\d:\d\d$/)).toBeVisible();
    expect((await rowOf('Edge TLS is down')).getByText('no further step')).toBeVisible();
  });

  it('that ended offers nothing, one that is acknowledged says by whom', async () => {
    openAlerts();
    expect((await rowOf('Search was slow')).queryByRole('button', { name: /Acknowledge|Mute/ })).toBeNull();
    const old = await rowOf('Old is down');
    expect(old.queryByRole('button', { name: /Acknowledge/ })).toBeNull();
    expect(old.getByText('link to ops@example.org')).toBeVisible();
    expect(old.getByText(/“restarting it”$/)).toBeVisible();
  });

  it('shows that it ended in the meantime, and reloads the list', async () => {
    const { user, fake } = openAlerts();
    const asked = () => fake.requestsOf('alerts.list').length;
    await user.click((await rowOf('Edge TLS is down')).getByRole('button', { name: /^Acknowledge/ }));
    const before = asked();
    const alert = fake.state.alerts.find(({ message }) => message === 'Edge TLS is down');
    if (alert) alert.ended_at = minutesAgo(0);
    await user.click((await acknowledgement('Acknowledge alert')).getByRole('button', { name: 'Acknowledge' }));
    await dismiss(user, `The alert ${alert?.id} is over`);
    await waitFor(() => expect(asked()).toBeGreaterThan(before));
  });

  it('mutes its monitor for an hour, with an Undo', async () => {
    const { user, fake } = openAlerts();
    await user.click((await rowOf('Edge TLS is down')).getByRole('button', { name: /^Mute 1 h/ }));
    const strip = within(await screen.findByRole('region', { name: 'Notices' }));
    expect(strip.getByText(/^Edge TLS is muted until \d\d:\d\d$|, \d\d:\d\d$/)).toBeVisible();
    const [silence] = fake.state.silences;
    expect(silence?.monitor_id).toBe(fake.state.monitors[0]?.id);
    expect(Date.parse(silence?.until ?? '') - Date.now()).toBeGreaterThan(59 * 60_000);
    await user.click(strip.getByRole('button', { name: 'Unmute Edge TLS' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Notices' })).not.toBeInTheDocument());
    expect(fake.state.silences).toEqual([]);
  });

  it('is unmuted in its row, also where its website is muted', async () => {
    const { user, fake } = openAlerts((state) => {
      const until = new Date(Date.now() + 3_600_000).toISOString();
      addSilence(state, { website_id: null, monitor_id: state.urls[0]?.id ?? 0, until, reason: '' });
      addSilence(state, { website_id: state.websites[0]?.id ?? 0, monitor_id: null, until, reason: '' });
    });
    const cart = await rowOf('Cart is down');
    await user.click(await cart.findByRole('button', { name: 'Unmute: https://shop.example.org/' }));
    await user.click(await cart.findByRole('button', { name: 'Unmute: Shop' }));
    expect(await cart.findByRole('button', { name: /^Mute 1 h/ })).toBeVisible();
    expect(fake.state.silences).toEqual([]);
  });

  it('is reached, opened, acknowledged and muted by keys', async () => {
    const { user, fake } = openAlerts();
    const edge = await rowOf('Edge TLS is down');
    await user.keyboard('j');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Details: Old is down' })).toHaveFocus());
    await user.keyboard('j');
    await user.keyboard('{Enter}');
    expect(await edge.findByRole('link', { name: 'Check History' })).toBeVisible();
    await user.keyboard('m');
    await waitFor(() => expect(fake.state.silences.map(({ monitor_name }) => monitor_name)).toEqual(['Edge TLS']));
    await user.keyboard('a');
    await acknowledgement('Acknowledge alert');
    await user.keyboard('jma');
    expect(screen.getAllByRole('dialog', { name: 'Acknowledge alert' })).toHaveLength(1);
    expect(fake.state.silences).toHaveLength(1);
    await user.keyboard('{Escape}');
  });

  it('lists its deliveries by channel, purpose, rule and policy', async () => {
    const own = deliveryOf({ channel: 'ntfy', channel_id: 9, channel_name: 'Night', sent_at: minutesAgo(1) });
    const { user } = openAlerts((state) => {
      Object.assign(state.alerts.find(({ message }) => message === 'Cart is down') ?? {}, {
        severity: 'critical',
        route: 'At night',
        policy: 'Escalating',
        began_at: minutesAgo(4),
        deliveries: [own, { ...own, purpose: 'escalation', sent_at: minutesAgo(0) }],
      });
    });
    const row = await rowOf('Cart is down');
    await user.click(row.getByRole('button', { name: /^Details/ }));
    const story = within(row.getByRole('list', { name: 'What happened' }));
    expect(story.getByText('Night')).toBeVisible();
    expect(story.getByText('Night, escalated')).toBeVisible();
    expect(row.getByText('Severity: critical · Rule: “At night” · Policy: “Escalating”')).toBeVisible();
  });

  it.each([
    ['Shop: https://shop.example.org/cart?token=secret is down: HTTP 503', 'shop.example.org/cart is down'],
    ['Shop: Cart (https://shop.example.org/cart) is down: HTTP 503', 'Cart is down'],
    ['Cart is down', 'Shop is down'],
  ])('is reported with its start and a public title: %s', async (message, title) => {
    const created_at = minutesAgo(7);
    const { user } = openPage('/alerts', {
      given: (state) => {
        const shop = addWebsite(state, { name: 'Shop' });
        addAlert(state, shop, { url_id: addUrl(state, shop.id).id, message, created_at });
      },
    });
    await user.click(await screen.findByRole('button', { name: /^Details/ }));
    await user.click(screen.getByRole('link', { name: 'Report Incident' }));
    const form = within(await screen.findByRole('dialog', { name: 'Report Incident' }));
    expect(form.getByLabelText('Title')).toHaveValue(title);
    expect(form.getByLabelText(/^Began/)).toHaveValue(localTimeText(created_at));
  });
});

describe('all alerts', () => {
  it('that match the filters are exported', async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) saved.push(blob);
      return 'blob:alerts';
    });
    const { user } = openAlerts();
    await rowOf('Cart is down');
    await user.fill(screen.getByRole('searchbox'), 'down');
    await waitFor(() => expect(screen.queryByText('Search was slow')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Export CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    const lines = (await saved[0]?.text())?.trim().split('\r\n').slice(1);
    expect(lines?.map((line) => line.split(',')[6])).toEqual(['Old is down', 'Edge TLS is down', 'Cart is down']);
  });

  it('that are open are acknowledged together', async () => {
    const { user, fake } = openAlerts();
    await rowOf('Cart is down');
    await user.click(screen.getAllByRole('button', { name: 'Acknowledge All' })[0] as HTMLElement);
    const form = await acknowledgement('Acknowledge 2 alerts');
    await user.click(form.getByRole('button', { name: 'Acknowledge' }));
    expect(await screen.findByText(alertMessages.acknowledged(2))).toBeVisible();
    const body = fake.requestsOf('alerts.acknowledgeAll')[0]?.body as { ids: number[] };
    expect(body.ids).toHaveLength(2);
    await user.click(screen.getAllByRole('button', { name: 'Acknowledge All' })[0] as HTMLElement);
    expect(await screen.findByText(alertMessages.nothingOpen)).toBeVisible();
  });

  it('are offered in the view of outages too', async () => {
    const { user, fake } = openAlerts();
    await user.click(await screen.findByRole('link', { name: 'Outages' }));
    await user.click((await rowOf('Cart is down')).getByRole('button', { name: /^Acknowledge/ }));
    await user.click((await acknowledgement('Acknowledge alert')).getByRole('button', { name: 'Acknowledge' }));
    expect(await (await rowOf('Cart is down')).findByText('owner')).toBeVisible();
    expect(fake.requestsOf('alerts.acknowledge')).toHaveLength(1);
  });
});

describe('the strip', () => {
  it('lists open notices before ended ones, and silences', async () => {
    const { user } = openAlerts((state) => {
      const kind = 'offline' as const;
      const message = 'offline 12:04 to 12:31; 40 monitors were not judged';
      state.notices.push(
        { id: 1, kind, message, remedy: 'Look at the line', began_at: minutesAgo(60), ended_at: minutesAgo(33) },
        {
          id: 2,
          kind: 'channel_failing',
          message: 'Night failed 20 times',
          remedy: 'Send a test from its card',
          began_at: minutesAgo(9),
          ended_at: null,
        },
      );
      const until = new Date(Date.now() + 3_600_000).toISOString();
      const [shop] = state.websites;
      addSilence(state, { website_id: shop?.id ?? 0, monitor_id: null, until, reason: 'moving' });
      addSilence(state, { website_id: null, monitor_id: state.urls[0]?.id ?? 0, until, reason: '' });
    });
    const strip = within(await screen.findByRole('region', { name: 'Notices' }));
    const lines = () => strip.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(lines()).toEqual([
      expect.stringMatching(/^Night failed 20 times.*since.*Send a test from its card$/),
      expect.stringMatching(/^offline 12:04 to 12:31; 40 monitors were not judged.*ended(?!.*Look at the line)/),
      expect.stringMatching(/^Shop is muted until .*moving/),
    ]);
    await user.click(strip.getByRole('button', { name: 'Show 1 more' }));
    expect(lines()).toHaveLength(4);
  });

  it('is hidden without content, and its failure hides no alert', async () => {
    openPage('/alerts', {
      given,
      before: (api) => {
        api.fail('notices.list', 500);
        api.fail('silences.list', 500);
      },
    });
    await rowOf('Cart is down');
    expect(screen.queryByRole('region', { name: 'Notices' })).not.toBeInTheDocument();
  });

  it('delays the alerts only briefly if it does not load', async () => {
    openPage('/alerts', { given, before: (api) => void api.hold('notices.list') });
    await rowOf('Cart is down');
  });
});
