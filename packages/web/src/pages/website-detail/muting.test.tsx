import { screen, waitFor, within } from '@testing-library/react';
import { addSilence } from '@upvigil/core/testing/fake-alerting';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addMonitor, addUrl, addWebsite } from '@upvigil/core/testing/fake-watched';
import { mutingMessages } from '@upvigil/core/texts/alerts';
import { describe, expect, it } from 'vitest';
import { startPages } from '../../testing/render-page.tsx';

const openPage = startPages();
const hourMs = 3_600_000;

function given(state: FakeState): void {
  const shop = addWebsite(state, { name: 'Shop' });
  addUrl(state, shop.id, { url: 'https://shop.example.org/' });
  addMonitor(state, shop.id, { name: 'Database' });
}

describe('muting', () => {
  it('mutes a website for a duration with a reason, and unmutes it', async () => {
    const { user, fake } = openPage('/websites/1', { given });
    await user.click(await screen.findByRole('button', { name: 'Mute' }));
    const form = within(await screen.findByRole('dialog', { name: 'Mute Shop' }));
    await user.selectOptions(form.getByLabelText('For'), '1 day');
    await user.fill(form.getByLabelText('Reason (optional)'), 'moving');
    await user.click(form.getByRole('button', { name: 'Mute' }));
    const unmute = await screen.findByRole('button', { name: /^Unmute \(until / });
    const [silence] = fake.state.silences;
    expect(silence).toMatchObject({ website_id: 1, monitor_id: null, reason: 'moving' });
    expect(Math.round((Date.parse(silence?.until ?? '') - Date.now()) / hourMs)).toBe(24);
    await user.click(unmute);
    expect(await screen.findByText(mutingMessages.unmuted('Shop'))).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Mute' })).toBeVisible();
  });

  it('mutes one of its URLs in its row', async () => {
    const { user, fake } = openPage('/websites/1', { given });
    await user.click(await screen.findByRole('button', { name: 'Mute https://shop.example.org/' }));
    const form = within(await screen.findByRole('dialog', { name: /^Mute https/ }));
    await user.click(form.getByRole('button', { name: 'Mute' }));
    expect(await screen.findByRole('button', { name: /^Unmute \(until .*\) https:/ })).toBeVisible();
    expect(fake.state.silences).toMatchObject([{ monitor_id: fake.state.urls[0]?.id }]);
  });

  it('shows the server’s refusal to mute a network monitor, and keeps the form open', async () => {
    const { user, fake } = openPage('/websites/1?tab=network', { given });
    fake.fail('silences.create', 422, { detail: 'Until must be after now' });
    await user.click(await screen.findByRole('button', { name: 'Mute Database' }));
    const form = within(await screen.findByRole('dialog', { name: 'Mute Database' }));
    await user.click(form.getByRole('button', { name: 'Mute' }));
    const message = await screen.findByRole('alertdialog', { name: 'Until must be after now' });
    await user.click(within(message).getByRole('button', { name: 'OK' }));
    expect(form.getByLabelText('For')).toBeVisible();
  });

  it('shows which monitor is muted', async () => {
    openPage('/websites/1?tab=network', {
      given: (state) => {
        given(state);
        const until = new Date(Date.now() + hourMs).toISOString();
        addSilence(state, { website_id: null, monitor_id: state.monitors[0]?.id ?? 0, until, reason: '' });
      },
    });
    expect(await screen.findByRole('button', { name: /^Unmute .* Database$/ })).toBeVisible();
  });
});

describe('severity', () => {
  it('of a URL follows the type until it is selected', async () => {
    const { user, fake } = openPage('/websites/1', { given });
    const save = async (choice: string) => {
      await user.click(await screen.findByRole('button', { name: 'Edit https://shop.example.org/' }));
      const form = within(await screen.findByRole('dialog', { name: 'Edit URL' }));
      await user.click(form.getByText('Advanced'));
      await user.selectOptions(form.getByLabelText('Severity'), choice);
      await user.click(form.getByRole('button', { name: 'Save' }));
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit URL' })).not.toBeInTheDocument());
    };
    await save('Always critical');
    expect(fake.requestsOf('urls.update')[0]?.body).toMatchObject({ severity: 'critical' });
    await save('By type');
    expect(fake.requestsOf('urls.update')[1]?.body).toMatchObject({ severity: null });
  });

  it('of a network monitor can be selected too', async () => {
    const { user, fake } = openPage('/websites/1?tab=network', { given });
    await user.click(await screen.findByRole('button', { name: 'Edit Database' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit Monitor' }));
    await user.click(form.getByText('Advanced'));
    await user.selectOptions(form.getByLabelText('Severity'), 'Always a warning');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(fake.requestsOf('networkMonitors.update')).toHaveLength(1));
    expect(fake.requestsOf('networkMonitors.update')[0]?.body).toMatchObject({ severity: 'warning' });
  });
});
