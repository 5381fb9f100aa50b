import { screen, within } from '@testing-library/react';
import { addIncident } from '@upvigil/core/testing/fake-incidents';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addAlert, addWebsite } from '@upvigil/core/testing/fake-watched';
import { expect, it } from 'vitest';
import { startPages } from '../testing/render-page.tsx';

const openPage = startPages();

const tabs = async () => within(await screen.findByRole('navigation', { name: 'Alerts' }));

it.each([
  ['/alerts', 'Alerts'],
  ['/alerts?view=outages', 'Outages'],
  ['/alerts/incidents', 'Incidents'],
  ['/alerts/maintenance', 'Maintenance'],
  ['/certificates', 'Certificates'],
])('stand on %s, where %s is the current one', async (path, current) => {
  openPage(path);
  const links = (await tabs()).getAllByRole('link');
  expect(links.map((link) => link.textContent?.trim())).toEqual([
    'Alerts',
    'Outages',
    'Incidents',
    'Maintenance',
    'Certificates',
  ]);
  expect((await tabs()).getByRole('link', { current: 'page' })).toHaveTextContent(current);
  const main = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(main.getByRole('link', { current: 'page' })).toHaveTextContent('Alerts');
});

it('count what is open', async () => {
  openPage('/alerts/maintenance', {
    given: (state: FakeState) => {
      const shop = addWebsite(state, { name: 'Shop' });
      addAlert(state, shop, { alert_type: 'DOWN', url_id: 901 });
      addIncident(state, { title: 'Checkout fails' });
    },
  });
  expect(await (await tabs()).findByRole('link', { name: 'Alerts 1' })).toBeVisible();
  expect(await (await tabs()).findByRole('link', { name: 'Incidents 1' })).toBeVisible();
});

it('keep the filters between alerts and outages', async () => {
  const { user, address } = openPage('/alerts?hours=24&q=shop');
  await user.click((await tabs()).getByRole('link', { name: 'Outages' }));
  expect(address()).toBe('/alerts?hours=24&q=shop&view=outages');
  await user.click((await tabs()).getByRole('link', { name: 'Alerts' }));
  expect(address()).toBe('/alerts?hours=24&q=shop');
});
