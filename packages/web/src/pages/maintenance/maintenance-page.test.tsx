import { screen, waitFor, within } from '@testing-library/react';
import { maintenanceSentences } from '@upvigil/core/contract/fields/input-messages';
import { addMark, addWindow, startFake } from '@upvigil/core/testing/fake-maintenance';
import { type FakeState, minutesAgo } from '@upvigil/core/testing/fake-state';
import { addUrl, addUrlCheck, addWebsite } from '@upvigil/core/testing/fake-watched';
import { maintenancePageMessages as texts } from '@upvigil/core/texts/maintenance';
import { expect, it } from 'vitest';
import { chooseTarget } from '../../alerting/targets/target-picker.tsx';
import { startPages } from '../../testing/render-page.tsx';

const openPage = startPages();
const openMaintenance = (given?: (state: FakeState) => void) => openPage('/alerts/maintenance', given ? { given } : {});

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const weekly = (state: FakeState, website: number) =>
  addWindow(state, {
    title: 'Patch day',
    body: '',
    website_ids: [website],
    monitor_ids: [],
    tags: [],
    time_zone: 'UTC',
    notify: false,
    starts_at: `${tomorrow()}T23:30`,
    duration_minutes: 60,
    rrule: 'FREQ=WEEKLY',
    public: true,
    announce_hours: 24,
  });

function shop(state: FakeState): void {
  const { id } = addWebsite(state, { name: 'Shop' });
  weekly(state, id);
  startFake(state, { title: 'Deploy', website_ids: [id], monitor_ids: [], public: false }, 45);
}
const region = async (name: string) => within(await screen.findByRole('region', { name }));

it('shows current runs with their ends, planned runs by day, and the windows', async () => {
  openMaintenance(shop);
  const now = await region('Now');
  expect(now.getByText('In progress')).toBeVisible();
  expect(now.getByText('Deploy', { selector: 'p' })).toBeVisible();
  expect(now.getByText(texts.noUpdates)).toBeVisible();
  expect(now.getByText(/^until .* 4[45] min left$/)).toBeVisible();
  const ahead = await region('Next 30 days');
  expect(ahead.getByText(/^[45] runs on [45] days$/)).toBeVisible();
  expect(ahead.getAllByText('Patch day').length).toBeGreaterThanOrEqual(4);
  const windows = await region('Windows');
  expect(windows.getByText('Every week')).toBeVisible();
  expect(windows.getByText(/^from .*, 23:30 \(UTC\), for 1 h$/)).toBeVisible();
  expect(windows.getByText('Once')).toBeVisible();
});

it('extends a current run by 30 minutes, and ends it', async () => {
  const { user, fake } = openMaintenance(shop);
  await user.click(await screen.findByRole('button', { name: '+30 min Deploy' }));
  expect(await screen.findByText(/^Maintenance now ends at/)).toBeVisible();
  expect(await screen.findByText(/1 h 1[45] min left$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'End Now Deploy' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'End "Deploy" now?' }));
  await user.click(question.getByRole('button', { name: 'End Now' }));
  expect(await screen.findByText(texts.ended)).toBeVisible();
  expect(await screen.findByText('Verifying')).toBeVisible();
  expect(fake.requestsOf('maintenance.end')).toHaveLength(1);
});

it('writes an update of a public run', async () => {
  const { user, fake } = openMaintenance((state) => {
    const { id } = addWebsite(state, { name: 'Shop' });
    startFake(state, { title: 'Move', website_ids: [id], monitor_ids: [], public: true }, 30);
  });
  await user.click(await screen.findByRole('button', { name: 'Post Update Move' }));
  expect(screen.queryByText(texts.noUpdates)).toBeNull();
  const form = within(await screen.findByRole('dialog', { name: 'Post Update: Move' }));
  await user.fill(form.getByLabelText('Text'), 'The move has started.');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(texts.updated)).toBeVisible();
  expect(fake.requestsOf('maintenance.addUpdate')[0]?.body).toEqual({ body: 'The move has started.' });
  const updates = within(await screen.findByRole('list', { name: 'Updates of Move' }));
  expect(updates.getByText('The move has started.')).toBeVisible();
});

it('shows why an extension was refused', async () => {
  const { user, fake } = openMaintenance(shop);
  fake.fail('maintenance.extend', 409, { detail: maintenanceSentences.runsInto });
  await user.click(await screen.findByRole('button', { name: '+30 min Deploy' }));
  expect(await screen.findByRole('alertdialog', { name: maintenanceSentences.runsInto })).toBeVisible();
});

it('plans a window, and shows its next five starts in its zone and the browser’s', async () => {
  const { user, fake } = openMaintenance((state) => void addWebsite(state, { name: 'Shop' }));
  await user.click(await screen.findByRole('button', { name: 'Plan Maintenance' }));
  const form = within(await screen.findByRole('dialog', { name: 'Plan Maintenance' }));
  await user.fill(form.getByLabelText('Title'), 'Backups');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText(chooseTarget)).toBeVisible();
  await user.click(await form.findByRole('checkbox', { name: 'Shop' }));
  await waitFor(() => expect(form.queryByText(chooseTarget)).not.toBeInTheDocument());
  await user.fill(form.getByLabelText('Time zone'), 'Asia/Tokyo');
  await user.fill(form.getByLabelText('Start'), `${new Date().getFullYear() + 1}-01-01T02:00`);
  await user.selectOptions(form.getByLabelText('Repeats'), 'Monthly');
  await user.selectOptions(form.getByLabelText('On'), 'A day of the week');
  await user.selectOptions(form.getByLabelText('Which'), 'last');
  await user.selectOptions(form.getByLabelText('Day'), 'Fri');
  const starts = within(form.getByRole('table', { name: 'Next starts' }));
  expect(starts.getByRole('columnheader', { name: 'Asia/Tokyo' })).toBeVisible();
  expect(starts.getByRole('columnheader', { name: /^Your time zone, / })).toBeVisible();
  expect(starts.getAllByText(/^Fri, .*02:00$/)).toHaveLength(5);
  await user.selectOptions(form.getByLabelText('Ends'), 'After a number of runs');
  await user.fill(form.getByLabelText('After (times)'), '2');
  expect(within(form.getByRole('table')).getAllByText(/^Fri, .*02:00$/)).toHaveLength(2);
  await user.click(form.getByRole('switch', { name: 'Public' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await (await region('Windows')).findByText('Every month on the last Fri, 2 times')).toBeVisible();
  expect(fake.requestsOf('maintenance.create').at(-1)?.body).toMatchObject({
    title: 'Backups',
    website_ids: [1],
    time_zone: 'Asia/Tokyo',
    rrule: 'FREQ=MONTHLY;BYDAY=-1FR;COUNT=2',
    duration_minutes: 60,
    public: true,
    announce_hours: 24,
    notify: false,
  });
});

it('shows a refusal at its field, and keeps the input', async () => {
  const { user, fake } = openMaintenance(shop);
  await user.click(await screen.findByRole('button', { name: 'Edit Patch day' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Maintenance' }));
  expect(form.getByLabelText('Repeats')).toHaveValue('weekly');
  fake.fail('maintenance.update', 422, { errors: [{ field: 'rrule', message: maintenanceSentences.overlaps }] });
  await user.click(form.getByRole('checkbox', { name: 'Mon' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'OK' }));
  expect(form.getByLabelText('Repeats')).toHaveAccessibleDescription(maintenanceSentences.overlaps);
  fake.recover('maintenance.update');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await (await region('Windows')).findByText('Every week on Mon')).toBeVisible();
});

it('refuses an end without a date at the schedule', async () => {
  const { user, fake } = openMaintenance(shop);
  await user.click(await screen.findByRole('button', { name: 'Edit Patch day' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Maintenance' }));
  await user.selectOptions(form.getByLabelText('Ends'), 'On a date');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText(maintenanceSentences.until)).toBeVisible();
  expect(fake.requestsOf('maintenance.update')).toHaveLength(0);
});

it('deletes a window, but keeps a current run', async () => {
  const { user } = openMaintenance(shop);
  await user.click(await screen.findByRole('button', { name: 'Delete Deploy' }));
  const first = within(await screen.findByRole('alertdialog', { name: 'Delete window "Deploy"?' }));
  await user.click(first.getByRole('button', { name: 'Delete window' }));
  const refused = await screen.findByRole('alertdialog', { name: maintenanceSentences.keepRunning });
  await user.click(within(refused).getByRole('button', { name: 'OK' }));
  await user.click(screen.getByRole('button', { name: 'Delete Patch day' }));
  const second = within(await screen.findByRole('alertdialog', { name: 'Delete window "Patch day"?' }));
  await user.click(second.getByRole('button', { name: 'Delete window' }));
  expect(await screen.findByText(texts.noneAhead)).toBeVisible();
});

it('requires a target before it starts', async () => {
  const { user, fake } = openMaintenance((state) => void addWebsite(state, { name: 'Shop' }));
  await user.click(await screen.findByRole('button', { name: 'Start Maintenance' }));
  const form = within(await screen.findByRole('dialog', { name: 'Start Maintenance' }));
  await user.click(form.getByRole('button', { name: 'Start' }));
  expect(await form.findByText(chooseTarget)).toBeVisible();
  expect(fake.requestsOf('maintenance.start')).toEqual([]);
});

it('starts now, and lists targets that are not covered', async () => {
  const { user, fake } = openMaintenance((state) => {
    const { id } = addWebsite(state, { name: 'Shop' });
    addUrlCheck(state, addUrl(state, id), { status_code: 503 });
  });
  const start = async () => {
    await user.click(await screen.findByRole('button', { name: 'Start Maintenance' }));
    const form = within(await screen.findByRole('dialog', { name: 'Start Maintenance' }));
    await user.click(await form.findByRole('checkbox', { name: /^Shop/ }));
    await user.fill(form.getByLabelText(/^Tags/), 'env: ');
    await user.fill(form.getByLabelText('For'), '90');
    await user.click(form.getByRole('button', { name: 'Start' }));
  };
  await start();
  expect(await screen.findByText(/^Maintenance in progress until/)).toBeVisible();
  expect(fake.requestsOf('maintenance.start')[0]?.body).toMatchObject({
    website_ids: [1],
    tags: ['env:'],
    minutes: 90,
    key: null,
  });
  expect(await screen.findByRole('button', { name: /^End Now/ })).toBeVisible();

  fake.intercept('maintenance.start', () =>
    Response.json(
      {
        id: 9,
        window_id: 9,
        starts_at: minutesAgo(0),
        ends_at: minutesAgo(-90),
        state: 'in_progress',
        title: 'Maintenance',
        public: false,
        website_ids: [1],
        monitor_ids: [],
        tags: [],
        not_covered: [{ monitor_id: 2, name: 'https://shop.example.org/cart', website_name: 'Shop' }],
      },
      { status: 201 },
    ),
  );
  await start();
  const uncovered = within(await screen.findByRole('dialog', { name: 'Some targets are not covered' }));
  expect(uncovered.getByText('Shop: https://shop.example.org/cart')).toBeVisible();
  expect(uncovered.getByText(texts.notCovered)).toBeVisible();
  await user.click(uncovered.getByRole('button', { name: 'OK' }));
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { name: 'Some targets are not covered' })).not.toBeInTheDocument(),
  );
});

it('lists and deletes deployment marks', async () => {
  const { user } = openMaintenance((state) => {
    const { id } = addWebsite(state, { name: 'Shop' });
    addMark(state, { label: 'v1.4.2', website_id: id, url: 'https://example.org/releases/v1.4.2', public: false });
    addMark(state, { label: 'New router', website_id: null, url: null, public: true });
  });
  const marks = await region('Marks');
  expect(await marks.findByRole('link', { name: /^v1\.4\.2/ })).toHaveAttribute('rel', 'noopener noreferrer');
  expect(marks.getByText('All websites · public')).toBeVisible();
  await user.click(marks.getByRole('button', { name: 'Delete v1.4.2' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete mark "v1.4.2"?' }));
  await user.click(question.getByRole('button', { name: 'Delete mark' }));
  await waitFor(() => expect(marks.queryByText('v1.4.2')).not.toBeInTheDocument());
  expect(marks.getByText('New router')).toBeVisible();
});

it('opens the start dialog once for the website in the address', async () => {
  const { user, fake } = openPage('/websites/1', { given: (state) => void addWebsite(state, { name: 'Shop' }) });
  await user.click(await screen.findByRole('button', { name: 'Mute' }));
  await user.click(await screen.findByRole('link', { name: 'Start Maintenance' }));
  const form = within(await screen.findByRole('dialog', { name: 'Start Maintenance' }));
  expect(await form.findByRole('checkbox', { name: 'Shop' })).toBeChecked();
  await user.click(form.getByRole('button', { name: 'Start' }));
  expect(await screen.findByText(/^Maintenance in progress until/)).toBeVisible();
  expect(fake.requestsOf('maintenance.start')[0]?.body).toMatchObject({ website_ids: [1] });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Start Maintenance' })).toBeNull());
});
