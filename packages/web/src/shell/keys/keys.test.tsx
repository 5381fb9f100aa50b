import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startPages } from '../../testing/render-page.tsx';
import { shopAndDocs } from '../../testing/shop-and-docs.ts';
import { keyMap } from './key-map.ts';

const openPage = startPages();
const given = shopAndDocs;

it('opens pages by sequences', async () => {
  const { user, address } = openPage('/backup', { given });
  await screen.findByRole('heading', { level: 1 });
  for (const [keys, path] of [
    ['gw', '/websites'],
    ['ga', '/alerts'],
    ['gd', '/'],
  ] as const) {
    await user.keyboard(keys);
    await waitFor(() => expect(address()).toBe(path));
  }
});

it('does nothing in fields and dialogs', async () => {
  const { user, address } = openPage('/websites', { given });
  await user.type(await screen.findByRole('searchbox'), 'gd?');
  expect(address()).toMatch(/^\/websites/);
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add New Website' }));
  const form = await screen.findByRole('dialog', { name: 'Add New Website' });
  within(form).getByRole('button', { name: 'Close' }).focus();
  await user.keyboard('gd?');
  expect(screen.getAllByRole('dialog')).toEqual([form]);
  await user.keyboard('{Escape}');
});

it('lists all keys by ?', async () => {
  const { user } = openPage('/backup', { given });
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('?');
  const list = within(await screen.findByRole('dialog', { name: 'Keys' }));
  for (const { text } of keyMap) expect(list.getByText(text)).toBeVisible();
  await user.click(list.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('searches the page by /, and moves through its rows by j and k', async () => {
  const { user } = openPage('/websites', { given });
  const search = await screen.findByRole('searchbox');
  await user.keyboard('j');
  const names = screen.getAllByRole('link', { name: /^Open / });
  expect(names[0]).toHaveFocus();
  await user.keyboard('j');
  expect(names[1]).toHaveFocus();
  await user.keyboard('k');
  expect(names[0]).toHaveFocus();
  await user.keyboard('/');
  expect(search).toHaveFocus();
});

it('mutes the service of the focused row by m', async () => {
  const { user } = openPage('/websites/1', { given });
  await screen.findByRole('button', { name: /^Mute .*cart/ });
  await user.keyboard('jm');
  expect(await screen.findByRole('dialog', { name: /^Mute / })).toBeVisible();
  await user.keyboard('{Escape}');
});
