import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startPages } from '../../testing/render-page.tsx';
import { shopAndDocs as given } from '../../testing/shop-and-docs.ts';

const openPage = startPages();
const openDashboard = (path = '/') => openPage(path, { given });
const services = () => screen.getByRole('table', { name: 'Network Services Status' });
const serviceNames = () =>
  within(services())
    .getAllByRole('rowheader')
    .map((cell) => cell.textContent);

describe('the network services', () => {
  it('are listed with issues first, with state, host and figures', async () => {
    openDashboard();
    await screen.findByRole('table', { name: 'Network Services Status' });
    expect(serviceNames()).toEqual(['Edge TLS', 'Lab', 'Router']);
    const row = within(services()).getByRole('row', { name: /Edge TLS/ });
    expect(row).toHaveTextContent('Edge TLSDOWNTCP portedge.example.org:443Shop93.10%N/A');
    expect(within(row).getByRole('img', { name: 'Last check of Edge TLS: 1 failed' })).toBeVisible();
    expect(within(services()).getByRole('row', { name: /Router/ })).toHaveTextContent(
      'ICMP ping10.0.0.1Docs99.99%21.4ms',
    );
  });

  it('can be searched, filtered and sorted, stored in the address', async () => {
    const { user, address } = openDashboard();
    const search = await screen.findByRole('searchbox', { name: 'Search network services' });
    await user.fill(search, 'rout');
    expect(serviceNames()).toEqual(['Router']);
    expect(screen.getByText('1 of 3')).toBeVisible();
    await waitFor(() => expect(address()).toContain('s-q=rout'));
    await user.clear(search);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'DOWN (1)');
    expect(serviceNames()).toEqual(['Edge TLS']);
    await waitFor(() => expect(address()).toContain('s-status=down'));
    await user.click(screen.getAllByRole('button', { name: 'Reset' }).at(-1) as HTMLElement);
    expect(serviceNames()).toHaveLength(3);
    await user.click(within(services()).getByRole('button', { name: 'Service' }));
    expect(serviceNames()).toEqual(['Edge TLS', 'Lab', 'Router']);
    await user.click(within(services()).getByRole('button', { name: 'Service' }));
    expect(serviceNames()).toEqual(['Router', 'Lab', 'Edge TLS']);
    expect(screen.getByRole('columnheader', { name: 'Service' })).toHaveAttribute('aria-sort', 'descending');
  });

  it('are restored from the address', async () => {
    openDashboard('/?s-status=down&s-q=edge');
    await screen.findByRole('table', { name: 'Network Services Status' });
    expect(screen.getByRole('searchbox', { name: 'Search network services' })).toHaveValue('edge');
    expect(serviceNames()).toEqual(['Edge TLS']);
  });

  it('show a message if nothing matches', async () => {
    const { user } = openDashboard('/?s-q=nothing');
    expect(await screen.findByText('No network service matches the filters')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(serviceNames()).toHaveLength(3);
  });
});
