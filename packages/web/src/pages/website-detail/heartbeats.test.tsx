import { screen, waitFor, within } from '@testing-library/react';
import { addHeartbeat, addRun } from '@upvigil/core/testing/fake-heartbeats';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addMonitor, addWebsite } from '@upvigil/core/testing/fake-watched';
import { heartbeatMessages } from '@upvigil/core/texts/heartbeats';
import { describe, expect, it } from 'vitest';
import { startPages } from '../../testing/render-page.tsx';

const openPage = startPages();
const openHeartbeats = (given: (state: FakeState, websiteId: number) => void = () => undefined, query = '') =>
  openPage(`/websites/1?tab=heartbeats${query}`, { given: (state) => given(state, addWebsite(state).id) });

const backup = { name: 'Nightly backup', cron: '0 3 * * *', time_zone: 'Europe/Berlin', uptime_24h: 96.4 };

describe('heartbeats', () => {
  it('lists each job with its state, its schedule in words and its latest runs', async () => {
    openHeartbeats((state, websiteId) => {
      const heartbeat = addHeartbeat(state, websiteId, backup);
      addRun(state, heartbeat);
      addRun(state, heartbeat, { code: 2 });
      addHeartbeat(state, websiteId, { name: 'Queue', period: 300, state: 'late', is_up: true });
      addMonitor(state, websiteId, { name: 'Database' });
    });
    expect(await screen.findByRole('tab', { name: /^Network Monitoring ?1$/ })).toBeVisible();
    expect(screen.getByRole('tab', { name: /^Heartbeats ?2$/ })).toBeVisible();
    const [first, second] = await screen.findAllByRole('listitem');
    expect(first).toHaveTextContent(/DOWN.*Nightly backup.*every day at 03:00 Europe\/Berlin.*96\.40%/);
    expect(within(first as HTMLElement).getByRole('img')).toHaveAccessibleName(
      'Last 2 checks of Nightly backup: 1 up, 1 failed',
    );
    expect(second).toHaveTextContent(/LATE.*Queue.*every 5 min.*Never/);
  });

  it('explains the empty list', async () => {
    openHeartbeats();
    expect(await screen.findByText(heartbeatMessages.none)).toBeVisible();
    expect(screen.getByText('Waits for a job to report each run, and alerts when it does not.')).toBeVisible();
  });

  it('shows the last output and lines to copy', async () => {
    const { user, fake } = openHeartbeats(
      (state, websiteId) => addRun(state, addHeartbeat(state, websiteId, backup), { code: 2, text: 'disk full' }),
      '&open=2',
    );
    expect(await screen.findByText('disk full')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Copy Crontab' }));
    const { ping_url } = fake.state.heartbeats[0] ?? {};
    expect(await navigator.clipboard.readText()).toBe(
      `0 3 * * * /path/to/job; curl -fsS -m 10 --retry 5 -o /dev/null ${ping_url}/$?`,
    );
    for (const label of ['curl', 'systemd', 'Push address']) {
      expect(screen.getByRole('button', { name: `Copy ${label}` })).toBeVisible();
    }
  });

  it('rotates the key after a question', async () => {
    const { user, fake } = openHeartbeats((state, websiteId) => addHeartbeat(state, websiteId, backup), '&open=2');
    const before = fake.state.heartbeats[0]?.ping_url ?? '';
    await user.click(await screen.findByRole('button', { name: 'Rotate key' }));
    const dialog = within(
      await screen.findByRole('alertdialog', { name: 'Rotate the key of heartbeat "Nightly backup"?' }),
    );
    await user.click(dialog.getByRole('button', { name: 'Rotate key' }));
    await waitFor(() => expect(screen.queryByText(before)).toBeNull());
    expect(screen.getByText(fake.state.heartbeats[0]?.ping_url ?? '')).toBeVisible();
  });

  it.each([
    [{ secrets_missing: true }, heartbeatMessages.secretsMissing, true],
    [{}, heartbeatMessages.addressHidden, false],
  ])('says why there is no address: %j', async (fields, sentence, mayRotate) => {
    openHeartbeats(
      (state, websiteId) => addHeartbeat(state, websiteId, { ...backup, ping_url: null, push_url: null, ...fields }),
      '&open=2',
    );
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Copy/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Rotate key' }) !== null).toBe(mayRotate);
  });

  it('adds a heartbeat, with a preview of its next due times', async () => {
    const { user, fake } = openHeartbeats();
    await user.click(await screen.findByRole('button', { name: 'Add Heartbeat' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Heartbeat' }));
    await user.fill(dialog.getByLabelText('Name'), 'Nightly backup');
    await user.fill(dialog.getByLabelText('Time zone'), 'Europe/Berlin');
    expect(await dialog.findAllByRole('listitem')).toHaveLength(5);
    await user.fill(dialog.getByLabelText('Cron expression'), '0 0 31 2 *');
    expect(await dialog.findByText(heartbeatMessages.neverDue)).toBeVisible();
    await user.click(dialog.getByRole('radio', { name: 'Period' }));
    expect(dialog.queryByLabelText('Cron expression')).toBeNull();
    await user.fill(dialog.getByLabelText('Period'), '300');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('every 5 min')).toBeVisible();
    expect(fake.requestsOf('heartbeats.create')[0]?.body).toMatchObject({
      name: 'Nightly backup',
      period: 300,
      cron: null,
    });
    expect(fake.requestsOf('heartbeats.create')[0]?.body).not.toHaveProperty('key');
  });

  it('changes a heartbeat and leaves its address', async () => {
    const { user, fake } = openHeartbeats((state, websiteId) => addHeartbeat(state, websiteId, backup));
    await user.click(await screen.findByRole('button', { name: 'Edit Nightly backup' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Heartbeat' }));
    await user.fill(dialog.getByLabelText('Grace period'), '600');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = fake.requestsOf('heartbeats.update')[0]?.body;
    expect(sent).toMatchObject({ grace: 600, cron: '0 3 * * *', period: null });
    expect(sent).not.toHaveProperty('key');
  });
});
