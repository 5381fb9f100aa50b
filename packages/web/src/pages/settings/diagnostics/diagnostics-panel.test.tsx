import { screen, waitFor, within } from '@testing-library/react';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { startPages } from '../../../testing/render-page.tsx';

const openPage = startPages();
// Compiled in advance, because compilation is slow on a busy machine.
beforeAll(() => Promise.all([import('../settings-page.tsx'), import('./diagnostics-panel.tsx')]), 60_000);
const openTab = (given?: (state: FakeState) => void) => openPage('/settings?tab=diagnostics', given ? { given } : {});

const withTrouble = (state: FakeState): void => {
  const [, sms, slack] = state.diagnostics;
  Object.assign(slack ?? {}, {
    status: 'fail',
    title: 'Slack webhooks',
    message: 'The webhook of Shop no longer exists',
    remedy: 'Make a new one',
  });
  Object.assign(sms ?? {}, { status: 'warn', title: 'SMS provider', message: 'Slow', remedy: 'Wait' });
};

it('shows failures first, with their remedies', async () => {
  openTab(withTrouble);
  expect(await screen.findByText('1 failed, 1 warning')).toBeVisible();
  const [first, second, third] = screen
    .getAllByRole('listitem')
    .filter((item) => /Failed|Warning|OK/.test(item.textContent));
  expect(first).toHaveTextContent('Slack webhooksThe webhook of Shop no longer existsMake a new oneFailed');
  expect(second).toHaveTextContent('Warning');
  expect(third).toHaveTextContent('OK');
});

it('runs again with a progress message, and keeps the results after a failure', async () => {
  const { user, fake } = openTab();
  expect(await screen.findByText('No problems: 18 of 18 tests ran')).toBeVisible();
  withTrouble(fake.state);
  await user.click(screen.getByRole('button', { name: 'Run again' }));
  expect(await screen.findByText('1 failed, 1 warning')).toBeVisible();
  fake.fail('diagnostics.run', 503, { detail: 'The disk is full' });
  await user.click(screen.getByRole('button', { name: 'Run again' }));
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent('Could not run the diagnostics: The disk is full'),
  );
  expect(screen.getByText('The webhook of Shop no longer exists')).toBeVisible();
});

it('describes the support bundle before its download, and shows a failure', async () => {
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
  onTestFinished(() => click.mockRestore());
  const { user, fake } = openTab();
  await user.click(await screen.findByRole('button', { name: 'Download support bundle' }));
  const dialog = await screen.findByRole('dialog', { name: 'Download support bundle' });
  expect(within(dialog).getByText('settings.json')).toBeVisible();
  expect(fake.requestsOf('diagnostics.bundle')).toHaveLength(0);
  fake.fail('diagnostics.bundle', 503, { detail: 'The server restores a backup' });
  await user.click(within(dialog).getByRole('button', { name: 'Download' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('The server restores a backup');
  fake.recover('diagnostics.bundle');
  await user.click(within(dialog).getByRole('button', { name: 'Download' }));
  await waitFor(() => expect(saved).toEqual([expect.stringMatching(/^upvigil-support_\d{8}T\d{6}Z\.tar\.gz$/)]));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});
