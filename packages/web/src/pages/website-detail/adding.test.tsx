import { screen, waitFor, within } from '@testing-library/react';
import { addUrl, addWebsite } from '@upvigil/core/testing/fake-watched';
import { urlMessages } from '@upvigil/core/texts/monitors';
import { describe, expect, it } from 'vitest';
import { startPages } from '../../testing/render-page.tsx';
import { answerTrials, testResult } from '../../testing/trials.ts';

const openPage = startPages();
/** The form of a new URL or network monitor. */
async function openForm(path: string, title: string) {
  const page = openPage(path, { given: (state) => void addWebsite(state, { name: 'Checkout' }) });
  const form = within(await screen.findByRole('dialog', { name: title }));
  const save = () => page.user.click(form.getByRole('button', { name: 'Save' }));
  const urls = () => page.fake.state.urls.map(({ url }) => url);
  return { ...page, form, save, urls };
}
const openUrlForm = () => openForm('/websites/1?add', 'Add New URL');
const openMonitorForm = () => openForm('/websites/1?tab=network&add', 'Add Monitor');

const answered = testResult({ success: true, message: 'HTTP 200', status_code: 200 });
const refused = testResult({ message: 'connection refused' });
const title = 'Only http answered.';

describe('the form of a new URL', () => {
  it('saves an address without a scheme with https, if it is answered', async () => {
    const { user, form, save, urls, fake } = await openUrlForm();
    await user.fill(form.getByLabelText('URL'), 'shop.example.org/cart');
    await save();
    expect(await screen.findByRole('heading', { level: 2, name: 'https://shop.example.org/cart' })).toBeVisible();
    expect(urls()).toEqual(['https://shop.example.org/cart']);
    expect(fake.requestsOf('urls.test')).toHaveLength(1);
  });

  it.each([
    ['Use https', 'https://shop.example.org'],
    ['Use http', 'http://shop.example.org'],
  ])('saves nothing before the choice if only http is answered: %s', async (button, url) => {
    const { user, form, save, urls, fake } = await openUrlForm();
    answerTrials(fake, { https: refused, http: answered });
    await user.fill(form.getByLabelText('URL'), 'shop.example.org');
    await save();
    const notice = await form.findByRole('region', { name: title });
    expect(notice).toHaveFocus();
    expect(notice).toHaveAccessibleDescription(/^You typed shop\.example\.org\. https failed: connection refused\./);
    expect(urls()).toEqual([]);
    expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
    expect(form.getByRole('button', { name: 'Save' })).toHaveAttribute('title', 'Choose https or http above');
    await user.click(within(notice).getByRole('button', { name: button }));
    expect(await screen.findByRole('heading', { level: 2, name: url })).toBeVisible();
    expect(urls()).toEqual([url]);
  });

  it('forgets the question when the address is edited', async () => {
    const { user, form, save, fake } = await openUrlForm();
    answerTrials(fake, { https: testResult({ message: 'self-signed certificate', tls_failed: true }), http: answered });
    await user.fill(form.getByLabelText('URL'), 'shop.example.org');
    await save();
    expect(await form.findByRole('region', { name: 'https did not work.' })).toBeVisible();
    await user.type(form.getByLabelText('URL'), '/cart');
    expect(form.queryByRole('region', { name: 'https did not work.' })).toBeNull();
    expect(form.getByRole('button', { name: 'Save' })).toBeEnabled();
  });

  it('sends no trial for an address with a scheme, and adds it once on a double click', async () => {
    const { user, form, urls, fake } = await openUrlForm();
    await user.fill(form.getByLabelText('URL'), 'http://shop.example.org');
    await user.dblClick(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { level: 2, name: 'http://shop.example.org' })).toBeVisible();
    expect(urls()).toEqual(['http://shop.example.org']);
    expect(fake.requestsOf('urls.test')).toEqual([]);
  });

  it('asks before it adds an address that the website already monitors', async () => {
    const { user, form, save, urls, fake } = await openUrlForm();
    addUrl(fake.state, 1, { url: 'https://shop.example.org/' });
    await user.click(form.getByLabelText('Add another one after this'));
    await user.fill(form.getByLabelText('URL'), 'https://shop.example.org/cart');
    await save();
    expect(await form.findByText('Added https://shop.example.org/cart')).toBeVisible();
    await user.fill(form.getByLabelText('URL'), 'https://SHOP.example.org');
    await save();
    const question = within(await screen.findByRole('alertdialog', { name: 'Add this address again?' }));
    expect(question.getByText(urlMessages.twice)).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(urls()).toHaveLength(2);
    await save();
    await user.click(await screen.findByRole('button', { name: 'Add anyway' }));
    await waitFor(() => expect(urls()).toHaveLength(3));
  });

  it('stays open for another URL with the same settings', async () => {
    const { user, form, save, urls, fake } = await openUrlForm();
    await user.click(form.getByRole('button', { name: '5 min' }));
    await user.click(form.getByLabelText('Add another one after this'));
    await user.fill(form.getByLabelText('URL'), 'https://shop.example.org/a');
    await save();
    expect(await form.findByText('Added https://shop.example.org/a')).toBeVisible();
    expect(form.getByLabelText('URL')).toHaveFocus();
    expect(form.getByLabelText('URL')).toHaveValue('');
    await user.fill(form.getByLabelText('URL'), 'https://shop.example.org/b');
    await save();
    expect(await form.findByText('Added https://shop.example.org/b')).toBeVisible();
    expect(urls()).toEqual(['https://shop.example.org/a', 'https://shop.example.org/b']);
    expect(fake.state.urls.map(({ check_interval }) => check_interval)).toEqual([300, 300]);
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows the response of the address before it is saved, until it is changed', async () => {
    const { user, form, fake, urls } = await openUrlForm();
    const look = within(form.getByRole('region', { name: 'First look' }));
    await user.click(look.getByRole('button', { name: 'Try' }));
    expect(await form.findByText('URL is required')).toBeVisible();
    await user.fill(form.getByLabelText('URL'), 'shop.example.org');
    await user.click(look.getByRole('button', { name: 'Try' }));
    expect(await look.findByText('https answered')).toBeVisible();
    for (const text of ['200', '0.42s', 'Example Shop', 'Certificate: 61 days']) {
      expect(look.getByText(text)).toBeVisible();
    }
    answerTrials(fake, { https: refused, http: refused });
    await user.click(look.getByRole('button', { name: 'Again' }));
    expect(await look.findByText('connection refused')).toBeVisible();
    await user.type(form.getByLabelText('URL'), '/cart');
    expect(look.queryByText('connection refused')).toBeNull();
    expect(urls()).toEqual([]);
  });

  it('offers usual intervals', async () => {
    const { user, form } = await openUrlForm();
    const presets = within(form.getByRole('group', { name: 'Usual values of Check interval' }));
    expect(presets.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '30 s',
      '1 min',
      '5 min',
      '15 min',
    ]);
    expect(presets.getByRole('button', { pressed: true })).toHaveTextContent('1 min');
    await user.click(presets.getByRole('button', { name: '30 s' }));
    expect(form.getByLabelText('Check interval')).toHaveValue(30);
  });
});

it('the form of a new network monitor stays open for another one with the same settings', async () => {
  const { user, form, save, fake } = await openMonitorForm();
  await user.click(form.getByLabelText('Add another one after this'));
  await user.fill(form.getByLabelText('Port'), '5432');
  for (const name of ['one', 'two']) {
    await user.fill(form.getByLabelText('Name'), name);
    await user.fill(form.getByLabelText('Host'), `${name}.example.org`);
    await save();
    expect(await form.findByText(`Added ${name}`)).toBeVisible();
    expect(form.getByLabelText('Name')).toHaveFocus();
  }
  expect(fake.state.monitors.map(({ host, port }) => [host, port])).toEqual([
    ['one.example.org', 5432],
    ['two.example.org', 5432],
  ]);
});
