import { screen, waitFor, within } from '@testing-library/react';
import { type FakeState, minutesAgo } from '@upvigil/core/testing/fake-state';
import { addAlert, addMonitor, addNetworkCheck, addWebsite } from '@upvigil/core/testing/fake-watched';
import { messages } from '@upvigil/core/texts/messages';
import { networkMonitorMessages } from '@upvigil/core/texts/monitors';
import { describe, expect, it } from 'vitest';
import { startPages } from '../../testing/render-page.tsx';

const openPage = startPages();
const openMonitors = (given: (state: FakeState, websiteId: number) => void = () => undefined) =>
  openPage('/websites/1?tab=network', { given: (state) => given(state, addWebsite(state).id) });

function four(state: FakeState, websiteId: number) {
  const edge = addMonitor(state, websiteId, {
    name: 'Edge TLS',
    host: 'edge.example.org',
    port: 443,
    uptime_24h: 93.1,
  });
  addNetworkCheck(state, edge, { is_up: false, response_time: null, error_message: 'connection refused' });
  addMonitor(state, websiteId, { name: 'Backup MX', monitor_type: 'IMAP', port: 993 });
  addMonitor(state, websiteId, { name: 'Lab', monitor_type: 'ICMP_PING', port: null, enabled: false });
  const router = addMonitor(state, websiteId, {
    name: 'Router',
    monitor_type: 'ICMP_PING',
    host: '10.0.0.1',
    port: null,
  });
  addNetworkCheck(state, router, { response_time: 0.0214 });
}
const openForm = async (user: ReturnType<typeof openMonitors>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Add Monitor' }));
  return within(await screen.findByRole('dialog', { name: 'Add Monitor' }));
};

describe('network monitoring', () => {
  it('shows why a monitor cannot be checked', async () => {
    const last_fault = { reason: 'memory', message: 'this host is out of memory', at: minutesAgo(1) };
    openMonitors((state, websiteId) => void addMonitor(state, websiteId, { name: 'Edge', last_fault }));
    const name = await screen.findByRole('rowheader', { name: /Edge/ });
    expect(within(name).getByText('cannot be checked: this host is out of memory')).toBeVisible();
  });

  it('lists the monitors with their states, issues first', async () => {
    openMonitors(four);
    const rows = (await screen.findAllByRole('row')).slice(1);
    expect(rows.map((row) => within(row).getByRole('rowheader').textContent)).toEqual([
      'Edge TLSconnection refused',
      'Backup MX',
      'Router',
      'Lab',
    ]);
    expect(rows[0]).toHaveTextContent(/DOWN.*TCP port.*edge\.example\.org:443.*60s.*93\.10%.*N\/A/);
    expect(rows[1]).toHaveTextContent(/No Data.*IMAP/);
    expect(rows[2]).toHaveTextContent(/UP.*ICMP ping.*10\.0\.0\.1.*21\.4ms/);
    expect(rows[3]).toHaveTextContent(/Disabled/);
  });

  it('shows rows with the latest checks, sortable by their headers', async () => {
    const { user } = openMonitors(four);
    const router = within((await screen.findByRole('rowheader', { name: 'Router' })).closest('tr') as HTMLElement);
    expect(router.getByRole('img', { name: 'Last check of Router: 1 up' })).toBeInTheDocument();
    expect(router.getByText('every 60s')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Name' }));
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)[0]).toBe('Backup MX');
  });

  it('filters by states that occur', async () => {
    const { user } = openMonitors(four);
    const filter = within(await screen.findByRole('radiogroup', { name: 'Network monitors by status' }));
    expect(filter.getAllByRole('radio').map(({ textContent }) => textContent)).toEqual([
      'all4',
      'DOWN1',
      'No Data1',
      'UP1',
      'Disabled1',
    ]);
    await user.click(filter.getByRole('radio', { name: /^UP/ }));
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Router']);
  });

  it('opens the statistics in the address, and removes them from it when closed', async () => {
    const given = (state: FakeState) => void addMonitor(state, addWebsite(state).id, { name: 'Database' });
    const { user, address } = openPage('/websites/1?tab=network&open=2', { given });
    const dialog = within(await screen.findByRole('dialog', { name: 'Statistics: Database' }));
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(address()).toBe('/websites/1?tab=network'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('explains the empty list', async () => {
    openMonitors();
    expect(await screen.findByText(networkMonitorMessages.none)).toBeVisible();
  });

  it('adds a TCP port monitor and requires its port', async () => {
    const { user, fake } = openMonitors();
    const dialog = await openForm(user);
    expect(dialog.getByLabelText('Type')).toHaveDisplayValue('TCP port');
    await user.fill(dialog.getByLabelText('Name'), 'Database');
    await user.fill(dialog.getByLabelText('Host'), 'db.example.org');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Port is required for a monitor of type TCP port')).toBeVisible();
    await user.fill(dialog.getByLabelText('Port'), '5432');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('rowheader', { name: 'Database' })).toBeVisible();
    expect(fake.requestsOf('networkMonitors.create')[0]?.body).toMatchObject({
      name: 'Database',
      monitor_type: 'TCP_PORT',
      host: 'db.example.org',
      port: 5432,
      timeout: 10,
      check_interval: 60,
      response_time_threshold: 5,
      packet_loss_threshold: 50,
      enabled: true,
    });
  });

  it('shows only the fields of the type: no port for a ping, the hint for IMAP', async () => {
    const { user, fake } = openMonitors();
    const dialog = await openForm(user);
    expect(dialog.queryByLabelText('Packet loss threshold')).not.toBeInTheDocument();
    await user.type(dialog.getByLabelText('Port'), '2525');
    await user.fill(dialog.getByLabelText(/^Expected response/), 'ready');
    const type = dialog.getByLabelText('Type');
    await user.selectOptions(type, 'IMAP');
    expect(dialog.getByText('143 or 993')).toBeVisible();
    expect(dialog.getByLabelText('Port')).toHaveValue(2525);
    await user.selectOptions(type, 'ICMP ping');
    expect(dialog.queryByLabelText('Port')).not.toBeInTheDocument();
    expect(type).toHaveFocus();
    await user.fill(dialog.getByLabelText('Name'), 'Router');
    await user.fill(dialog.getByLabelText('Host'), '10.0.0.1');
    await user.fill(dialog.getByLabelText('Packet loss threshold'), '20');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByRole('rowheader', { name: 'Router' });
    expect(fake.requestsOf('networkMonitors.create')[0]?.body).toMatchObject({
      monitor_type: 'ICMP_PING',
      port: null,
      expected_response: null,
      packet_loss_threshold: 20,
    });
  });

  it('tests the connection in the form, and requires a host', async () => {
    const { user, fake } = openMonitors();
    const dialog = await openForm(user);
    const test = dialog.getByRole('button', { name: 'Test Connection' });
    await user.click(test);
    expect(await dialog.findByText('Host is required')).toBeVisible();
    expect(fake.requestsOf('networkMonitors.test')).toHaveLength(0);
    await user.fill(dialog.getByLabelText('Host'), 'db.example.org');
    await user.fill(dialog.getByLabelText('Port'), '5432');
    fake.answer('networkMonitors.test', { success: false, message: 'connection refused' });
    await user.click(test);
    expect(await dialog.findByText(networkMonitorMessages.testFailed)).toBeVisible();
    expect(dialog.getByText('connection refused')).toBeVisible();
    expect(fake.requestsOf('networkMonitors.test')[0]?.body).toEqual({
      monitor_type: 'TCP_PORT',
      host: 'db.example.org',
      port: 5432,
      timeout: 10,
      ip_family: 'any',
      options: {},
    });
    await user.fill(dialog.getByLabelText('Port'), '1');
    expect(dialog.getByText('settings changed since this test')).toBeVisible();
    fake.recover('networkMonitors.test');
    await user.click(test);
    expect(await dialog.findByText('Connection successful, answered in 0.01s')).toBeVisible();
  });

  it('has the options of the type, proposes its port, and keeps a stored secret', async () => {
    const { user, fake } = openMonitors();
    const form = await openForm(user);
    await user.selectOptions(form.getByLabelText('Type'), 'SMTP');
    await user.selectOptions(form.getByLabelText('Security'), 'STARTTLS');
    await user.selectOptions(form.getByLabelText('Type'), 'Redis');
    expect(form.getByLabelText('Port')).toHaveValue(6379);
    expect(form.getByLabelText('Security')).toHaveDisplayValue('Usual for the port: None');
    await user.fill(form.getByLabelText('Name'), 'Cache');
    await user.fill(form.getByLabelText('Host'), 'cache.example.org');
    await user.fill(form.getByLabelText(/^Password/), 's3cret');
    await user.selectOptions(form.getByLabelText('Security'), 'TLS');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'Edit Cache' }));
    const options = { password: 's3cret', security: 'tls' };
    expect(fake.requestsOf('networkMonitors.create')[0]?.body).toMatchObject({ monitor_type: 'REDIS', options });

    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Monitor' }));
    expect(dialog.getByText('******** keeps the stored value')).toBeVisible();
    await user.fill(dialog.getByLabelText(/^Database/), '2');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(fake.requestsOf('networkMonitors.update')).toHaveLength(1));
    expect(Object(fake.requestsOf('networkMonitors.update')[0]?.body).options).toEqual({ database: '2' });
  });

  it('offers commands where the server has some, with a host only if the command has one', async () => {
    const { user, fake } = openMonitors((state) => {
      state.commands.push({ name: 'disk', title: 'Disk space', parameters: [], location_ids: [] });
      state.commands.push({ name: 'web', title: 'Sign-in page', parameters: ['host', 'port'], location_ids: [] });
    });
    const form = await openForm(user);
    await user.selectOptions(form.getByLabelText('Type'), await form.findByRole('option', { name: 'Command' }));
    expect(form.queryByLabelText('Host')).not.toBeInTheDocument();
    await user.selectOptions(form.getByLabelText('Command'), 'Sign-in page');
    expect(form.getByLabelText('Host')).toBeVisible();
    expect(form.getByLabelText('Port')).toBeVisible();
    await user.selectOptions(form.getByLabelText('Command'), 'Disk space');
    await user.type(form.getByLabelText('Name'), 'Disk');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(fake.requestsOf('networkMonitors.create')).toHaveLength(1));
    expect(fake.requestsOf('networkMonitors.create')[0]?.body).toMatchObject({
      monitor_type: 'COMMAND',
      host: '',
      port: null,
      options: { command: 'disk' },
    });
  });

  it('keeps host and port of a monitor whose command the server lacks', async () => {
    const login = { name: 'Login', monitor_type: 'COMMAND', host: 'shop.test', port: 443 } as const;
    const { user, fake } = openMonitors((state, websiteId) => {
      addMonitor(state, websiteId, { ...login, options: { command: 'login' } });
    });
    await user.click(await screen.findByRole('button', { name: 'Edit Login' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Monitor' }));
    expect(dialog.getByLabelText('Host')).toHaveValue('shop.test');
    await user.type(dialog.getByLabelText('Name'), ' 2');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(fake.requestsOf('networkMonitors.update')).toHaveLength(1));
    expect(fake.requestsOf('networkMonitors.update')[0]?.body).toMatchObject({ host: 'shop.test', port: 443 });
  });

  it('offers no commands where the server has none', async () => {
    const { user } = openMonitors();
    const form = await openForm(user);
    expect(form.getByRole('option', { name: 'Redis' })).toBeInTheDocument();
    expect(form.queryByRole('option', { name: 'Command' })).not.toBeInTheDocument();
  });

  it('says what to do about secrets that cannot be decrypted', async () => {
    const options = { password: '********' };
    const lost = { name: 'Cache', monitor_type: 'REDIS', options, secrets_missing: true } as const;
    const { user } = openMonitors((state, websiteId) => void addMonitor(state, websiteId, lost));
    await user.click(await screen.findByRole('button', { name: 'Edit Cache' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Monitor' }));

    expect(dialog.getByText(/^Each \*{8} is encrypted with the key of another installation/)).toBeVisible();
  });

  it("shows the server's reason when a save is refused, and keeps the input", async () => {
    const { user, fake } = openMonitors(four);
    await user.click(await screen.findByRole('button', { name: 'Edit Router' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Monitor' }));
    await user.type(dialog.getByLabelText('Name'), ' 2');
    fake.fail('networkMonitors.update', 409, { detail: 'Another monitor has this name' });
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    const message = within(await screen.findByRole('alertdialog', { name: 'Another monitor has this name' }));
    await user.click(message.getByRole('button', { name: 'OK' }));
    expect(dialog.getByLabelText('Name')).toHaveValue('Router 2');
    // The form sends unchanged values of fields that were not edited.
    const sent = Object(fake.requestsOf('networkMonitors.update')[0]?.body);
    expect([sent.name, sent.ip_family, sent.cert_alerts]).toEqual(['Router 2', undefined, undefined]);
  });

  it('has the options of a check below Advanced, and sends changed ones only', async () => {
    const { user, fake } = openMonitors(four);
    await user.click(await screen.findByRole('button', { name: 'Edit Backup MX' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Monitor' }));
    expect(dialog.getByText('Thresholds, severity, tags, parent, IP family, certificate alerts, TLS')).toBeVisible();
    await user.click(dialog.getByText('Advanced'));
    await user.selectOptions(await dialog.findByLabelText('IP family'), 'IPv6 only');
    await user.click(dialog.getByText('Advanced'));
    expect(await dialog.findByText('2 failed checks before an alert, IPv6 only')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Test Connection' }));
    await waitFor(() => expect(fake.requestsOf('networkMonitors.test')).toHaveLength(1));
    expect(fake.requestsOf('networkMonitors.test')[0]?.body).toMatchObject({ ip_family: '6' });
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(fake.requestsOf('networkMonitors.update')).toHaveLength(1));
    const sent = Object(fake.requestsOf('networkMonitors.update')[0]?.body);
    expect([sent.ip_family, 'cert_alerts' in sent]).toEqual(['6', false]);
  });

  it('shows statistics, response times and checks of a monitor', async () => {
    const { user } = openMonitors((state, websiteId) => {
      const monitor = addMonitor(state, websiteId, { name: 'Database' });
      const website = { id: websiteId, name: 'Checkout' };
      const of = { network_monitor_id: monitor.id, url_id: null };
      const down = 'Checkout: Database is down: connection refused';
      addAlert(state, website, { ...of, alert_type: 'DOWN', message: down, created_at: minutesAgo(12) });
      const up = 'Checkout: Database is up again after 2 minutes';
      addAlert(state, website, { ...of, alert_type: 'RECOVERED', message: up, created_at: minutesAgo(10) });
      for (let minute = 30; minute > 0; minute -= 1) {
        addNetworkCheck(state, monitor, { is_up: minute !== 10, checked_at: minutesAgo(minute) });
      }
    });
    await user.click(await screen.findByRole('button', { name: 'Stats of Database' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Statistics: Database' }));
    const figure = async (label: string) => (await dialog.findByText(label)).nextElementSibling;
    expect(await figure('Total checks')).toHaveTextContent('30');
    expect(await figure('Failed')).toHaveTextContent('1');
    expect(await figure('Uptime')).toHaveTextContent('96.66%');
    expect(await dialog.findByRole('table', { name: 'Checks of Database' })).toBeVisible();
    expect(dialog.getByText('Last 30 checks')).toBeVisible();
    const times = { name: /^Response times of Database: median from 0\.01s/ };
    // The chart renders again after its width is measured.
    await waitFor(() => expect(dialog.getByRole('img', times)).toBeInTheDocument());
    expect(await figure('Outages')).toHaveTextContent('1');
    const items = dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items).toContainEqual(expect.stringMatching(/^DOWN\d\d:\d\d to \d\d:\d\d2 minconnection refusedNotified: /));
  });

  it('deletes after a confirmation', async () => {
    const { user } = openMonitors(four);
    await user.click(await screen.findByRole('button', { name: 'Delete Lab' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete monitor "Lab"?' }));
    await user.click(question.getByRole('button', { name: 'Delete monitor' }));
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: 'Lab' })).not.toBeInTheDocument());
  });

  it('checks a monitor now', async () => {
    const { user, fake } = openMonitors(four);
    await user.click(await screen.findByRole('button', { name: 'Check Backup MX' }));
    expect(await screen.findByText(messages.url.triggered)).toBeVisible();
    expect(fake.requestsOf('networkMonitors.check')).toHaveLength(1);
  });
});
