import { screen, within } from '@testing-library/react';
import { addCertificate, addDomain } from '@upvigil/core/testing/fake-certificates';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { describe, expect, it } from 'vitest';
import { startPages } from '../../testing/render-page.tsx';

const openPage = startPages();
const open = (given: (state: FakeState) => void = () => undefined) => openPage('/certificates', { given });
const rowOf = (name: string): HTMLElement => screen.getByText(name).closest('li') as HTMLElement;
const watched = (name: string, monitor_id: number) => ({
  monitor_id,
  kind: 'URL' as const,
  website_id: 7,
  website_name: 'Shop',
  name,
});

describe('certificates', () => {
  it('are listed with their remaining validity, the next to expire first', async () => {
    open((state) => {
      addCertificate(state, { left: 60, lifetime: 90, names: ['later.example'] });
      addCertificate(state, {
        left: 9,
        lifetime: 90,
        names: ['*.soon.example', 'soon.example'],
        domain: 'soon.example',
      });
      addCertificate(state, { left: -3, names: ['past.example'] });
    });
    expect(await screen.findByText('3 certificates, 1 expired, 1 to be renewed soon')).toBeVisible();
    const list = screen.getByRole('region', { name: 'Certificates' });
    expect(
      within(list)
        .getAllByText(/\.example( and 1 more)?$/, { selector: 'p' })
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Expired: past.example',
      'Expires soon: *.soon.example and 1 more',
      'Domain soon.example',
      'Valid: later.example',
    ]);
    const soon = rowOf('*.soon.example and 1 more');
    expect(within(soon).getByText('9 days')).toBeVisible();
    expect(soon.querySelector('[data-graphic]')).toHaveStyle({ width: '10%' });
    expect(within(soon).getByText("Let's Encrypt R3")).toBeVisible();
  });

  it('link to their monitors, and count those that do not fit', async () => {
    open((state) => {
      const monitors = [1, 2, 3, 4, 5].map((id) => watched(`https://h${id}.example/`, id));
      addCertificate(state, { monitors });
    });
    const list = await screen.findByRole('region', { name: 'Certificates' });
    expect(within(list).getAllByRole('link')).toHaveLength(3);
    expect(within(list).getByRole('link', { name: 'https://h1.example/' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/websites\/7\?open=\d+$/),
    );
    expect(within(list).getByText('and 2 more')).toBeVisible();
  });

  it('show hostile fields as text', async () => {
    open((state) => addCertificate(state, { names: ['<img src=x onerror=alert(1)>'], issuer: '<b>bold</b>' }));
    expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeVisible();
    expect(document.querySelector('img[src=x]')).toBeNull();
  });

  it('are empty before the first one is seen', async () => {
    open();
    expect(await screen.findByText('No certificates yet')).toBeVisible();
  });
});

describe('domains', () => {
  it('are listed with their expiry, or the reason why it is unknown', async () => {
    open((state) => {
      state.settings.domain_check_enabled = true;
      addDomain(state, 'example.com', 12);
      addDomain(state, 'example.de', null);
    });
    expect(
      within((await screen.findByText('example.com')).closest('li') as HTMLElement).getByText('12 days'),
    ).toBeVisible();
    expect(within(rowOf('example.de')).getByText('not published')).toBeVisible();
  });

  it('can be watched on request', async () => {
    const { user, fake } = open((state) => void addDomain(state, 'example.com', 120));
    await user.click(await screen.findByRole('button', { name: 'Watch Domains' }));
    expect(await screen.findByText('example.com')).toBeVisible();
    expect(fake.requestsOf('settings.updateNotifications')[0]?.body).toEqual({ domain_check_enabled: true });
  });

  it('show why they could not be enabled', async () => {
    const { user } = openPage('/certificates', {
      before: (fake) => fake.fail('settings.updateNotifications', 500, { detail: 'The database is away' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Watch Domains' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The database is away');
  });
});
