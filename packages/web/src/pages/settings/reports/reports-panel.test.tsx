import { screen, within } from '@testing-library/react';
import { addReport } from '@upvigil/core/testing/fake-alerting';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addWebsite } from '@upvigil/core/testing/fake-watched';
import { reportMessages } from '@upvigil/core/texts/reports';
import { expect, it } from 'vitest';
import { startPages } from '../../../testing/render-page.tsx';

const openPage = startPages();
const openReports = (given?: (state: FakeState) => void) => openPage('/settings?tab=reports', given ? { given } : {});

function weekly(state: FakeState): void {
  const report = addReport(state, {
    name: 'For managers',
    enabled: true,
    frequency: 'weekly',
    weekday: 'mon',
    time: '08:00',
    time_zone: 'UTC',
    recipients: ['boss@example.org'],
    website_ids: [],
  });
  report.last_error = '535 authentication failed';
}
const cardOf = async (name: string) =>
  within((await screen.findByRole('heading', { name })).closest('li') as HTMLElement);

it('adds a report for some websites, at a time in its zone', async () => {
  const { user, fake } = openReports((state) => {
    addWebsite(state, { name: 'Shop' });
    addWebsite(state, { name: 'Docs' });
  });
  expect(await screen.findByText(reportMessages.none)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add Report' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add Report' }));
  await user.fill(form.getByLabelText('Name'), 'Daily');
  await user.click(form.getByRole('radio', { name: 'Every day' }));
  expect(form.queryByLabelText('Day')).not.toBeInTheDocument();
  await user.fill(form.getByLabelText('Time zone'), 'Europe/Berlin');
  await user.fill(form.getByLabelText('Recipients'), 'ops');
  await user.click(await form.findByRole('checkbox', { name: 'Docs' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('Recipients must hold email addresses, separated by commas')).toBeVisible();
  await user.type(form.getByLabelText('Recipients'), '@example.org{Enter}team@example.org');
  await user.click(form.getByRole('button', { name: 'Save' }));
  const card = await cardOf('Daily');
  expect(card.getByText('Every day at 08:00 (Europe/Berlin), to ops@example.org, team@example.org')).toBeVisible();
  expect(fake.requestsOf('reports.create')[0]?.body).toMatchObject({
    frequency: 'daily',
    recipients: ['ops@example.org', 'team@example.org'],
    enabled: true,
    website_ids: [fake.state.websites[1]?.id],
  });
});

it('edits, sends and deletes a report, and shows its last error', async () => {
  const { user, fake } = openReports(weekly);
  expect(await (await cardOf('For managers')).findByText('Last error: 535 authentication failed')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Edit For managers' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Report' }));
  expect(form.getByLabelText('Recipients')).toHaveValue('boss@example.org');
  await user.selectOptions(form.getByLabelText('Day'), 'Fri');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Every Fri at 08:00 (UTC), to boss@example.org')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Send Now For managers' }));
  expect(await screen.findByText('Report sent to boss@example.org')).toBeVisible();
  fake.fail('reports.send', 502, { detail: '535 authentication failed' });
  await user.click(screen.getByRole('button', { name: 'Send Now For managers' }));
  const message = await screen.findByRole('alertdialog', { name: '535 authentication failed' });
  await user.click(within(message).getByRole('button', { name: 'OK' }));

  await user.click(screen.getByRole('button', { name: 'Delete For managers' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete report "For managers"?' }));
  await user.click(question.getByRole('button', { name: 'Delete report' }));
  expect(await screen.findByText(reportMessages.none)).toBeVisible();
});
