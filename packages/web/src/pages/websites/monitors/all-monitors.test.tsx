import { screen, waitFor, within } from '@testing-library/react';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addMonitor, addUrl, addUrlCheck, addWebsite } from '@upvigil/core/testing/fake-watched';
import { describe, expect, it } from 'vitest';
import { startPages } from '../../../testing/render-page.tsx';

const openPage = startPages();

function three(state: FakeState): void {
  const shop = addWebsite(state, { name: 'Shop' });
  const office = addWebsite(state, { name: 'Office' });
  addUrlCheck(state, addUrl(state, shop.id, { label: 'Cart', tags: ['env:prod', 'owner:ann'] }));
  addUrlCheck(state, addUrl(state, shop.id, { label: 'Checkout', tags: ['env:prod'] }), { status_code: 503 });
  addMonitor(state, office.id, { name: 'Router', host: '10.0.0.1', port: 22, check_interval: 30 });
}

const open = (query = '') => openPage(`/websites?view=monitors${query}`, { given: three });
const names = () => screen.getAllByRole('rowheader').map((header) => within(header).getByRole('link').textContent);
const box = (name: string) => screen.findByRole('checkbox', { name: `Select ${name}` });
const bar = async () => within(await screen.findByRole('toolbar', { name: 'Actions for the selected monitors' }));

describe('all monitors', () => {
  it('lists the monitors of all websites, problems first, with links to their details', async () => {
    const { fake } = open();
    await box('Cart');
    const [, checkout] = fake.state.urls;
    const [router] = fake.state.monitors;
    expect(names()).toEqual(['Checkout', 'Router', 'Cart']);
    expect(screen.getByRole('link', { name: 'Checkout' })).toHaveAttribute('href', `/websites/1?open=${checkout?.id}`);
    expect(screen.getByRole('link', { name: 'Router' })).toHaveAttribute(
      'href',
      `/websites/2?tab=network&open=${router?.id}`,
    );
    expect(screen.getByText('3 of 3')).toBeInTheDocument();
    expect(await screen.findByText('2 websites, 3 monitors · 1 down')).toBeVisible();
  });

  it('keeps the filters in the address', async () => {
    const { user, address } = open();
    await box('Cart');
    await user.selectOptions(screen.getByLabelText('Tag'), '!owner:');
    await waitFor(() => expect(names()).toEqual(['Checkout', 'Router']));
    await user.selectOptions(screen.getByLabelText('Kind'), 'URL');
    await waitFor(() => expect(names()).toEqual(['Checkout']));
    expect(new URLSearchParams(address().split('?')[1]).get('tag')).toBe('!owner:');
    await user.click(screen.getByRole('button', { name: 'Remove filter tag without owner:' }));
    await waitFor(() => expect(names()).toEqual(['Checkout', 'Cart']));
    expect(address()).toBe('/websites?view=monitors&kind=URL');
    await user.selectOptions(screen.getByLabelText('Kind'), 'all');
    await user.selectOptions(screen.getByLabelText('Interval'), '30 s');
    await waitFor(() => expect(names()).toEqual(['Router']));
  });

  it('says that nothing matches, and clears the filters', async () => {
    const { user } = open('&state=slow&q=nothing');
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await box('Cart');
  });

  it('pauses a range of monitors after it has shown what changes', async () => {
    const { user, fake } = open();
    await user.click(await box('Checkout'));
    await user.keyboard('{Shift>}');
    await user.click(await box('Cart'));
    await user.keyboard('{/Shift}');
    const toolbar = await bar();
    expect(toolbar.getByText('3 selected')).toBeVisible();
    expect(toolbar.getByRole('button', { name: 'Duplicate' })).toBeDisabled();
    await user.click(toolbar.getByRole('button', { name: 'Pause' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Pause' }));
    expect(await panel.findByText('Disables 3 monitors in 2 websites.')).toBeVisible();
    expect(fake.state.urls.every(({ enabled }) => enabled)).toBe(true);
    await user.click(panel.getByRole('button', { name: 'Pause 3 monitors' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Pause' })).toBeNull());
    expect(fake.state.urls.some(({ enabled }) => enabled)).toBe(false);
  });

  it('selects all matching monitors by the filter and their number', async () => {
    const { user, fake } = open('&kind=URL');
    await user.click(await box('Cart'));
    await user.click((await bar()).getByRole('button', { name: 'Select all 2 matching monitors' }));
    await user.click((await bar()).getByRole('button', { name: 'Delete' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Delete' }));
    await user.click(await panel.findByRole('button', { name: 'Delete 2 monitors' }));
    await waitFor(() => expect(fake.state.urls).toEqual([]));
    expect(fake.requestsOf('monitors.bulk').at(-1)?.body).toMatchObject({
      filter: { kind: 'URL' },
      action: 'delete',
      expected_count: 2,
    });
  });

  it('shows no numbers of an earlier input, and changes once on a double click', async () => {
    const { user, fake } = open();
    await user.click(await box('Router'));
    await user.click((await bar()).getByRole('button', { name: 'Change interval' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Check interval' }));
    await panel.findByText('Changes the interval of 1 monitor in 1 website to 5 minutes.');
    const release = fake.hold('monitors.bulk');
    await user.click(panel.getByRole('button', { name: '15 min' }));
    expect(panel.getByRole('button', { name: 'Change' })).toBeDisabled();
    expect(panel.queryByText(/^Changes/)).toBeNull();
    release();
    const button = await panel.findByRole('button', { name: 'Change 1 monitor' });
    await user.dblClick(button);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Check interval' })).toBeNull());
    const changes = fake.requestsOf('monitors.bulk').filter(({ body }) => !(body as { dry_run: boolean }).dry_run);
    expect(changes).toHaveLength(1);
  });

  it('keeps a panel open when the slow change of a closed one ends', async () => {
    const { user, fake } = open();
    await user.click(await box('Router'));
    await user.click((await bar()).getByRole('button', { name: 'Pause' }));
    const pause = within(await screen.findByRole('dialog', { name: 'Pause' }));
    const button = await pause.findByRole('button', { name: 'Pause 1 monitor' });
    const release = fake.hold('monitors.bulk');
    await user.click(button);
    await user.click(pause.getByRole('button', { name: 'Cancel' }));
    await user.click((await bar()).getByRole('button', { name: 'Mute' }));
    release();
    await waitFor(() => expect(fake.state.monitors[0]?.enabled).toBe(false));
    expect(await screen.findByRole('button', { name: 'Mute 1 monitor' })).toBeEnabled();
  });

  it('says why maintenance of all matching monitors cannot be started', async () => {
    const { user, fake } = open('&kind=URL');
    await user.click(await box('Cart'));
    await user.click((await bar()).getByRole('button', { name: 'Select all 2 matching monitors' }));
    fake.fail('monitors.list', 500);
    await user.click((await bar()).getByRole('button', { name: 'Maintenance' }));
    expect(await screen.findByText(/Refused for this test/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'OK' }));
  });

  it('moves and selects by keys, and names the monitors that refused', async () => {
    const { user, fake } = open();
    await box('Cart');
    await user.keyboard('jjx');
    await waitFor(async () => expect(await box('Router')).toBeChecked());
    await user.keyboard('p');
    const panel = within(await screen.findByRole('dialog', { name: 'Pause' }));
    const button = await panel.findByRole('button', { name: 'Pause 1 monitor' });
    fake.state.monitors = [];
    await user.click(button);
    const refused = within(await screen.findByRole('dialog', { name: '1 monitor did not change' }));
    expect(refused.getByText(/There is no monitor/)).toBeVisible();
    await user.click(refused.getByRole('button', { name: 'OK' }));
  });
});
