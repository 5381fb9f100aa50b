import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type FakeState, minutesAgo } from '@upvigil/core/testing/fake-state';
import { addWebsite } from '@upvigil/core/testing/fake-watched';
import { backupMessages } from '@upvigil/core/texts/backup';
import { describe, expect, it } from 'vitest';
import { startPages } from '../../testing/render-page.tsx';

const openPage = startPages();
const withBackups = (count: number) => (state: FakeState) => {
  for (let index = 0; index < count; index += 1) {
    state.backups.push({ name: `nightly-${index}.tar.gz`, size: 1_489_000 + index, created: minutesAgo(index * 60) });
  }
};
const openBackups = (count: number) => openPage('/backup', { given: withBackups(count) });
const archive = () => new File(['x'.repeat(2048)], 'old.tar.gz', { type: 'application/gzip' });

describe('backup and restore', () => {
  it('lists backups with size, date and actions', async () => {
    openBackups(2);
    const row = (await screen.findByRole('row', { name: /nightly-0/ })) as HTMLElement;
    expect(within(row).getByText('1.42 MB')).toBeVisible();
    expect(within(row).getByText('less than a minute ago')).toBeVisible();
    const link = within(row).getByRole('link', { name: 'Download backup nightly-0.tar.gz' });
    expect(link).toHaveAttribute('href', '/api/backup/download/nightly-0.tar.gz?token=fake-token');
    expect(link).toHaveAttribute('download', 'nightly-0.tar.gz');
  });

  it('shows the size relative to the largest', async () => {
    openPage('/backup', {
      given: (state) => {
        for (const size of [500, 2000]) state.backups.push({ name: `${size}.tar.gz`, size, created: minutesAgo(1) });
      },
    });
    const small = (await screen.findByRole('row', { name: /^500/ })) as HTMLElement;
    expect(small.querySelector('[data-graphic]')).toHaveStyle({ width: '25%' });
    expect(screen.getByRole('row', { name: /^2000/ }).querySelector('[data-graphic]')).toHaveStyle({ width: '100%' });
  });

  it('shows that there is none', async () => {
    openBackups(0);
    expect(await screen.findByText(backupMessages.none)).toBeVisible();
  });

  it('distinguishes a failed request from an empty list', async () => {
    const { user, fake } = openPage('/backup', {
      given: withBackups(1),
      before: (api) => api.fail('backup.list', 500),
    });
    expect(await screen.findByRole('heading', { name: 'Could not load backups' })).toBeVisible();
    expect(screen.queryByText(backupMessages.none)).not.toBeInTheDocument();
    fake.recover('backup.list');
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('nightly-0.tar.gz')).toBeVisible();
  });

  it('creates one with a default name, and confirms it', async () => {
    const { user, fake } = openBackups(0);
    const release = fake.hold('backup.create');
    await user.click(await screen.findByRole('button', { name: 'Create Backup' }));
    expect(await screen.findByRole('button', { name: 'Creating...' })).toHaveFocus();
    release();
    expect(await screen.findByText(backupMessages.created)).toBeVisible();
    expect(await screen.findByText(/^upvigil_/)).toBeVisible();
    expect(fake.requestsOf('backup.create')[0]?.query).toEqual({ name: null });
  });

  it('refuses an invalid file name without a request', async () => {
    const { user, fake } = openBackups(0);
    await user.type(await screen.findByPlaceholderText('Backup name (optional)'), 'a/b{Enter}');
    expect(await screen.findByText(/Backup name must have 1 to 64 letters/)).toBeVisible();
    expect(fake.requestsOf('backup.create')).toHaveLength(0);
  });

  it('keeps the name after a failure', async () => {
    const { user, fake } = openBackups(0);
    fake.fail('backup.create', 500, { detail: 'The disk is full' });
    const name = await screen.findByPlaceholderText('Backup name (optional)');
    await user.type(name, 'before-upgrade{Enter}');
    const message = await screen.findByRole('alertdialog', { name: backupMessages.createFailed });
    await user.click(within(message).getByRole('button', { name: 'OK' }));
    expect(name).toHaveValue('before-upgrade');
    expect(screen.getByText('The disk is full')).toBeVisible();
  });

  it('deletes one after a confirmation', async () => {
    const { user } = openBackups(2);
    await user.click(await screen.findByRole('button', { name: 'Delete backup nightly-1.tar.gz' }));
    const question = await screen.findByRole('alertdialog');
    expect(within(question).getByText(backupMessages.confirmDelete('nightly-1.tar.gz'))).toBeVisible();
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('nightly-1.tar.gz')).not.toBeInTheDocument());
  });

  it('keeps the newest ten on cleanup', async () => {
    const { user, fake } = openBackups(14);
    await screen.findByText('nightly-13.tar.gz');
    await user.click(screen.getByRole('button', { name: 'Cleanup Old Backups' }));
    const question = await screen.findByRole('alertdialog');
    expect(within(question).getByText('Keep only the last 10 backups?')).toBeVisible();
    expect(within(question).getByText('This deletes 4 older backups.')).toBeVisible();
    await user.click(within(question).getByRole('button', { name: 'Cleanup' }));
    expect(await screen.findByText(backupMessages.cleanedUp)).toBeVisible();
    expect(fake.requestsOf('backup.cleanup')[0]?.query).toEqual({ keep_count: 10 });
    await waitFor(() => expect(screen.queryByText('nightly-13.tar.gz')).not.toBeInTheDocument());
  });

  it('restores a selected file only after RESTORE is typed', async () => {
    const { user, fake } = openBackups(0);
    expect(await screen.findByText(backupMessages.restoreWarning)).toBeVisible();
    const restore = screen.getByRole('button', { name: 'Restore' });
    expect(restore).toBeDisabled();
    await user.upload(screen.getByLabelText('Choose backup file', { selector: 'input' }), archive());
    await user.click(restore);
    const question = await screen.findByRole('alertdialog');
    expect(within(question).getByText(backupMessages.confirmRestore)).toBeVisible();
    await user.fill(within(question).getByLabelText('Type RESTORE to confirm'), 'RESTORE');
    await user.click(within(question).getByRole('button', { name: 'Restore' }));
    expect(await screen.findByText(backupMessages.restored)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Refresh' })).toBeVisible();
    expect(fake.requestsOf('backup.restore')).toHaveLength(1);
    expect(screen.queryByText('old.tar.gz')).not.toBeInTheDocument();
    expect(restore).toBeDisabled();
  });

  it('restores a backup of the list after it showed the contents', async () => {
    const { user, fake } = openPage('/backup', {
      given: (state) => {
        withBackups(1)(state);
        for (const name of ['Shop', 'Docs']) addWebsite(state, { name });
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Restore backup nightly-0.tar.gz' }));
    const question = await screen.findByRole('alertdialog', { name: 'Restore nightly-0.tar.gz?' });
    expect(question).toHaveTextContent(/by version 0.2.0 and holds 2 websites, 0 monitors, 12,345 checks and 0 alerts/);
    const restore = within(question).getByRole('button', { name: 'Restore' });
    expect(restore).toBeDisabled();
    await user.fill(within(question).getByLabelText('Type RESTORE to confirm'), 'RESTORE');
    await user.click(restore);
    expect(await screen.findByText(backupMessages.restored)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Refresh' })).toBeVisible();
    expect(fake.requestsOf('backup.restoreStored')[0]?.params).toEqual({ name: 'nightly-0.tar.gz' });
  });

  it('says why a backup of the list cannot be read, and restores nothing', async () => {
    const { user, fake } = openBackups(1);
    fake.fail('backup.contents', 422, { detail: 'The archive is damaged, or not gzip' });
    await user.click(await screen.findByRole('button', { name: 'Restore backup nightly-0.tar.gz' }));
    expect(await screen.findByRole('alertdialog', { name: 'The archive is damaged, or not gzip' })).toBeVisible();
    expect(fake.requestsOf('backup.restoreStored')).toHaveLength(0);
  });

  it('shows the number of secrets that another installation encrypted', async () => {
    const { user } = openPage('/backup', {
      given: withBackups(0),
      before: (fake) =>
        fake.answer('backup.restore', { message: backupMessages.restored, restored: {}, secrets_missing: 2 }),
    });
    await user.upload(await screen.findByLabelText('Choose backup file', { selector: 'input' }), archive());
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    await user.type(await screen.findByLabelText('Type RESTORE to confirm'), 'RESTORE{Enter}');
    expect(await screen.findByText(backupMessages.secretsMissing(2))).toBeVisible();
    expect(screen.getByText(backupMessages.restored)).toBeVisible();
  });

  it('accepts the same file again after a restore, a removal or a refusal', async () => {
    const { user } = openBackups(0);
    const input = await screen.findByLabelText<HTMLInputElement>('Choose backup file', { selector: 'input' });
    const file = archive();
    const refused = new File(['x'], 'notes.txt');
    await user.upload(input, file);
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    await user.type(await screen.findByLabelText('Type RESTORE to confirm'), 'RESTORE{Enter}');
    await screen.findByText(backupMessages.restored);
    expect(input.files).toHaveLength(0);
    await user.upload(input, file);
    await user.click(await screen.findByRole('button', { name: 'Remove old.tar.gz' }));
    expect(input.files).toHaveLength(0);
    await user.upload(input, file);
    expect(await screen.findByText('old.tar.gz')).toBeVisible();
    const anyFile = userEvent.setup({ applyAccept: false });
    for (const _time of ['first', 'second']) {
      await anyFile.upload(input, refused);
      const message = within(await screen.findByRole('alertdialog', { name: backupMessages.fileMissing }));
      await anyFile.click(message.getByRole('button', { name: 'OK' }));
    }
  });

  it('shows why a restore failed, and keeps the file', async () => {
    const { user, fake } = openBackups(0);
    fake.fail('backup.restore', 422, { detail: 'The checksum of alerts.ndjson is wrong' });
    await user.upload(await screen.findByLabelText('Choose backup file', { selector: 'input' }), archive());
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    const question = await screen.findByRole('alertdialog');
    await user.type(within(question).getByLabelText('Type RESTORE to confirm'), 'RESTORE{Enter}');
    const message = await screen.findByRole('alertdialog', { name: backupMessages.restoreFailed });
    await user.click(within(message).getByRole('button', { name: 'OK' }));
    expect(await screen.findByText('The checksum of alerts.ndjson is wrong')).toBeVisible();
    expect(screen.getByText('old.tar.gz')).toBeVisible();
  });
});
